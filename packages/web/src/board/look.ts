import { createContext } from 'preact'

/** How a piece shows its value. */
export const MARKS = ['bars', 'dots', 'digits'] as const
export type Marks = (typeof MARKS)[number]

/** How pieces are drawn, as set by the player. */
export interface PieceLook {
  readonly marks: Marks
  /** Do the two sides' discs also differ by a pattern around the rim? */
  readonly isPatterned: boolean
}

export const PieceLookContext = createContext<PieceLook>({ marks: 'bars', isPatterned: false })
