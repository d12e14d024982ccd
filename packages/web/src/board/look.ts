import {
  type Paints,
  PICTURE_MARKS,
  type PictureLook,
  PLAIN_LOOK,
  variableOf,
} from '@hokito/picture/parts'
import { createContext } from 'preact'

/** How a piece shows its value. */
export const MARKS = PICTURE_MARKS
export type { PictureMarks as Marks } from '@hokito/picture/parts'

/** How pieces are drawn, as set by the player. */
export const PieceLookContext = createContext<PictureLook>(PLAIN_LOOK)

/** The site's paints: colours are variables of the style sheet, so that themes and sets can change. */
export const PaintsContext = createContext<Paints>(sitePaints('board'))

/**
 * Paints with gradients of their own, for drawings whose variables differ from those of the page.
 * {@link drawDefinitions} has to be drawn once with each prefix.
 */
export function sitePaints(prefix: string): Paints {
  return { color: (name) => `var(${variableOf(name)})`, prefix }
}
