import type { GameId, PlayerId, TournamentId } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { countDamaged, expectSetAside, listed } from './helpers/damaged-tournament.ts'
import { kept } from './helpers/kept.ts'
import type { Page } from './helpers/page.ts'
import { OFTEN, startTestServer, type TestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'
import {
  ARENA,
  BEGUN_MS,
  ended,
  holdAs,
  lose,
  type Members,
  membersOf,
  named,
  OVER_MS,
  playing,
  ROUND_ROBIN,
  roundBegun,
  seen,
} from './helpers/tournament.ts'

const server = kept(() =>
  startTestServer({ metrics: { host: '127.0.0.1', port: 0 }, rhythm: OFTEN }),
)
const members = membersOf(() => server)

async function held(
  count: number,
  wish: object,
): Promise<{ readonly all: Members; readonly id: TournamentId }> {
  const all = await members(count)
  return { all, id: await holdAs(all, wish) }
}

type Db = Parameters<Parameters<TestServer['inStore']>[0]>[0]
type Damage = (db: Db, id: TournamentId, player: PlayerId) => { execute(): Promise<unknown> }

async function damage(how: Damage, id: TournamentId, by: Page): Promise<void> {
  await server.inStore((db) => how(db, id, by.player.id).execute())
}

/** Only this tournament is set aside, and the list still has the other. */
async function expectOnlySetAside(id: TournamentId, sound: TournamentId, by: Page): Promise<void> {
  await expectSetAside(server, id, by)
  expect(await listed(server)).toContain(sound)
}

const tournament = (values: object): Damage => {
  return (db, id) => db.updateTable('tournaments').set(values).where('id', '=', id)
}
const arenaPlayer = (values: object): Damage => {
  return (db, id, player) =>
    db
      .updateTable('arenaPlayers')
      .set(values)
      .where('tournament', '=', id)
      .where('player', '=', player)
}
const arenaPairing = (values: object): Damage => {
  return (db, id, player) =>
    db
      .updateTable('arenaPairings')
      .set(values)
      .where('tournament', '=', id)
      .where('player', '=', player)
}
const pairing = (values: object): Damage => {
  return (db, id, player) =>
    db
      .updateTable('tournamentPairings')
      .set(values)
      .where('tournament', '=', id)
      .where('player', '=', player)
}
const goneFrom = (
  table: 'arenaPlayers' | 'arenaPairings' | 'tournamentEntries' | 'tournamentPairings',
): Damage => {
  return (db, id, player) =>
    db.deleteFrom(table).where('tournament', '=', id).where('player', '=', player)
}

describe.each([
  ['an arena', ARENA],
  ['a round robin', ROUND_ROBIN],
])('%s whose row is damaged', (_, wish) => {
  test.each<[string, Damage]>([
    ['terms that are no JSON', tournament({ termsJson: '{' })],
    ['terms of something else', tournament({ termsJson: '{"games":2}' })],
    ...(wish === ARENA
      ? [
          ['an arena without its time', tournament({ lastsMinutes: null })] as [string, Damage],
          ['an arena that is over before it begins', tournament({ lastsMinutes: -1 })] as [
            string,
            Damage,
          ],
        ]
      : []),
  ])('is left out of the list, says so itself, and waits to be mended: %s', async (_, how) => {
    const before = await countDamaged(server)
    const { id: sound } = await held(1, wish)
    const { all, id } = await held(2, wish)
    const [row] = await server.inStore((db) =>
      db.selectFrom('tournaments').selectAll().where('id', '=', id).execute(),
    )
    await damage(how, id, all[0])
    await expectOnlySetAside(id, sound, all[0])
    const { body } = await ask(`${server.url}/api/tournaments`)
    expect(body).not.toContain(id)
    expect(await countDamaged(server)).toBe(before + 1)
    server.advance(BEGUN_MS)
    const { id: other, all: others } = await held(2, wish)
    server.advance(BEGUN_MS)
    await roundBegun(others[0], other, 1)
    const { termsJson, lastsMinutes } = row ?? expect.fail()
    await damage(tournament({ termsJson, lastsMinutes }), id, all[0])
    await roundBegun(all[0], id, 1)
  })
})

describe('an arena of which a row is damaged', () => {
  test.each<[string, Damage]>([
    ['an entry that is gone', goneFrom('tournamentEntries')],
    ['a player who is gone', goneFrom('arenaPlayers')],
    ['games that are gone', goneFrom('arenaPairings')],
    ['a score that no games give', arenaPlayer({ score: 99 })],
    ['more games than there are', arenaPlayer({ games: 7 })],
    ['points below none', arenaPlayer({ points: -1 })],
    ['an opponent who is nobody', arenaPlayer({ opponent: 'nobody000000' })],
    ['a game that cannot be one', arenaPlayer({ game: '?' })],
    ['another game than the opponent', arenaPlayer({ game: 'AAAAAAAAAAAA' })],
    ['no game where there is one', arenaPlayer({ game: null })],
    ['a result that there is not', arenaPairing({ score: 7, points: 0 })],
    ['a result that nobody has counted', arenaPairing({ score: 2, points: 3 })],
    ['a gap in the numbers', arenaPairing({ number: 5 })],
  ])('is set aside and goes no further: %s', async (_, how) => {
    const before = await countDamaged(server)
    const { all, id } = await held(4, ARENA)
    const { id: sound } = await held(2, ROUND_ROBIN)
    server.advance(BEGUN_MS)
    const games = await playing(all[0], id, 2)
    await damage(how, id, all[0])
    await expectOnlySetAside(id, sound, all[0])
    expect(await countDamaged(server)).toBe(before + 1)
    const [{ game, names } = expect.fail()] = games
    await lose(all, game, named(all, names[0]))
    server.advance(OVER_MS)
    const { id: other, all: others } = await held(2, ARENA)
    server.advance(BEGUN_MS)
    await playing(others[0], other, 1)
    const [row] = await server.inStore((db) =>
      db.selectFrom('tournaments').select('endedAt').where('id', '=', id).execute(),
    )
    expect(row?.endedAt).toBeNull()
  })

  test('goes on once it is mended', async () => {
    const { all, id } = await held(2, ARENA)
    const { id: sound } = await held(2, ROUND_ROBIN)
    server.advance(BEGUN_MS)
    const [{ game, names } = expect.fail()] = await playing(all[0], id, 1)
    await damage(arenaPlayer({ points: 5 }), id, all[0])
    await expectOnlySetAside(id, sound, all[0])
    await lose(all, game, named(all, names[1]))
    await damage(arenaPlayer({ points: 0 }), id, all[0])
    await playing(all[0], id, 0)
    expect((await seen(all[0], id)).standings).toMatchObject([
      { name: names[0], score: 2, wins: 1 },
      { name: names[1], score: 0, wins: 0 },
    ])
  })
})

describe('a game of an arena that cannot be read', () => {
  test('is drawn, and both play on', async () => {
    const { all, id } = await held(2, ARENA)
    server.advance(BEGUN_MS)
    const [{ game } = expect.fail()] = await playing(all[0], id, 1)
    await server.inStore((db) =>
      db
        .updateTable('events')
        .set({ eventJson: '{' })
        .where('game', 'in', db.selectFrom('games').select('key').where('id', '=', game))
        .execute(),
    )
    await server.restart()
    // Opening the game detects the damage.
    await ask(`${server.url}/api/games/${game}`)
    await playing(all[0], id, 0)
    const { standings } = await seen(all[0], id)
    expect(standings.map(({ score, games }) => [score, games])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  test('is drawn where it is not there at all, so that both play on', async () => {
    const { all, id } = await held(2, ARENA)
    server.advance(BEGUN_MS)
    await playing(all[0], id, 1)
    const gone = { game: 'AAAAAAAAAAAA' as GameId }
    await server.inStore(async (db) => {
      await db.transaction().execute(async (transaction) => {
        for (const table of ['arenaPlayers', 'arenaPairings'] as const) {
          await transaction.updateTable(table).set(gone).where('tournament', '=', id).execute()
        }
      })
    })
    await playing(all[0], id, 0)
    expect((await seen(all[0], id)).standings.map(({ score }) => score)).toEqual([1, 1])
    // Their real game goes on until the time for its first move is over.
    server.advance(61_000)
    const [{ game } = expect.fail()] = await playing(all[0], id, 1)
    expect(game).not.toBe(gone.game)
  })
})

describe('a round robin of which a round is damaged', () => {
  test.each<[string, Damage]>([
    ['a row that is gone', goneFrom('tournamentPairings')],
    ['an entry that is gone', goneFrom('tournamentEntries')],
    ['a score that there is not', pairing({ score: 7 })],
    ['neither a game nor a result', pairing({ game: null })],
    ['an opponent who is nobody', pairing({ opponent: 'nobody000000' })],
    [
      'one more player, so that others should have met',
      (db, id) =>
        db.insertInto('tournamentEntries').values({
          ...{ tournament: id, player: 'nobody000000' as PlayerId },
          ...{ at: 1, rating: 9000, outAt: null },
        }),
    ],
  ])('is set aside and goes no further: %s', async (_, how) => {
    const before = await countDamaged(server)
    const { all, id } = await held(4, ROUND_ROBIN)
    const { id: sound } = await held(1, ARENA)
    server.advance(BEGUN_MS)
    await roundBegun(all[0], id, 1)
    await damage(how, id, all[0])
    await server.inStore((db) =>
      db
        .updateTable('tournamentPairings')
        .set({ score: 1, points: 0 })
        .where('tournament', '=', id)
        .where('score', 'is', null)
        .execute(),
    )
    await expectOnlySetAside(id, sound, all[0])
    expect(await countDamaged(server)).toBe(before + 1)
    const { id: other, all: others } = await held(2, ROUND_ROBIN)
    server.advance(BEGUN_MS)
    await roundBegun(others[0], other, 1)
    const [row] = await server.inStore((db) =>
      db.selectFrom('tournaments').select('round').where('id', '=', id).execute(),
    )
    expect(row?.round).toBe(1)
  })
})

test('a match of a round robin whose game is not there is drawn', async () => {
  const { all, id } = await held(2, ROUND_ROBIN)
  server.advance(BEGUN_MS)
  await roundBegun(all[0], id, 1)
  await server.inStore((db) =>
    db
      .updateTable('tournamentPairings')
      .set({ game: 'AAAAAAAAAAAA' as GameId })
      .where('tournament', '=', id)
      .execute(),
  )
  await ended(all[0], id)
  expect((await seen(all[0], id)).standings.map(({ score }) => score)).toEqual([1, 1])
})

test('an entry of nobody in an arena is never paired, and holds up nobody', async () => {
  const { all, id } = await held(2, ARENA)
  const nobody = 'nobody000000' as PlayerId
  await server.inStore(async (db) => {
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('tournamentEntries')
        .values({ tournament: id, player: nobody, at: 1, rating: 9000, outAt: null })
        .execute()
      await transaction
        .insertInto('arenaPlayers')
        .values({
          ...{ tournament: id, player: nobody, readyAt: 1, game: null, opponent: null, blacks: 0 },
          ...{ games: 0, score: 0, wins: 0, streak: 0, points: 0 },
        })
        .execute()
    })
  })
  server.advance(BEGUN_MS)
  const [match] = await playing(all[0], id, 1)
  expect(match?.names.toSorted()).toEqual(all.map(({ player }) => player.name).toSorted())
  const { standings } = await seen(all[0], id)
  expect(standings.filter(({ isOut }) => isOut)).toHaveLength(1)
})
