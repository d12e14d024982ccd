import { readFileSync } from 'node:fs'
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
  ['warn', 'paper', TEXT],
  ['warn', 'card', TEXT],
  ['warn', 'warn-wash', TEXT],
  ['warn-ink', 'warn', TEXT],
  ['line-strong', 'paper', SIGN],
  ['line-strong', 'card', SIGN],
  ['focus', 'paper', SIGN],
  ['focus', 'card', SIGN],
  // The pieces: their marks, and their outlines if the faces themselves are too close to the wood.
  ['black-mark', 'black-face', TEXT],
  ['white-mark', 'white-face', TEXT],
  ['black-face', 'white-face', TEXT],
  // Pieces that cannot move at the moment are as readable as the others.
  ['black-mark', 'black-still', TEXT],
  ['white-mark', 'white-still', TEXT],
  ['white-edge', 'white-still', SIGN],
  ['white-edge', 'white-face', SIGN],
  ['pill-ink', 'pill', TEXT],
  // The board: coordinates, rings and paths, whose rims have another colour.
  ['board-ink', 'wood', TEXT],
  ['board-ink', 'hollow', SIGN],
  ['path', 'path-edge', TEXT],
  ['missed', 'path-edge', TEXT],
  ['chosen', 'path-edge', SIGN],
]

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

const sheet = readFileSync(new URL('themes.css', import.meta.url), 'utf8')

/** The colours of each theme by their names. */
const themes = [...sheet.matchAll(/data-theme="(\w+)"\] \{([^}]*)\}/g)].map(
  ([, name = '', body = '']) =>
    [
      name,
      new Map([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, key, hex]) => [key, hex])),
    ] as const,
)

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

  test('a piece that cannot move just now is told from one that can', () => {
    for (const side of ['black', 'white']) {
      const [face, still] = ['face', 'still'].map((kind) => colors.get(`${side}-${kind}`) ?? '')
      const apart = Math.abs(lightness(face ?? '') - lightness(still ?? ''))
      expect(apart, side).toBeGreaterThanOrEqual(APART)
    }
  })

  test('Black’s half of the bar of points stands out from the page by its face or its rim', () => {
    for (const ground of ['paper', 'card']) {
      const under = colors.get(ground) ?? ''
      const signs = [colors.get('black-face') ?? '', colors.get('black-edge') ?? '']
      expect(Math.max(...signs.map((hex) => contrast(hex, under))), ground).toBeGreaterThanOrEqual(
        SIGN,
      )
    }
  })

  test('a disc of either side stands out from its hollow by its face or its outline', () => {
    for (const side of ['black', 'white']) {
      const ground = colors.get('hollow') ?? ''
      const signs = [colors.get(`${side}-face`) ?? '', colors.get(`${side}-edge`) ?? '']
      expect(Math.max(...signs.map((hex) => contrast(hex, ground))), side).toBeGreaterThanOrEqual(
        SIGN,
      )
    }
  })
})
