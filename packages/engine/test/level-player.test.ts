import { createHash } from 'node:crypto'
import { formatMove, type Position } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLevelPlayer, type Engine, type LevelPlayer } from '../dist/index.js'
import { startEngine } from '../dist/node.js'

/**
 * What the ten levels play at these positions. Games of the day that were played before a change of these moves can
 * no longer be checked after it: a commit that changes this number says so.
 */
const SIGNATURE = 'bc847481616cc667'

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const POSITIONS = [3, 7].flatMap((seed) =>
  seededGame(seed, 'either').positions.filter((_, ply) => ply % 6 === 1),
)

const players: LevelPlayer[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(players.splice(0).map((player) => player.close()))
})

async function playerOn(engine: Engine): Promise<LevelPlayer> {
  const player = await createLevelPlayer(engine)
  players.push(player)
  return player
}

async function movesOf(player: LevelPlayer, positions: readonly Position[]): Promise<string[]> {
  const moves: string[] = []
  for (const position of positions) {
    for (const level of LEVELS) {
      const move = await player.move(position, level)
      moves.push(move === undefined ? '-' : formatMove(move))
    }
  }
  return moves
}

describe('a level', () => {
  test('plays the moves that are known of it', async () => {
    const moves = await movesOf(await playerOn(startEngine()), POSITIONS)
    const signature = createHash('sha256').update(moves.join(' ')).digest('hex').slice(0, 16)
    expect(signature).toBe(SIGNATURE)
  })

  test('plays the same after any other search, and while others ask too', async () => {
    const fresh = await movesOf(await playerOn(startEngine()), POSITIONS.slice(0, 4))
    const used = await playerOn(startEngine())
    await movesOf(used, POSITIONS.slice(2).toReversed())
    const [again, others] = await Promise.all([
      movesOf(used, POSITIONS.slice(0, 4)),
      movesOf(used, POSITIONS.slice(0, 4)),
    ])
    expect(again).toEqual(fresh)
    expect(others).toEqual(fresh)
  })

  test('has no move where the game is over or it is stopped, and is one of ten', async () => {
    const player = await playerOn(startEngine())
    const over = seededGame(3, 'either').positions.at(-1) ?? expect.fail()
    const [first] = POSITIONS
    expect(await player.move(over, 5)).toBeUndefined()
    expect(await player.move(first ?? expect.fail(), 5, AbortSignal.abort())).toBeUndefined()
    await expect(player.move(over, 11)).rejects.toThrow(RangeError)
  })
})
