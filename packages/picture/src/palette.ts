import { COLORS_OF, type Colors, type PictureTheme } from './theme.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The colours of a theme's animated GIFs: those that are drawn, and mixtures of colours that meet,
 * for smooth edges. They are the same in every frame of every game, so that unchanged pixels keep
 * their colour.
 */
export function paletteOf(theme: PictureTheme): readonly Rgb[] {
  const colors = COLORS_OF[theme]
  const plain = Object.values(colors).map(rgbOf)
  const between = MEETING.flatMap(([a, b]) => {
    const [one, other] = [rgbOf(colors[a]), rgbOf(colors[b])]
    return [mixed(one, other, 1 / 3), mixed(one, other, 2 / 3)]
  })
  const shaded = SHADED.map((name) => mixed(rgbOf(colors[name]), [0, 0, 0], SHADOW))
  return [...plain, ...between, ...shaded]
}

// --- internal ---

/** Colours that meet somewhere on the board or in the writing around it. */
const MEETING: readonly (readonly [keyof Colors, keyof Colors])[] = [
  ['paper', 'ink'],
  ['paper', 'woodFrame'],
  ['woodFrame', 'wood'],
  ['wood', 'woodLine'],
  ['wood', 'hollowEdge'],
  ['hollow', 'hollowEdge'],
  ['wood', 'boardInk'],
  ['hollow', 'boardInk'],
  ['blackFace', 'blackMark'],
  ['blackFace', 'blackEdge'],
  ['blackSide', 'blackEdge'],
  ['blackEdge', 'hollow'],
  ['blackEdge', 'wood'],
  ['whiteFace', 'whiteEdge'],
  ['whiteFace', 'whiteMark'],
  ['whiteSide', 'whiteEdge'],
  ['whiteEdge', 'hollow'],
  ['whiteEdge', 'wood'],
  ['pill', 'pillInk'],
  ['pillInk', 'blackFace'],
  ['pillInk', 'whiteFace'],
  ['pathEdge', 'boardInk'],
  ['pathEdge', 'wood'],
  ['pathEdge', 'hollow'],
]

/** Colours on which a stack's shadow falls, and how much it darkens them. */
const SHADED = ['wood', 'hollow', 'hollowEdge'] as const
const SHADOW = 0.16

function rgbOf(color: string): Rgb {
  const number = Number.parseInt(color.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** A colour between two others: `share` is 0 for the first and 1 for the second. */
function mixed([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [between(r, toR), between(g, toG), between(b, toB)]
}
