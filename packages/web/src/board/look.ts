import { createContext } from 'preact'

/** How a piece shows its value. */
export const MARKS = ['bars', 'dots', 'digits'] as const
export type Marks = (typeof MARKS)[number]

/** How pieces are drawn, as the person has chosen. */
export interface PieceLook {
  readonly marks: Marks
  /** Do the sides' discs also differ by a pattern around the rim? */
  readonly isPatterned: boolean
}

export const PieceLookContext = createContext<PieceLook>({ marks: 'bars', isPatterned: false })
