import {
  type ChallengeId,
  type CommandId,
  dealOfArrangements,
  type GameEvent,
  type GameId,
} from '@hokito/protocol'
import { formatDeal, legalMoves } from '@hokito/rules'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kept } from '../../helpers/kept.ts'
import { commandId, GIVEN_TERMS, Page, pairUp } from '../../helpers/page.ts'
import { moveIn, playTo } from '../../helpers/play.ts'
import { ON_POSTGRES, startTestServer } from '../../helpers/server.ts'

const server = kept(() => startTestServer(), 'each')

describe('another writer’s event in the database of a running server', () => {
  test('S1: is read before a command is decided, and the game goes on from what is true', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playTo(table, 4)
    await writeAside(game, { kind: 'paused', at: Date.now(), ms: 5000 })
    await moveIn(black, game)
    // The opponent, who has the game open, has received the missed event.
    const { version } = black.view(game)
    await white.sees(game, (view) => view.version === version)
    await playTo(table, 7)
    expect((await white.command(game, 'resign')).ok).toBe(true)
  })

  test('S1: a move of theirs is shown to both players, and counts', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playTo(table, 4)
    const [first, second] = legalMoves(black.position(game))
    if (first === undefined || second === undefined) throw new Error('there is a choice')
    await writeAside(game, { kind: 'moved', at: Date.now(), lagMs: 0, ...first })
    expect((await black.move(game, second)).ok).toBe(false)
    for (const page of [black, white]) {
      const view = await page.sees(game, ({ moves }) => moves.length === 5)
      expect(view.moves[4]).toEqual(first)
    }
    await playTo(table, 7)
  })

  test('S1: when time has run out in such a game, it still ends', async () => {
    const table = await pairUp(server.url)
    const { black, game } = table
    await playTo(table, 4)
    await writeAside(game, { kind: 'paused', at: Date.now(), ms: 1000 })
    server.advance(400_000)
    const view = await black.sees(game, ({ ending }) => ending !== undefined)
    expect(view.ending?.kind).toBe('timeout')
  })

  test('S1: leaves the other games of the same commit alone', async () => {
    const tables = await Promise.all([1, 2, 3, 4].map(() => pairUp(server.url)))
    for (const table of tables) await playTo(table, 4)
    const [touched] = tables
    if (touched === undefined) throw new Error('there are tables')
    const [rival] = legalMoves(touched.black.position(touched.game))
    await writeAside(touched.game, { kind: 'moved', at: Date.now(), lagMs: 0, ...rival })
    const replies = await Promise.all(
      tables.map(({ black, game }) => {
        const [move] = legalMoves(black.position(game))
        return black.move(game, move ?? expect.fail())
      }),
    )
    expect(replies.map(({ ok }) => ok)).toEqual([false, true, true, true])
  })

  test('S1: that cannot be read sets this game aside and no other', async () => {
    const [table, other] = await Promise.all([pairUp(server.url), pairUp(server.url)])
    await playTo(table, 4)
    await writeAside(table.game, { kind: 'won', by: 'me' })
    const [move] = legalMoves(table.black.position(table.game))
    expect(await table.black.move(table.game, move ?? expect.fail())).toMatchObject({
      refusal: { code: 'damagedGame' },
    })
    await playTo(other, 4)
  })

  test('S1: a command that always comes too late is refused with the game as it is', async () => {
    const table = await pairUp(server.url)
    const { black, game } = table
    await playTo(table, 4)
    await runAside(BEGIN_RIVAL)
    const [move] = legalMoves(black.position(game))
    const reply = await black.move(game, move ?? expect.fail())
    await runAside(END_RIVAL)
    expect(reply).toMatchObject({ refusal: { code: 'stale' }, game: { moves: { length: 4 } } })
    await playTo(table, 6)
  })

  test('S1: counts a command once whose first writing was not heard of', async () => {
    const table = await pairUp(server.url)
    const { black, game } = table
    await playTo(table, 4)
    const [move] = legalMoves(black.position(game))
    if (move === undefined) throw new Error('Black can move')
    const id = commandId()
    await writeAside(game, { kind: 'moved', at: Date.now(), lagMs: 0, ...move }, id)
    const reply = await black.send({ type: 'move', game, ply: 4, id, ...move })
    expect(reply).toMatchObject({ ok: true, game: { moves: { length: 5 } } })
  })

  test('S1: a draft does not overwrite what its side has placed for good unheard', async () => {
    const { black, game } = await pairUp(server.url, { setup: { kind: 'placed' } })
    await black.command(game, 'draft', { arrangement: '1-----------------' })
    await placeAside(game, '111111222222333333')
    const late = await black.command(game, 'draft', { arrangement: '11----------------' })
    expect(late).toMatchObject({ refusal: { code: 'alreadyPlaced' } })
    await server.restart()
    await black.connect()
    const reply = await black.send({ type: 'openGame', game })
    expect(reply).toMatchObject({ arrangement: '111111222222333333' })
  })
})

test('S1: what a side has placed unheard counts when the time for it is up', async () => {
  const { black, game } = await pairUp(server.url, { setup: { kind: 'placed' } })
  await black.command(game, 'draft', { arrangement: '1-----------------' })
  const arrangement = '111111222222333333'
  await server.inStore((db) => db.updateTable('arrangements').set({ arrangement }).execute())
  server.advance(3_600_000)
  const { deal } = await black.sees(game, (view) => view.deal !== undefined)
  const placed = dealOfArrangements({ black: arrangement, white: arrangement })
  expect(deal?.split('.')[0]).toBe(formatDeal(placed).split('.')[0])
})

describe('a challenge whose game is stored although nobody has heard of it', () => {
  test('S1: leads both players of that game there, and both hear that it has begun', async () => {
    const { black, white, game } = await pairUp(server.url)
    const challenge = await offer(black)
    await takeAside(challenge, game)
    expect(await accept(white, challenge)).toEqual({ ok: true, started: game })
    for (const page of [black, white]) {
      await page.hear('started', (told) => told.challenge === challenge && told.game === game)
    }
    expect(await accept(white, challenge)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
  })

  test('S1: is closed for others, and they keep their own challenges', async () => {
    const [table, other] = await Promise.all([pairUp(server.url), Page.open(server.url)])
    const challenge = await offer(table.black)
    await takeAside(challenge, table.game)
    const timeControl = { kind: 'correspondence', daysPerMove: 2 } as const
    const waiting = await other.send({ type: 'quickPair', id: commandId(), timeControl })
    expect(await accept(other, challenge)).toMatchObject({ refusal: { code: 'unknownChallenge' } })
    expect(await other.send({ type: 'seeChallenge', challenge })).toMatchObject({
      taken: { id: table.game },
    })
    expect(await other.send({ type: 'openLobby' })).toMatchObject({
      challenges: ['challenge' in waiting ? waiting.challenge : expect.fail()],
    })
  })
})

// --- internal ---

async function offer(page: Page): Promise<ChallengeId> {
  const challenge = { terms: GIVEN_TERMS, color: 'random', isListed: true } as const
  const offered = await page.send({ type: 'challenge', id: commandId(), ...challenge })
  return offered.ok ? offered.challenge.id : expect.fail(JSON.stringify(offered))
}

const accept = (page: Page, challenge: ChallengeId) =>
  page.send({ type: 'acceptChallenge', id: commandId(), challenge })

/** Turns a game into that of a challenge, as if the answer to its commit had been lost. */
async function takeAside(challenge: ChallengeId, game: GameId): Promise<void> {
  await server.inStore(async (db) => {
    await db.updateTable('games').set({ challenge }).where('id', '=', game).execute()
    await db.deleteFrom('challenges').where('id', '=', challenge).execute()
  })
}

/** Makes a rival write to each game a moment before the server does. */
const BEGIN_RIVAL = ON_POSTGRES
  ? [
      'create function be_first() returns trigger language plpgsql as $$ begin return null; end $$',
      'create trigger rival before insert on events for each row execute function be_first()',
    ]
  : [
      `create trigger rival before insert on events
       begin insert into events (game, version, "eventJson") values (new.game, new.version, '{}'); end`,
    ]
const END_RIVAL = [ON_POSTGRES ? 'drop trigger rival on events' : 'drop trigger rival']

/** Makes Black ready without the server, like a commit of which it has received no hint. */
async function placeAside(game: GameId, arrangement: string): Promise<void> {
  await writeAside(game, { kind: 'placed', at: Date.now(), color: 'black', how: 'byPlayer' })
  await server.inStore((db) =>
    db
      .updateTable('arrangements')
      .set({ arrangement })
      .where('color', '=', 'black')
      .where('game', '=', (games) => games.selectFrom('games').select('key').where('id', '=', game))
      .execute(),
  )
}

async function runAside(statements: readonly string[]): Promise<void> {
  await server.inStore(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })
}

/** Writes the next event of a game without the server, as a second one on the same file would. */
async function writeAside(
  game: GameId,
  event: GameEvent | object,
  command: CommandId | null = null,
): Promise<void> {
  await server.inStore(async (db) => {
    const { key, version } = await db
      .selectFrom('games')
      .innerJoin('events', 'events.game', 'games.key')
      .select(({ fn }) => ['games.key', fn.max('version').as('version')])
      .where('games.id', '=', game)
      .groupBy('games.key')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('events')
      .values({ game: key, version: version + 1, command, eventJson: JSON.stringify(event) })
      .execute()
  })
}
