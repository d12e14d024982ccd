import type { Challenge, PlayerCard, PlayerId, TimeControl } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { PEACEFUL } from '../../test/helpers/lobby.ts'
import { newGame } from '../game/new-game.ts'
import { SYSTEM_CHANCE } from '../ground/chance.ts'
import { type Database, IN_MEMORY, openDatabase } from '../store/database.ts'
import { ChallengeStore } from './challenge-store.ts'
import { EventStream } from './events.ts'
import { Lobby } from './lobby.ts'

const PLAYERS = ['anna', 'bert', 'carl'].map((name) => ({ id: playerId(name), name }))
const [ANNA, BERT, CARL] = PLAYERS as [PlayerCard, PlayerCard, PlayerCard]
const BLITZ: TimeControl = { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 }

let database: Database
let lobby: Lobby
const waiting = new Set<PlayerId>()

beforeEach(async () => {
  waiting.clear()
  database = await openDatabase(IN_MEMORY)
  for (const { id, name } of PLAYERS) {
    await database.db
      .insertInto('players')
      .values({ id, name, nameKey: name, createdAt: 0 })
      .execute()
  }
  lobby = new Lobby({
    ...PEACEFUL,
    store: new ChallengeStore(database.db, expect.fail),
    chance: SYSTEM_CHANCE,
    now: () => 0,
    begin: async ({ terms, challenger }, seats) => {
      if (waiting.has(challenger.id)) return err('opponentWaits')
      const agreement = { terms, seats, isByLot: true, kept: undefined, now: 0 }
      return ok(newGame({ ...agreement, fresh: SYSTEM_CHANCE.fresh() }).game)
    },
    isHere: () => true,
    countRunning: async () => 0,
    events: new EventStream(),
  })
})
afterEach(() => database.close())

test('S8: two who seek a game are paired past one who has to wait', async () => {
  await lobby.pair(ANNA, BLITZ)
  waiting.add(ANNA.id)
  const offered = await lobby.pair(BERT, BLITZ)
  expect(offered.ok && 'challenge' in offered.value).toBe(true)
  const paired = await lobby.pair(CARL, BLITZ)
  expect(paired.ok && 'game' in paired.value).toBe(true)
  // A player who has to wait loses a listed challenge as soon as it would be accepted.
  expect(lobby.ofPlayer(ANNA.id)).toEqual([])
})

test('S8: the listed challenge of a player who must wait closes, the one with a link stays', async () => {
  await lobby.pair(ANNA, BLITZ)
  const [{ terms }] = lobby.ofPlayer(ANNA.id) as [Challenge]
  const link = await lobby.offer(ANNA, { terms, color: 'random', isListed: false })
  await lobby.closeListed(ANNA.id)
  expect(link.ok && lobby.ofPlayer(ANNA.id)).toEqual([link.ok && link.value])
})
