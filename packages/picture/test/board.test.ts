import { type Position, parsePosition } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawBoard,
  drawPreview,
  PICTURE_THEMES,
  PLAIN_MANNER,
  sceneAt,
  scenesOf,
} from '../src/index.ts'
import { errorIn } from './xml.ts'

function positionOf(hfen: string): Position {
  const position = parsePosition(hfen, 'either')
  if (!position.ok) throw new Error(`no position: ${hfen}`)
  return position.value
}

const LATE = positionOf('----C4-/a3-----/------/--B12--a2/------/--b7--A8 w')

describe('a drawing', () => {
  test('is well-formed, whatever the game, the theme and the side it is seen from', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.constantFrom(...PICTURE_THEMES),
        fc.constantFrom('black' as const, 'white' as const),
        fc.constantFrom('bars' as const, 'dots' as const, 'digits' as const),
        fc.boolean(),
        (seed, theme, orientation, marks, isPatterned) => {
          const game = seededGame(seed, 'either')
          const scene = sceneAt(game, seed % game.positions.length)
          if (scene === undefined) throw new Error('the game was never so far')
          const manner = { ...PLAIN_MANNER, theme, orientation, look: { marks, isPatterned } }
          expect(errorIn(drawBoard(scene, 300, manner))).toBeUndefined()
          expect(errorIn(drawPreview(scene))).toBeUndefined()
        },
      ),
      { seed: 5, numRuns: 60 },
    )
  })

  test('asks for nothing else: no font, no sheet, no script, no other file', () => {
    const svg = drawBoard({ position: LATE }, 300)
    expect(svg).not.toMatch(/<(text|style|script|image|use|foreignObject)|href|url\(/)
  })

  test('is as large as it was asked to be', () => {
    expect(drawBoard({ position: LATE }, 321)).toMatch(/^<svg [^>]*width="321" height="321"/)
  })

  test('has a stack for each one on the board, and its height', () => {
    const shadows = drawBoard({ position: LATE }, 300).match(/<ellipse/g)
    expect(shadows).toHaveLength(6)
  })

  test('shows the way of the last move, its ends and its hops', () => {
    const game = seededGame(3, 'either')
    const plain = drawBoard({ position: game.positions[4] ?? LATE }, 300)
    const shown = sceneAt(game, 4)
    if (shown?.lastPath === undefined) throw new Error('a move has a path')
    const svg = drawBoard(shown, 300)
    expect(plain).not.toContain('<polyline')
    expect(svg.match(/<polyline/g)).toHaveLength(2)
    expect(svg.match(/r="14"/g)).toHaveLength(shown.lastPath.length)
  })

  test('of the same position is another when seen from the other side', () => {
    const fromWhite = { ...PLAIN_MANNER, orientation: 'white' } as const
    expect(drawBoard({ position: LATE }, 300, fromWhite)).not.toBe(
      drawBoard({ position: LATE }, 300),
    )
  })
})

test('a game has a scene for each position, and none after the last', () => {
  const game = seededGame(3, 'either')
  expect(scenesOf(game)).toHaveLength(game.moves.length + 1)
  expect(sceneAt(game, 0)).toEqual({ position: game.positions[0] })
  expect(sceneAt(game, game.moves.length + 1)).toBeUndefined()
})
