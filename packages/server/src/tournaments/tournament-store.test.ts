import { type PlayerId, type TournamentId, tournamentIdSchema } from '@hokito/protocol'
import type { Insertable, Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { WISH } from '../../test/helpers/tournament.ts'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { TournamentStore } from './tournament-store.ts'

const ID: TournamentId = tournamentIdSchema.parse('Tournament12')
const ENTRANTS = 100
const ROUNDS = 11
/** Games of each player in an arena. */
const GAMES = 50

let database: Database
/** What happened while a tournament was read: the rows of each statement, and where others had a turn. */
let steps: (number | 'turn')[]
let store: TournamentStore

function begin(opened: Database): void {
  database = opened
  steps = []
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      steps.push(result.rows.length)
      return result
    },
  }
  const goOn = async () => {
    steps.push('turn')
    return true
  }
  const work = { begin: () => ({ goOn }) }
  store = new TournamentStore(database.db.withPlugin(counter), work, () => undefined)
}

const players = Array.from({ length: ENTRANTS }, (_, n) => playerId(`p${n}x`))
/** Neighbours play each other. */
const opponentOf = (n: number) => players[n + 1 - 2 * (n % 2)] as PlayerId

async function insert<T extends keyof Tables>(table: T, rows: Insertable<Tables[T]>[]) {
  for (let from = 0; from < rows.length; from += 500) {
    const db: Kysely<Tables> = database.db
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 500))
      .execute()
  }
}

async function enterAll(kind: 'swiss' | 'arena', rounds: number): Promise<void> {
  const { timeControl } = WISH
  const terms = { setup: { kind: 'standard' }, endRule: 'either', timeControl, games: 2 }
  const row = {
    ...{ id: ID, kind, maker: playerId('maker'), rounds: kind === 'swiss' ? rounds : 0 },
    ...{ createdAt: 0, startsAt: 0, round: rounds, entered: ENTRANTS, endedAt: null },
    ...{ lastsMinutes: kind === 'arena' ? 180 : null, admitsBots: null, wavedAt: null },
    termsJson: JSON.stringify({ ...terms, allowsTakebacks: false }),
  }
  await insert('tournaments', [row])
  const named = players.map((id) => ({ id, name: id, nameKey: id, createdAt: 0 }))
  await insert('players', named)
  const entry = { tournament: ID, at: 0, rating: 1500, outAt: null }
  await insert(
    'tournamentEntries',
    players.map((player) => ({ ...entry, player })),
  )
}

/** In each round all matches are won by the second of two neighbours. */
async function fillSwiss(): Promise<void> {
  await enterAll('swiss', ROUNDS)
  const rows = Array.from({ length: ROUNDS }, (_, index) =>
    players.map((player, n) => {
      const board = Math.floor(n / 2) + 1
      return {
        ...{ tournament: ID, round: index + 1, player, board, opponent: opponentOf(n) },
        ...{ game: gameId(`g${index}x${board}x`), next: gameId(`h${index}x${board}x`) },
        ...{ score: 2 * (n % 2), points: 1, isAbsent: 0 },
      }
    }),
  )
  await insert('tournamentPairings', rows.flat())
}

async function fillArena(): Promise<void> {
  await enterAll('arena', 1)
  await insert(
    'arenaPlayers',
    players.map((player, n) => {
      const wins = n % 2 === 0 ? 0 : GAMES
      return {
        ...{ tournament: ID, player, readyAt: 0, game: null, opponent: opponentOf(n) },
        ...{ blacks: GAMES, games: GAMES, score: 2 * wins, wins, streak: 0, points: GAMES },
      }
    }),
  )
  const rows = players.flatMap((player, n) =>
    Array.from({ length: GAMES }, (_, index) => ({
      ...{ tournament: ID, player, number: index + 1, opponent: opponentOf(n) },
      ...{ game: gameId(`g${index}x${Math.floor(n / 2)}x`), isBlack: 1 },
      ...{ score: 2 * (n % 2), points: 1, isAbsent: 0 },
    })),
  )
  await insert('arenaPairings', rows)
}

describeOnEach('a large tournament', (open) => {
  beforeEach(async () => begin(await open()))
  afterEach(() => database.close())

  test('of rounds is read by pages and checked by rounds, and others have their turn in between', async () => {
    await fillSwiss()
    const found = await store.read(ID)
    expect(found).toMatchObject({ standings: { length: ENTRANTS, 0: { score: 2 * ROUNDS } } })
    // The tournament, its entries and both pages; each round, and the standings.
    const checked = Array.from({ length: ROUNDS + 1 }, () => 'turn')
    const read = [1, ENTRANTS, 'turn', 1000, 'turn', ENTRANTS * ROUNDS - 1000]
    expect(steps).toEqual([...read, ...checked])
  })

  test('without end is read a few games at a time, and others have their turn in between', async () => {
    await fillArena()
    expect(await store.read(ID)).toMatchObject({ players: { length: ENTRANTS } })
    const [row, all, ...sums] = steps
    expect([row, all]).toEqual([1, ENTRANTS])
    const summed = sums.filter((step) => step !== 'turn')
    expect(sums).toEqual(summed.flatMap((rows) => ['turn', rows]))
    expect(summed.reduce((sum, rows) => sum + rows, 0)).toBe(ENTRANTS)
    expect(Math.max(...summed) * GAMES).toBeLessThanOrEqual(2000)
  })

  test.each([0, ENTRANTS - 1])(
    'without end is damaged where the games of player %i are not whole',
    async (n) => {
      await fillArena()
      const last = database.db
        .deleteFrom('arenaPairings')
        .where('player', '=', players[n] as PlayerId)
        .where('number', '=', GAMES)
      await last.execute()
      expect(await store.read(ID)).toBe('damaged')
    },
  )
})
