import { tournamentIdSchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { WISH } from '../../test/helpers/tournament.ts'
import { NO_TALLY } from './arena-score.ts'
import type { StoredArena } from './arena-store.ts'
import { SeenTournaments } from './seen-tournaments.ts'

const ID = tournamentIdSchema.parse('Tournament12')
const ANNA = playerId('anna')

/** An arena that Anna has joined. */
function arenaIn(round: number, isOut: boolean): StoredArena {
  const terms = {
    ...({ setup: { kind: 'standard' }, endRule: 'either', timeControl: WISH.timeControl } as const),
    ...({ allowsTakebacks: false, games: 1 } as const),
  }
  return {
    tournament: {
      ...{ id: ID, kind: 'arena', maker: 'Maker', terms, rounds: 0, round },
      ...{ startsAt: 0, endsAt: 1, entered: 1 },
    },
    players: [
      {
        ...{ player: ANNA, name: 'Anna', isBot: false, rating: 1500, at: 0, isOut },
        ...{ readyAt: 0, game: null, opponent: null, blacks: 0, ...NO_TALLY },
      },
    ],
  }
}

/** A store whose readings end when the test says so, and what was seen through it. */
function setUp(round: number) {
  const readings: ((isOut: boolean) => void)[] = []
  let turns = 0
  const read = () =>
    new Promise<StoredArena>((resolve) => {
      readings.push((isOut) => resolve(arenaIn(round, isOut)))
    })
  const inTurn = async <T>(awaited: Promise<T>) => {
    const result = await awaited
    turns++
    return result
  }
  const seen = new SeenTournaments({ read }, { inTurn }, 60_000)
  const isAnnaOut = async () => {
    const found = await seen.look(ID)
    return typeof found === 'object' && 'players' in found && found.players[0]?.isOut
  }
  return { seen, readings, isAnnaOut, turnsTaken: () => turns }
}

test('a tournament is read once for all who ask meanwhile, and each takes a turn', async () => {
  const { readings, isAnnaOut, turnsTaken } = setUp(1)
  const looks = [isAnnaOut(), isAnnaOut(), isAnnaOut()]
  readings[0]?.(false)
  expect(await Promise.all(looks)).toEqual([false, false, false])
  expect([readings.length, turnsTaken()]).toEqual([1, 3])
  expect(await isAnnaOut()).toBe(false)
  expect([readings.length, turnsTaken()]).toEqual([1, 3])
})

test('who leaves and comes back is seen to, without another reading', async () => {
  const { seen, readings, isAnnaOut } = setUp(1)
  const look = isAnnaOut()
  readings[0]?.(false)
  await look
  seen.change(ID, ANNA, true)
  expect(await isAnnaOut()).toBe(true)
  seen.change(ID, ANNA, false)
  expect(await isAnnaOut()).toBe(false)
  expect(readings).toHaveLength(1)
})

test.each([
  ['comes for the first time', 1, playerId('bert')],
  ['leaves before the beginning', 0, ANNA],
])('a tournament is read again when a player %s', async (_, round, player) => {
  const { seen, readings, isAnnaOut } = setUp(round)
  const look = isAnnaOut()
  readings[0]?.(false)
  await look
  seen.change(ID, player, false)
  const again = isAnnaOut()
  expect(readings).toHaveLength(2)
  readings[1]?.(true)
  expect(await again).toBe(true)
})

test('what is being read when a player leaves is not kept', async () => {
  const { seen, readings, isAnnaOut } = setUp(1)
  const before = isAnnaOut()
  seen.change(ID, ANNA, true)
  const after = isAnnaOut()
  readings[1]?.(true)
  expect(await after).toBe(true)
  readings[0]?.(false)
  expect(await before).toBe(false)
  expect(await isAnnaOut()).toBe(true)
  expect(readings).toHaveLength(2)
})
