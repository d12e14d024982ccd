import { type Colors, colorsOf } from './colors.ts'
import { SHADE } from './disc.ts'
import type { Manner } from './scene.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * The colours of an animated GIF: those that are drawn, the steps of its gradients, and mixtures of
 * colours that meet, for smooth edges. They are the same in every frame of every game, so that
 * unchanged pixels keep their colour.
 */
export function paletteOf({ theme, sets }: Pick<Manner, 'theme' | 'sets'>): readonly Rgb[] {
  const colors = colorsOf(theme, sets)
  const rgb = (name: keyof Colors) => rgbOf(colors[name])
  const steps = STEPS.flatMap(([from, to, count]) =>
    Array.from({ length: count }, (_, step) => mixed(rgb(from), rgb(to), (step + 1) / (count + 1))),
  )
  const shaded = SHADED.map((name) => mixed(rgb(name), rgb('boardShadow'), SHADE))
  const plain = Object.values(colors)
    .filter((color) => color !== 'none')
    .map(rgbOf)
  return distinct([...plain, ...steps, ...shaded])
}

// --- internal ---

/** Gradients, and colours that meet somewhere, with the number of steps between them. */
const STEPS: readonly (readonly [keyof Colors, keyof Colors, number])[] = [
  ['wood', 'woodShade', 6],
  ['woodFrame', 'frameShade', 4],
  ['hollowShade', 'hollow', 7],
  ['wood', 'woodLine', 4],
  ['woodShade', 'woodLine', 4],
  ['hollowEdge', 'wood', 2],
  ['hollowEdge', 'hollow', 2],
  ['hollowLight', 'wood', 2],
  ['whiteFace', 'whiteFaceShade', 7],
  ['whiteSideLit', 'whiteSide', 3],
  ['whiteSide', 'whiteSideShade', 4],
  ['whiteSide', 'whiteSeam', 3],
  ['whiteFaceShade', 'whiteVein', 3],
  ['whiteFace', 'whiteEdge', 3],
  ['whiteFace', 'whiteMark', 3],
  ['whiteOutline', 'wood', 2],
  ['whiteOutline', 'hollow', 2],
  ['blackFace', 'blackFaceShade', 5],
  ['blackBevel', 'blackFaceShade', 4],
  ['blackSideLit', 'blackSide', 3],
  ['blackSide', 'blackSideShade', 3],
  ['blackSideLit', 'whiteSideLit', 3],
  ['blackMarkLit', 'blackMark', 3],
  ['blackMark', 'blackFace', 5],
  ['blackOutline', 'wood', 2],
  ['blackOutline', 'hollow', 2],
  ['pill', 'pillInk', 4],
  ['boardInk', 'wood', 3],
  ['paper', 'ink', 4],
  ['paper', 'woodFrame', 3],
  ['paper', 'boardShadow', 3],
]

/** Colours on which a stack's shadow falls. */
const SHADED = ['wood', 'woodShade', 'hollow', 'hollowShade', 'hollowEdge', 'woodFrame'] as const

/** A table of a GIF has 256 colours, of which one is for what does not change. */
const MOST = 255

function distinct(colors: readonly Rgb[]): readonly Rgb[] {
  const known = new Map(colors.map((color) => [color.join(), color]))
  return [...known.values()].slice(0, MOST)
}

/** A colour that is not drawn takes the place of white. */
function rgbOf(color: string): Rgb {
  const number = color === 'none' ? 0xffffff : Number.parseInt(color.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** A colour between two others: `share` is 0 for the first and 1 for the second. */
function mixed([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share)
  return [between(r, toR), between(g, toG), between(b, toB)]
}
