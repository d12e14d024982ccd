import { setImmediate as turn } from 'node:timers/promises'
import { tournamentIdSchema } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Alone } from '../src/cluster/alone.ts'
import { type NewGame, newGame } from '../src/game/new-game.ts'
import { SYSTEM_CHANCE } from '../src/ground/chance.ts'
import { ServerClock } from '../src/ground/clock.ts'
import { LongWork } from '../src/limiting/long-work.ts'
import { EventStream } from '../src/live/events.ts'
import { Fairness } from '../src/live/fairness.ts'
import { Games } from '../src/live/games.ts'
import { Journal } from '../src/live/journal.ts'
import { breaksAt } from '../src/players/break-store.ts'
import { Ratings } from '../src/ratings/ratings.ts'
import type { Database } from '../src/store/database.ts'
import { GameStore } from '../src/store/game-store.ts'
import { LeftDeals } from '../src/store/left-deals.ts'
import { RowReader } from '../src/store/row-reader.ts'
import { Shifts } from '../src/store/shifts.ts'
import { describeOnEach } from './helpers/databases.ts'
import { TERMS } from './helpers/decisions.ts'
import { playerId } from './helpers/ids.ts'

const rows = new RowReader(({ table }) => expect.fail(table))

const SWISS = tournamentIdSchema.parse('Swiss1234567')
const PLAYERS = Array.from({ length: 40 }, (_, n) => playerId(`player${n + 10}`))
/** Longer than a task may hold the event loop. */
const BUSY_MS = 3

let database: Database
let events: EventStream
let games: Games

function gamesOn(opened: Database): Games {
  const { db } = opened
  const clock = new ServerClock()
  const now = () => clock.now()
  const [journal, shifts] = [new Journal(opened), new Shifts(opened)]
  const store = new GameStore(db, expect.fail)
  return new Games({
    ...{ store, journal, shifts, events, now, chance: SYSTEM_CHANCE, longWork: new LongWork() },
    fairness: new Fairness({ leftDeals: new LeftDeals(db), journal, now }),
    ratings: new Ratings({ db, rows }, now),
    breaksAt: (players, at) => breaksAt({ db, rows }, players, at),
    refusalToMeet: async () => undefined,
    mostLoaded: 100,
    cluster: new Alone({ db, store, shifts, clock, isEmpty: () => true }),
  })
}

/** Stores a tournament that all players have entered. */
async function hold(): Promise<void> {
  const { db } = database
  const players = PLAYERS.map((id) => ({ id, name: id, nameKey: id, createdAt: 0 }))
  await db.insertInto('players').values(players).execute()
  await db
    .insertInto('tournaments')
    .values({
      ...{ id: SWISS, kind: 'swiss', maker: playerId('player10'), termsJson: '{}', rounds: 3 },
      ...{ createdAt: 0, startsAt: 0, round: 0, entered: PLAYERS.length, endedAt: null },
      ...{ lastsMinutes: null, admitsBots: null, wavedAt: null },
    })
    .execute()
  const entry = { tournament: SWISS, at: 0, rating: 1500, outAt: null }
  const entries = PLAYERS.map((player) => ({ ...entry, player }))
  await db.insertInto('tournamentEntries').values(entries).execute()
}

/** The games of the first round. */
function madeGames(): readonly NewGame[] {
  return Array.from({ length: PLAYERS.length / 2 }, (_, n) => {
    const [black, white] = PLAYERS.slice(2 * n, 2 * n + 2).map((id) => ({ id, name: id }))
    if (black === undefined || white === undefined) return expect.fail()
    const agreement = { terms: TERMS, seats: { black, white }, isByLot: true, kept: undefined }
    return newGame({ ...agreement, now: 1000, fresh: SYSTEM_CHANCE.fresh() })
  })
}

function beginRound(made: readonly NewGame[]) {
  const pairings = made.map(({ game: { view } }) => ({
    players: [view.seats.black.id, view.seats.white.id] as const,
    game: view.id,
  }))
  const round = { tournament: SWISS, round: 1, rounds: 3, entered: PLAYERS.length, pairings }
  return games.beginRound(made, { ...round, byeScore: 2 })
}

describeOnEach('a game of a round', (open) => {
  beforeEach(async () => {
    database = await open()
    events = new EventStream()
    games = gamesOn(database)
    games.start()
    await hold()
  })
  afterEach(() => database.close())

  test('stays the one that a player has opened while other games of the round still begin', async () => {
    events.on('gameStarted', () => {
      for (const until = performance.now() + BUSY_MS; performance.now() < until; );
    })
    const made = madeGames()
    const last = made.at(-1)?.game.view.id ?? expect.fail()
    const begun = beginRound(made)
    for (;;) {
      const opened = await games.open(last)
      if (opened.ok) {
        expect((await begun).ok).toBe(true)
        expect(games.loaded(last)).toBe(opened.value)
        return
      }
      await turn()
    }
  })
})
