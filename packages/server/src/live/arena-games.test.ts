import { type TournamentId, tournamentIdSchema } from '@hokito/protocol'
import { err } from '@hokito/rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import { gameId, playerId } from '../../test/helpers/ids.ts'
import { write } from '../../test/helpers/journal.ts'
import type { Database } from '../store/database.ts'
import { addArenaPlayer } from '../tournaments/arena-store.ts'
import { Journal } from './journal.ts'
import type { Unit } from './writes.ts'

const ARENA: TournamentId = tournamentIdSchema.parse('Arena1234567')
const NAMES = ['anna', 'bert', 'cleo', 'dora', 'emil']

let database: Database

async function begin(opened: Database): Promise<void> {
  database = opened
  await database.db
    .insertInto('tournaments')
    .values({
      ...{ id: ARENA, kind: 'arena', maker: playerId('anna'), termsJson: '{}', rounds: 0 },
      ...{ createdAt: 0, startsAt: 0, round: 1, entered: NAMES.length, endedAt: null },
      ...{ lastsMinutes: 10, admitsBots: null, wavedAt: null },
    })
    .execute()
  for (const name of NAMES) {
    const player = playerId(name)
    await database.db
      .insertInto('players')
      .values({ id: player, name, nameKey: name, createdAt: 0 })
      .execute()
    const entry = { tournament: ARENA, player, at: 0 }
    await database.db
      .insertInto('tournamentEntries')
      .values({ ...entry, rating: 1500, outAt: null })
      .execute()
    await database.transact((transaction) => addArenaPlayer(transaction, entry))
  }
}

/** A game between two players who have already played this many games each. */
function unitOf(name: string, one: string, other: string, games = 0): Unit {
  const id = gameId(name)
  const [black, white] = [playerId(one), playerId(other)]
  const seats = { black: { player: black, games }, white: { player: white, games } }
  return [
    { kind: 'game', id, black, white, createdAt: 0, secret: undefined },
    { kind: 'arenaGame', tournament: ARENA, game: id, seats },
  ]
}

/** The conflict of a game that cannot begin. */
function takenAs(name: string) {
  return err({ kind: 'arenaGameTaken', tournament: ARENA, game: gameId(name) })
}

const gamesStored = async () =>
  (await database.db.selectFrom('games').select('id').orderBy('id').execute()).map(({ id }) => id)

describeOnEach('a game of an arena', (open) => {
  beforeEach(async () => begin(await open()))
  afterEach(() => database.close())

  test('is not begun for a player whom another node has just given one', async () => {
    const nodes = [new Journal(database), new Journal(database)] as const
    const [mine, other, theirs] = await Promise.all([
      nodes[0].write(unitOf('one', 'anna', 'bert')),
      nodes[0].write(unitOf('two', 'cleo', 'dora')),
      nodes[1].write(unitOf('three', 'bert', 'emil')),
    ])
    expect(other.ok).toBe(true)
    expect([mine, theirs].filter(({ ok }) => !ok)).toEqual([takenAs(mine.ok ? 'three' : 'one')])
    expect(await gamesStored()).toHaveLength(2)
    const rows = await database.db.selectFrom('arenaPairings').select(['player', 'game']).execute()
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ player }) => player)).size).toBe(4)
  })

  test('is not begun by what was known before the last one', async () => {
    const journal = new Journal(database)
    await write(journal, unitOf('one', 'anna', 'bert'))
    await database.db.updateTable('arenaPlayers').set({ game: null, games: 1 }).execute()
    expect(await journal.write(unitOf('two', 'anna', 'bert'))).toEqual(takenAs('two'))
    await write(journal, unitOf('three', 'anna', 'bert', 1))
    expect(await gamesStored()).toHaveLength(2)
  })

  test('does not begin for a player who pauses, nor once the arena is over', async () => {
    const journal = new Journal(database)
    await database.db
      .updateTable('tournamentEntries')
      .set({ outAt: 1 })
      .where('player', '=', playerId('anna'))
      .execute()
    expect(await journal.write(unitOf('one', 'anna', 'bert'))).toEqual(takenAs('one'))
    await database.db.updateTable('tournaments').set({ endedAt: 1 }).execute()
    expect(await journal.write(unitOf('two', 'cleo', 'dora'))).toEqual(takenAs('two'))
    expect(await gamesStored()).toEqual([])
    const players = await database.db.selectFrom('arenaPlayers').select('game').execute()
    expect(players.every(({ game }) => game === null)).toBe(true)
  })
})
