import { readFileSync } from 'node:fs'
import { BOARDS, type ColorName, colorsOf, PICTURE_THEMES, PIECES } from '@hokito/picture'
import { describe, expect, test } from 'vitest'

const TEXT = 4.5
const SIGN = 3
/**
 * A difference in CIELAB lightness, which is perceptually uniform for dark and for light colours.
 */
const APART = 8

/** Pairs of foreground and background, with their required contrast (WCAG 1.4.3 and 1.4.11). */
const PAIRS: readonly (readonly [sign: string, ground: string, ratio: number])[] = [
  ['ink', 'paper', TEXT],
  ['ink', 'card', TEXT],
  ['ink', 'accent-wash', TEXT],
  ['ink', 'warn-wash', TEXT],
  ['ink-soft', 'paper', TEXT],
  ['ink-soft', 'card', TEXT],
  ['accent', 'paper', TEXT],
  ['accent', 'card', TEXT],
  ['accent-ink', 'accent', TEXT],
  ['gold', 'paper', TEXT],
  ['gold', 'card', TEXT],
  ['gold-ink', 'gold-fill', TEXT],
  ['warn', 'paper', TEXT],
  ['warn', 'card', TEXT],
  ['warn', 'warn-wash', TEXT],
  ['warn-ink', 'warn', TEXT],
  ['line-strong', 'paper', SIGN],
  ['line-strong', 'card', SIGN],
  ['focus', 'paper', SIGN],
  ['focus', 'card', SIGN],
]

/** Pairs of colours on a board, whichever board and pieces are chosen. */
const BOARD_PAIRS: readonly (readonly [sign: ColorName, ground: ColorName, ratio: number])[] = [
  // The pieces: their marks, and their outlines if the faces themselves are too close to the wood.
  ['blackMark', 'blackFace', TEXT],
  ['whiteMark', 'whiteFace', TEXT],
  ['whiteMark', 'whiteFaceShade', TEXT],
  ['blackFace', 'whiteFaceShade', TEXT],
  // Pieces that cannot move at the moment are as readable as the others.
  ['blackMark', 'blackStill', TEXT],
  ['whiteMark', 'whiteStill', TEXT],
  ['whiteEdge', 'whiteStill', SIGN],
  ['whiteEdge', 'whiteFace', SIGN],
  // The seams separate the rims of a stack.
  ['whiteSeam', 'whiteSide', SIGN],
  ['blackSideLit', 'blackSeam', 2],
  ['pillInk', 'pill', TEXT],
  // The board: coordinates, rings and paths, whose rims have another colour.
  ['boardInk', 'woodShade', TEXT],
  ['boardInk', 'wood', TEXT],
  ['boardInk', 'hollow', SIGN],
  ['path', 'pathEdge', TEXT],
  ['missed', 'pathEdge', TEXT],
  ['chosen', 'pathEdge', SIGN],
]

/** Every theme with every board and every set of pieces, and without a choice. */
const DRESSES = PICTURE_THEMES.flatMap((theme) => [
  [theme, 'as the theme', {}] as const,
  ...BOARDS.flatMap((board) =>
    PIECES.map((pieces) => [theme, `${board} and ${pieces}`, { board, pieces }] as const),
  ),
])

function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** From 0 for black to 100 for white (CIE L*). */
function lightness(hex: string): number {
  return 116 * Math.cbrt(luminance(hex)) - 16
}

/** How much redder than blue a colour is. */
function warmth(hex: string): number {
  const [red = 0, , blue = 0] = (hex.match(/\w\w/g) ?? []).map((part) => Number.parseInt(part, 16))
  return red - blue
}

const sheet = readFileSync(new URL('themes.css', import.meta.url), 'utf8')

/** The colours of each theme by their names. */
const themes = [...sheet.matchAll(/data-theme="(\w+)"\] \{([^}]*)\}/g)].map(
  ([, name = '', body = '']) =>
    [
      name,
      new Map([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, hex]) => [key, hex])),
    ] as const,
)

const shapes = readFileSync(new URL('../components/analysis/shapes.css', import.meta.url), 'utf8')

/** The colour of drawn arrows in a theme, and how much of it their outlines have. */
function drawnIn(theme: string): { readonly hex: string; readonly share: number } {
  const own = new RegExp(`"${theme}"\\] \\.board-shapes \\{\\s*--drawn: (#\\w{6})`).exec(shapes)
  const common = /--drawn: (#\w{6})/.exec(shapes)
  const share = /stroke: color-mix\(in srgb, var\(--drawn\) (\d+)%/.exec(shapes)
  return { hex: (own ?? common)?.[1] ?? '', share: Number(share?.[1]) / 100 }
}

/** A colour over another one, as far as it covers it. */
function over(top: string, share: number, under: string): string {
  const part = (hex: string, start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  const mixed = [1, 3, 5].map((start) =>
    Math.round(part(top, start) * share + part(under, start) * (1 - share)),
  )
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

test('there are three themes, with the same colours named in each', () => {
  expect(themes.map(([name]) => name)).toEqual(['light', 'dark', 'contrast'])
  const [[, first] = ['', new Map()]] = themes
  for (const [, colors] of themes) expect([...colors.keys()]).toEqual([...first.keys()])
})

describe.each(themes)('the %s theme', (name, colors) => {
  test.each(PAIRS)('%s on %s is at least %f to 1', (sign, ground, ratio) => {
    const colorOf = (key: string) => {
      const hex = colors.get(key)
      if (hex === undefined) throw new Error(`${name} has no colour ${key}`)
      return hex
    }
    expect(contrast(colorOf(sign), colorOf(ground))).toBeGreaterThanOrEqual(ratio)
  })

  test('a picture has its paper and its ink', () => {
    const { paper, ink } = colorsOf(PICTURE_THEMES.find((theme) => theme === name) ?? 'light')
    expect([colors.get('paper'), colors.get('ink')]).toEqual([paper, ink])
  })

  test('Black’s half of the bar of points stands out from the page by its face or its rim', () => {
    const theme = PICTURE_THEMES.find((each) => each === name) ?? 'light'
    for (const pieces of [undefined, ...PIECES]) {
      const { blackFace, blackEdge } = colorsOf(theme, { pieces })
      for (const ground of ['paper', 'card']) {
        const under = colors.get(ground) ?? ''
        const most = Math.max(...[blackFace, blackEdge].map((hex) => contrast(hex, under)))
        expect(most, `${pieces} on ${ground}`).toBeGreaterThanOrEqual(SIGN)
      }
    }
  })
})

test.each(PICTURE_THEMES)('a drawn arrow stands out from the board of the %s theme', (theme) => {
  const { hex, share } = drawnIn(theme)
  const { wood, hollow } = colorsOf(theme)
  for (const ground of [wood, hollow]) {
    expect(contrast(over(hex, share, ground), ground)).toBeGreaterThanOrEqual(SIGN)
  }
})

describe.each(DRESSES)('in the %s theme, a board with %s', (theme, _, sets) => {
  const colors = colorsOf(theme, sets)

  test('has signs that can be read', () => {
    for (const [sign, ground, ratio] of BOARD_PAIRS) {
      const pair = `${sign} on ${ground}`
      expect(contrast(colors[sign], colors[ground]), pair).toBeGreaterThanOrEqual(ratio)
    }
  })

  test('shows which pieces cannot move', () => {
    for (const side of ['black', 'white'] as const) {
      const [face, still] = [colors[`${side}Face`], colors[`${side}Still`]]
      expect(Math.abs(lightness(face) - lightness(still)), side).toBeGreaterThanOrEqual(APART)
    }
  })

  test('keeps the tint of its pieces in those that cannot move', () => {
    for (const side of ['black', 'white'] as const) {
      const [still, ...lit] = (['Still', 'Face', 'FaceShade'] as const).map((part) =>
        warmth(colors[`${side}${part}`]),
      )
      expect(still, side).toBeLessThanOrEqual(Math.max(...lit) + 4)
    }
  })

  test('has discs that stand out from their hollows by their faces or their outlines', () => {
    for (const side of ['black', 'white'] as const) {
      for (const ground of ['hollow', 'wood'] as const) {
        const signs = [colors[`${side}Face`], colors[`${side}Outline`]]
        const most = Math.max(...signs.map((hex) => contrast(hex, colors[ground])))
        expect(most, `${side} on ${ground}`).toBeGreaterThanOrEqual(SIGN)
      }
    }
  })
})
