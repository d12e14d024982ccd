import {
  EXPLORED_PLIES,
  EXPLORER_PAGE,
  type ExplorerGames,
  type ExplorerTopic,
  explorerGamesSchema,
  explorerMovesSchema,
  explorerStatisticsSchema,
  type GameId,
  httpRefusalSchema,
} from '@hokito/protocol'
import {
  type Deal,
  END_RULES,
  formatDeal,
  formatMove,
  formatPosition,
  legalMoves,
  type Position,
  play,
  randomDeal,
  randomIndex,
  SYMMETRIES,
  score,
  seededBytes,
  start,
  transformMove,
  transformPosition,
} from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ExplorerStore } from '../src/explorer/explorer-store.ts'
import { Walk } from '../src/explorer/walk.ts'
import { LongWork } from '../src/limiting/long-work.ts'
import type { Database } from '../src/store/database.ts'
import { GameStore } from '../src/store/game-store.ts'
import { RowReader } from '../src/store/row-reader.ts'
import { describeOnEach } from './helpers/databases.ts'
import {
  drawMoves,
  endGame,
  type FinishedGame,
  inMirror,
  storeGame,
} from './helpers/finished-games.ts'
import { playerId } from './helpers/ids.ts'
import { kept } from './helpers/kept.ts'
import { commandId, GIVEN_TERMS, Page } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { OFTEN, startTestServer } from './helpers/server.ts'

const NOW = 1_000_000
const PLAYERS = ['anna', 'bert', 'carl'] as const

/** Random games of all kinds, some with a common deal, some with a mirror image of it. */
function randomGames(seed: number, count: number): readonly FinishedGame[] {
  const bytes = seededBytes(seed)
  const pick = <T>(some: readonly [T, ...T[]]): T =>
    some[randomIndex(some.length, bytes)] ?? some[0]
  const common = randomDeal('standard', bytes)
  return Array.from({ length: count }, (_, n): FinishedGame => {
    const deal: Deal = pick([common, common, inMirror(common), randomDeal('standard', bytes)])
    const endRule = pick(END_RULES)
    const how = pick(['stuck', 'stuck', 'resigned', 'aborted'] as const)
    // Few openings, so that games share positions.
    const opening = drawMoves(start(deal, endRule), pick([1, 2]), pick([0, 2, 5]))
    const after = opening.reduce((position, move) => play(position, move), start(deal, endRule))
    const rest = drawMoves(after, seed * 1000 + n, how === 'stuck' ? 99 : 3)
    const seats = { black: playerId(pick(PLAYERS)), white: playerId(pick(PLAYERS)) }
    return {
      deal,
      endRule,
      how,
      moves: [...opening, ...rest],
      ...seats,
      isListed: pick([true, true, false]),
      // Few instants, so that several games end at the same time, and not in the order in which
      // they began.
      endedAt: 100 + randomIndex(9, bytes),
    }
  })
}

function positionsOf({ deal, endRule, moves }: FinishedGame): readonly Position[] {
  const positions = [start(deal, endRule)]
  for (const move of moves) positions.push(play(positions.at(-1) ?? expect.fail(), move))
  return positions
}

const isShown = ({ isListed, how }: FinishedGame) => isListed && how !== 'aborted'
const marginOf = (position: Position) => score(position).black - score(position).white
const lastMargin = (game: FinishedGame) => marginOf(positionsOf(game).at(-1) ?? expect.fail())

/** A board and all its symmetric images, as one key. */
function imageOf(position: Position): string {
  const images = SYMMETRIES.map((by) => formatPosition(transformPosition(position, by)))
  return images.sort()[0] ?? ''
}

const dealKey = ({ deal }: FinishedGame) => imageOf(start(deal, 'either'))

function winnerOf(game: FinishedGame): 'black' | 'draw' | 'white' {
  if (game.how === 'resigned') return 'white'
  const margin = lastMargin(game)
  if (margin === 0) return 'draw'
  return margin > 0 ? 'black' : 'white'
}

/** The explorer's expected answer for each position, counted from the games themselves. */
function recount(games: readonly FinishedGame[]): (asked: Position) => readonly string[] {
  const shown = games.filter(isShown).map((game) => ({ game, deal: dealKey(game) }))
  const played = shown
    .filter(({ deal }) => shown.filter((one) => one.deal === deal).length > 1)
    .flatMap(({ game }) => {
      const positions = positionsOf(game)
      const total = lastMargin(game)
      return game.moves.slice(0, EXPLORED_PLIES).map((move, ply) => {
        const position = positions[ply] ?? expect.fail()
        return { position, image: imageOf(position), move, total }
      })
    })
  return (asked) => {
    const [text, image] = [formatPosition(asked), imageOf(asked)]
    const counts = new Map<string, { games: number; total: number }>()
    for (const { position, move, total, ...one } of played) {
      if (one.image !== image || position.endRule !== asked.endRule) continue
      const same = SYMMETRIES.filter(
        (by) => formatPosition(transformPosition(position, by)) === text,
      )
      const name = same.map((by) => formatMove(transformMove(move, by))).sort()[0] ?? ''
      const known = counts.get(name) ?? { games: 0, total: 0 }
      counts.set(name, { games: known.games + 1, total: known.total + total })
    }
    const told = [...counts.values()]
    return told.map(({ games, total }) => `${games} ${(total / games).toFixed(6)}`).sort()
  }
}

describeOnEach('the explorer', (open) => {
  let database: Database
  let damages: string[]
  let walk: Walk
  let explorer: ExplorerStore
  beforeEach(async () => {
    database = await open()
    damages = []
    walk = newWalk()
    explorer = new ExplorerStore({ db: database.db, rows: new RowReader(() => undefined) })
    const players = PLAYERS.map((name) => ({
      id: playerId(name),
      name,
      nameKey: name,
      createdAt: 0,
    }))
    await database.db.insertInto('players').values(players).execute()
  })
  afterEach(() => database.close())

  const newWalk = () =>
    new Walk(database, new GameStore(database.db, (id) => damages.push(id)), new LongWork())
  const walkOn = async () => {
    while (await walk.run(NOW));
  }
  async function storeAll(games: readonly FinishedGame[]): Promise<readonly GameId[]> {
    const ids: GameId[] = []
    for (const game of games) ids.push((await storeGame(database, game)).id)
    return ids
  }
  async function counted(topic: ExplorerTopic, value: string) {
    const { counts } = await explorer.statistics()
    return counts.find((one) => one.topic === topic && one.value === value)
  }

  test.each([1, 2, 3])('tells just what a recount of random games says (seed %i)', async (seed) => {
    const games = randomGames(seed, 40)
    // Some games are counted straight away; the others are still running when the explorer passes
    // them.
    const [early, late] = [games.slice(0, 25), games.slice(25)]
    await storeAll(early)
    const running = []
    for (const game of late) running.push(await storeGame(database, game, false))
    await walkOn()
    for (const [n, game] of late.entries()) await endGame(database, running[n]?.key ?? 0, game)
    await walkOn()
    const shown = games.filter(isShown)
    expect(await counted('all', '')).toEqual({
      topic: 'all',
      value: '',
      games: shown.length,
      black: shown.filter((game) => winnerOf(game) === 'black').length,
      draws: shown.filter((game) => winnerOf(game) === 'draw').length,
      white: shown.filter((game) => winnerOf(game) === 'white').length,
      total: shown.reduce((sum, game) => sum + lastMargin(game), 0),
    })
    for (const ply of [0, 1, 4, 9, 20]) {
      const there = shown.flatMap((game) => positionsOf(game)[ply] ?? [])
      const standing = await counted('standing', String(ply))
      expect(standing?.games ?? 0).toBe(there.length)
      expect(standing?.total ?? 0).toBe(there.reduce((sum, at) => sum + marginOf(at), 0))
      const moved = shown.flatMap((game) => (game.moves[ply] ? (positionsOf(game)[ply] ?? []) : []))
      const choices = moved.reduce((sum, at) => sum + legalMoves(at).length, 0)
      expect((await counted('choices', String(ply)))?.total ?? 0).toBe(choices)
    }
    const expected = recount(games)
    for (const position of games.slice(0, 10).flatMap((game) => positionsOf(game).slice(0, 14))) {
      const { moves } = await explorer.movesAt(position)
      const told = moves.map(({ games, average }) => `${games} ${average.toFixed(6)}`).sort()
      expect(told).toEqual(expected(position))
    }
  })

  test('neither counts nor lists a game that was lost by not beginning it', async () => {
    const [game] = randomGames(7, 40).filter(({ how, isListed }) => how === 'stuck' && isListed)
    if (game === undefined) return expect.fail('too few')
    await storeAll([game, { ...game, how: 'abandoned', moves: [] }])
    await walkOn()
    expect((await counted('all', ''))?.games).toBe(1)
    expect(await counted('ending', 'abandoned')).toBeUndefined()
    expect(await counted('plies', '0')).toBeUndefined()
    expect((await explorer.games({}, undefined))?.games).toHaveLength(1)
  })

  test('counts each game once: again, with two walks at a time, and by another node', async () => {
    await storeAll(randomGames(4, 30))
    await Promise.all([walk.run(NOW), newWalk().run(NOW)])
    const before = await explorer.statistics()
    expect(before.counts.length).toBeGreaterThan(0)
    await database.db.deleteFrom('facts').where('name', '=', 'exploredUpTo').execute()
    await newWalk().run(NOW)
    expect(await explorer.statistics()).toEqual(before)
  })

  test('leaves out what is damaged, and goes on after it', async () => {
    const [first, second, third] = randomGames(5, 60).filter(isShown)
    if (!first || !second || !third) return expect.fail('too few')
    const { key, id } = await storeGame(database, first)
    await database.db
      .updateTable('events')
      .set({ eventJson: '{' })
      .where('game', '=', key)
      .where('version', '=', 3)
      .execute()
    const [, sound] = [await storeGame(database, second), await storeGame(database, third)]
    await walkOn()
    expect(damages).toEqual([id])
    expect((await counted('all', ''))?.games).toBe(2)
    // A game found damaged later is no longer listed.
    await database.db
      .updateTable('games')
      .set({ damage: 'later' })
      .where('key', '=', sound.key)
      .execute()
    const listed = await explorer.games({}, undefined)
    expect(listed?.games).toHaveLength(1)
  })

  test('lists the other games when the row of one is damaged', async () => {
    const [bad, sound] = await storeAll(randomGames(5, 60).filter(isShown).slice(0, 2))
    await walkOn()
    const key = (bad && (await explorer.keyOf(bad))) ?? expect.fail('the game was not counted')
    const damaged = { margin: 9e6 }
    await database.db.updateTable('exploredGames').set(damaged).where('game', '=', key).execute()
    expect((await explorer.games({}, undefined))?.games.map(({ id }) => id)).toEqual([sound])
  })

  test('says for which sides programs played', async () => {
    const [game] = randomGames(5, 40).filter(isShown)
    await storeAll([game ?? expect.fail()])
    await walkOn()
    expect((await explorer.games({}, undefined))?.games[0]).not.toHaveProperty('bots')
    const player = (game ?? expect.fail()).white
    await database.db.insertInto('bots').values({ player, since: NOW, level: null }).execute()
    expect((await explorer.games({}, undefined))?.games).toMatchObject([{ bots: ['white'] }])
  })

  test('lists games by player, winner, deal and length, every one once', async () => {
    const games = randomGames(6, 120)
    const ids = await storeAll(games)
    await walkOn()
    const all = games
      .map((game, n) => ({ game, id: ids[n] }))
      .reverse()
      .filter(({ game }) => isShown(game))
    const common = games[0] ?? expect.fail()
    const lists = [
      [{}, () => true],
      [
        { player: 'Anna' },
        ({ black, white }: FinishedGame) => [black, white].includes(playerId('anna')),
      ],
      [{ winner: 'white' }, (game: FinishedGame) => winnerOf(game) === 'white'],
      [{ plies: '3' }, ({ moves }: FinishedGame) => moves.length === 3],
      [
        { deal: formatDeal(common.deal) },
        (game: FinishedGame) => dealKey(game) === dealKey(common),
      ],
    ] as const
    for (const [wish, isWished] of lists) {
      const listed: ExplorerGames['games'] = []
      let after: GameId | undefined
      do {
        const page: ExplorerGames = (await explorer.games(wish, after)) ?? expect.fail('no page')
        expect(page.games.length).toBeLessThanOrEqual(EXPLORER_PAGE)
        listed.push(...page.games)
        after = page.next
      } while (after !== undefined)
      const wished = all.filter(({ game }) => isWished(game))
      expect(wished.length).toBeGreaterThan(0)
      expect(listed.map(({ id }) => id)).toEqual(wished.map(({ id }) => id))
      expect(listed.map(({ margin }) => margin)).toEqual(wished.map(({ game }) => lastMargin(game)))
      expect(listed.map(({ lastPosition }) => lastPosition)).toEqual(
        wished.map(({ game }) => formatPosition(positionsOf(game).at(-1) ?? expect.fail())),
      )
    }
  })

  test('lists games of a time by their end, every one once', async () => {
    const games = randomGames(7, 150)
    const ids = await storeAll(games)
    await walkOn()
    const listed: ExplorerGames['games'] = []
    let after: GameId | undefined
    do {
      const wish = { since: '102', until: '107' }
      const page: ExplorerGames = (await explorer.games(wish, after)) ?? expect.fail('no page')
      listed.push(...page.games)
      after = page.next
    } while (after !== undefined)
    const wished = games
      .map((game, n) => ({ game, id: ids[n], endedAt: game.endedAt ?? 0 }))
      .filter(({ game, endedAt }) => isShown(game) && endedAt >= 102 && endedAt < 107)
      .reverse()
      .sort((a, b) => b.endedAt - a.endedAt)
    expect(wished.length).toBeGreaterThan(2 * EXPLORER_PAGE)
    expect(listed.map(({ id }) => id)).toEqual(wished.map(({ id }) => id))
    // Continuing after a game that ended later begins with the last to end.
    const late = games.findIndex((game) => isShown(game) && game.endedAt === 108)
    const first = await explorer.games({ since: '102', until: '107' }, ids[late])
    expect(first?.games[0]?.id).toBe(wished[0]?.id)
  })

  test('has nothing of a time in which no game ended', async () => {
    await storeAll(randomGames(8, 10))
    await walkOn()
    expect(await explorer.games({ since: '0', until: '100' }, undefined)).toEqual({ games: [] })
    expect(await explorer.games({ since: '107', until: '102' }, undefined)).toEqual({ games: [] })
  })
})

describe('over HTTP', () => {
  const server = kept(() => startTestServer({ rhythm: OFTEN }))

  const ask = async (path: string) => {
    const response = await fetch(`${server.url}/api/explorer/${path}`)
    return { status: response.status, body: await response.json() }
  }

  async function finish(isListed: boolean): Promise<GameId> {
    const [black, white] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    const wish = { terms: GIVEN_TERMS, color: 'black', isListed } as const
    const offered = await black.send({ type: 'challenge', id: commandId(), ...wish })
    const challenge = offered.ok ? offered.challenge.id : expect.fail(offered.refusal.code)
    const taken = await white.send({ type: 'acceptChallenge', id: commandId(), challenge })
    const game = taken.ok ? taken.started : expect.fail(taken.refusal.code)
    await Promise.all([black.openGame(game), white.openGame(game)])
    await playTo({ black, white, game }, 2)
    await black.command(game, 'resign')
    await white.sees(game, ({ ending }) => ending !== undefined)
    for (const page of [black, white]) page.close()
    return game
  }

  test('tells of listed games when they have ended, and never of private ones', async () => {
    const secret = await finish(false)
    const ids = [await finish(true), await finish(true)]
    await expect
      .poll(async () => explorerGamesSchema.parse((await ask('games')).body).games.length, {
        timeout: 60_000,
      })
      .toBe(2)
    const { games } = explorerGamesSchema.parse((await ask('games')).body)
    expect(games.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(games.map(({ id }) => id)).not.toContain(secret)
    expect(games[0]).toMatchObject({ winner: 'white', ending: 'resigned', plies: 2 })
    const { counts } = explorerStatisticsSchema.parse((await ask('statistics')).body)
    expect(counts.find(({ topic }) => topic === 'all')).toMatchObject({ games: 2, white: 2 })
    const deal = GIVEN_TERMS.setup.kind === 'given' ? GIVEN_TERMS.setup.deal : ''
    const listed = explorerGamesSchema.parse((await ask(`games?deal=${deal}`)).body)
    expect(listed.games).toHaveLength(2)
    const { number } = { number: deal.split('.') }
    const beginning = start(
      { kind: 'standard', black: Number(number[0]), white: Number(number[1]) },
      'either',
    )
    const query = `position=${encodeURIComponent(formatPosition(beginning))}&endRule=either`
    const { moves } = explorerMovesSchema.parse((await ask(`moves?${query}`)).body)
    expect(moves).toMatchObject([{ games: 2, white: 2, black: 0, draws: 0 }])
  })

  test.each([
    ['games?winner=green', 400],
    ['games?plies=many', 400],
    ['games?winner=black&plies=3', 400],
    ['games?since=1', 400],
    ['games?since=yesterday&until=today', 400],
    ['games?since=1&until=9999999999999999', 400],
    ['games?winner=black&winner=white', 400],
    ['games?color=black', 400],
    ['games?after=no', 400],
    ['games?after=aaaaaaaaaaaa', 404],
    ['games?player=Nobody+Here', 404],
    ['games?deal=7.7.7', 404],
    ['moves', 400],
    ['moves?position=nonsense&endRule=either', 400],
    ['moves?position=nonsense', 400],
    ['moves?position=a&position=b&endRule=either', 400],
  ])('refuses %s', async (path, status) => {
    const told = await ask(path)
    expect(told.status).toBe(status)
    expect(httpRefusalSchema.parse(told.body).code).toBe(
      status === 400 ? 'badRequest' : 'unknownGame',
    )
  })
})
