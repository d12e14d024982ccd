import { expect, test } from 'vitest'
import { seededGame } from './random-game.ts'
import { finalPosition, replay } from './record.ts'

test.each([1, 2, 3])('the final position of game %i is the one after its last move', (seed) => {
  const { positions, moves } = seededGame(seed, 'either')
  const [position] = positions
  if (position === undefined) return expect.fail('a game has a first position')
  const start = {
    beginning: { kind: 'position', position },
    endRule: 'either',
    compensation: 0,
  } as const
  for (let ply = 0; ply <= moves.length; ply++) {
    const final = finalPosition({ ...start, moves: moves.slice(0, ply) })
    expect(final).toEqual({ ok: true, value: positions[ply] })
  }
  const broken = { ...start, moves: [...moves, { from: 0, to: 0 }] }
  expect(finalPosition(broken)).toEqual(replay(broken))
  expect(finalPosition(broken)).toMatchObject({ ok: false, error: { ply: moves.length } })
})
