import { readFileSync } from 'node:fs'
import { COLORS_OF, drawBoard, PICTURE_THEMES, PLAIN_MANNER, sceneAt } from '@hokito/picture'
import { seededGame } from '@hokito/rules/debug'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { BoardDrawing } from './BoardDrawing.tsx'
import { MARKS, PieceLookContext } from './look.ts'

/**
 * The shapes of a drawing and their places. Letters are left out, because the page writes them and
 * pictures draw them.
 */
function shapesOf(svg: string): readonly string[] {
  const elements = svg.matchAll(/<(circle|ellipse|rect|path|polyline) ([^>]*?)\/?>/g)
  return Array.from(elements, ([, name = '', attributes = '']) => {
    const places = Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g))
      .filter(([, key = '']) => PLACES.has(key))
      .map(([, key, value = '']) => `${key}=${rounded(value)}`)
    return [name, ...places.sort()].join(' ')
  }).filter((shape) => !shape.includes('transform='))
}

const PLACES = new Set('cx cy r rx ry x y width height d points transform'.split(' '))

/** Pictures are rounded to a hundredth of a unit. */
function rounded(value: string): string {
  return /^[\d.-]+$/.test(value) ? String(Math.round(Number(value) * 100) / 100) : value
}

describe('a picture has the shapes of the board on the page', () => {
  const cases = MARKS.flatMap((marks, n) => [
    { marks, isPatterned: n % 2 === 0, orientation: 'black' as const, seed: 11 + n },
    { marks, isPatterned: n % 2 === 1, orientation: 'white' as const, seed: 21 + n },
  ])
  test.each(cases)('with $marks, seen by $orientation', ({ orientation, seed, ...look }) => {
    const game = seededGame(seed, 'either')
    for (const ply of [0, 5, game.moves.length]) {
      const scene = sceneAt(game, ply)
      if (scene === undefined) throw new Error('the game was never so far')
      const drawing = h(BoardDrawing, { ...scene, orientation, showCoordinates: true })
      const page = renderToString(h(PieceLookContext.Provider, { value: look, children: drawing }))
      const picture = drawBoard(scene, 660, { ...PLAIN_MANNER, look, orientation })
      expect(shapesOf(picture)).toEqual(shapesOf(page))
    }
  })
})

test.each(PICTURE_THEMES)('a picture has the colours of the %s theme', (theme) => {
  const sheet = readFileSync(new URL('../ui/themes.css', import.meta.url), 'utf8')
  const [, block = ''] = new RegExp(`data-theme="${theme}"\\]\\s*{([^}]*)}`).exec(sheet) ?? []
  const colors = Object.keys(COLORS_OF[theme]).map((name) => {
    const variable = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [name, new RegExp(`--${variable}: (#\\w+);`).exec(block)?.[1]]
  })
  expect(COLORS_OF[theme]).toEqual(Object.fromEntries(colors))
})
