import { drawBoard, PLAIN_MANNER, sceneAt } from '@hokito/picture'
import { seededGame } from '@hokito/rules/debug'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import { BoardDrawing } from './BoardDrawing.tsx'
import { MARKS, PieceLookContext } from './look.ts'

/** The shapes of a drawing in their order and at their places, whatever their paint. */
function shapesOf(svg: string): readonly string[] {
  const shown = svg.replace(/<defs>.*<\/defs>/, '')
  const elements = shown.matchAll(/<(circle|rect|path|g) ([^>]*?)\/?>/g)
  return Array.from(elements, ([, name = '', attributes = '']) => {
    const places = Array.from(attributes.matchAll(/([\w-]+)="([^"]*)"/g))
      .filter(([, key = '']) => PLACES.has(key))
      .map(([, key, value]) => `${key}=${value}`)
    return [name, ...places].join(' ')
  }).filter((shape) => shape !== 'g')
}

const PLACES = new Set('cx cy r rx x y width height d transform'.split(' '))

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
      const picture = shapesOf(drawBoard(scene, 660, { ...PLAIN_MANNER, look, orientation }))
      const shapes = shapesOf(page)
      // Only a picture has a table below the board, and its shadow on it.
      expect(picture.slice(-shapes.length)).toEqual(shapes)
      expect(picture.length - shapes.length).toBeLessThan(5)
    }
  })
})
