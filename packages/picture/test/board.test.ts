import {
  formatSquare,
  type Position,
  parsePosition,
  SIDE,
  SQUARES,
  withCompensation,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../src/glyphs.ts'
import {
  BOARDS,
  colorsOf,
  drawBoard,
  drawPreview,
  PICTURE_THEMES,
  PIECES,
  PLAIN_MANNER,
  sceneAt,
  scenesOf,
} from '../src/index.ts'
import { paintsFrom } from '../src/paints.ts'
import { BOARD_SIZE, centerOf, drawCoordinates } from '../src/parts.ts'
import { errorIn } from './xml.ts'

function positionOf(hfen: string): Position {
  const position = parsePosition(hfen, 'either')
  if (!position.ok) throw new Error(`no position: ${hfen}`)
  return position.value
}

const LATE = positionOf('----C4-/a2-----/------/--B12--a2/------/--b8--A8 b')

describe('a drawing', () => {
  test('is well-formed, whatever the game, the theme and the side it is seen from', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.constantFrom(...PICTURE_THEMES),
        fc.constantFrom('black' as const, 'white' as const),
        fc.constantFrom('bars' as const, 'dots' as const, 'digits' as const),
        fc.boolean(),
        fc.option(fc.constantFrom(...BOARDS), { nil: undefined }),
        fc.option(fc.constantFrom(...PIECES), { nil: undefined }),
        (seed, theme, orientation, marks, isPatterned, board, pieces) => {
          const game = seededGame(seed, 'either')
          const scene = sceneAt(game, seed % game.positions.length)
          if (scene === undefined) throw new Error('the game was never so far')
          const sets = { board, pieces }
          const look = { marks, isPatterned }
          const manner = { ...PLAIN_MANNER, theme, sets, orientation, look }
          expect(errorIn(drawBoard(scene, 300, manner))).toBeUndefined()
          expect(errorIn(drawPreview(scene))).toBeUndefined()
        },
      ),
      { seed: 5, numRuns: 60 },
    )
  })

  test('asks for nothing else: no font, no sheet, no script, no other file', () => {
    const svg = drawBoard({ position: LATE }, 300)
    expect(svg).not.toMatch(/<(text|style|script|image|use|foreignObject)|href/)
    // The drawing may refer only to gradients that it contains.
    const asked = new Set(Array.from(svg.matchAll(/url\(([^)]*)\)/g), ([, address]) => address))
    for (const address of asked) expect(svg).toContain(`id="${address?.slice(1)}"`)
  })

  test('is as large as it was asked to be', () => {
    expect(drawBoard({ position: LATE }, 321)).toMatch(/^<svg [^>]*width="321" height="321"/)
  })

  test('has a stack for each one on the board, and the heights of those that are no singles', () => {
    const svg = drawBoard({ position: LATE }, 300)
    expect(svg.match(/class="face /g)).toHaveLength(6)
    expect(svg.match(/class="plate"/g)).toHaveLength(6)
    const start = seededGame(3, 'either').positions[0] ?? LATE
    expect(drawBoard({ position: start }, 300)).not.toContain('class="plate"')
  })

  test('shows the way of the last move, its ends and its hops', () => {
    const game = seededGame(3, 'either')
    const plain = drawBoard({ position: game.positions[4] ?? LATE }, 300)
    const shown = sceneAt(game, 4)
    if (shown?.lastPath === undefined) throw new Error('a move has a path')
    const svg = drawBoard(shown, 300)
    const hops = shown.lastPath.map((_, index) => `data-hop="${index + 1}"`)
    for (const hop of hops) {
      expect(svg).toContain(hop)
      expect(plain).not.toContain(hop)
    }
  })

  test('of the same position is another when seen from the other side', () => {
    const fromWhite = { ...PLAIN_MANNER, orientation: 'white' } as const
    expect(drawBoard({ position: LATE }, 300, fromWhite)).not.toBe(
      drawBoard({ position: LATE }, 300),
    )
  })
})

test.each(['black', 'white'] as const)(
  'files and ranks have their names beside their squares, seen by %s',
  (orientation) => {
    const drawn = drawCoordinates(orientation, paintsFrom(colorsOf('light'), 'test'))
    const names = Array.from(drawn.matchAll(/ d="([^"]*)"/g), ([, lines]) => lines)
    expect(names).toHaveLength(2 * SIDE)
    for (const square of SQUARES) {
      const [file = '', rank = ''] = formatSquare(square)
      const { x, y } = centerOf(square, orientation)
      expect(names).toContain(linesOf(file, 12, { x, y: BOARD_SIZE - 20 }))
      expect(names).toContain(linesOf(rank, 12, { x: 22, y }))
    }
  },
)

test('a game has a scene for each position, and none after the last', () => {
  const game = seededGame(3, 'either')
  expect(scenesOf(game)).toHaveLength(game.moves.length + 1)
  expect(sceneAt(game, 0)).toEqual({ position: game.positions[0] })
  expect(sceneAt(game, game.moves.length + 1)).toBeUndefined()
})

test("a preview shows White's compensation below its points, and nothing if there is none", () => {
  const draw = (points: number) => drawPreview({ position: withCompensation(LATE, points) })
  const plain = draw(0)
  expect(errorIn(draw(13.5))).toBeUndefined()
  // The text is drawn as one more path.
  expect(draw(13.5).split('<path').length).toBe(plain.split('<path').length + 1)
})
