import {
  type GameId,
  type HttpRefusal,
  httpRefusalSchema,
  type TournamentDetail,
  type TournamentGames,
  type TournamentId,
  type TournamentWish,
  tournamentDetailSchema,
  tournamentGamesSchema,
  tournamentIdSchema,
} from '@hokito/protocol'
import { afterEach, expect } from 'vitest'
import type { Page } from './page.ts'
import { openMember } from './people.ts'
import { ask, type Origin } from './stranger.ts'

export type Members = readonly [Page, ...Page[]]
type Asker = Pick<Page, 'url' | 'cookie'>

/** A tournament that starts in a minute. */
export const WISH: TournamentWish = {
  rounds: 3,
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  startsInMinutes: 1,
}

/** A round robin, and an arena of ten minutes; both start in a minute. */
export const ROUND_ROBIN: TournamentWish = {
  kind: 'roundRobin',
  timeControl: WISH.timeControl,
  startsInMinutes: 1,
}
export const ARENA: TournamentWish = {
  kind: 'arena',
  lastsMinutes: 10,
  timeControl: WISH.timeControl,
  startsInMinutes: 1,
}

/**
 * How far to put the clock forward until tournaments have begun, until an arena pairs again, and
 * until it is over.
 */
export const BEGUN_MS = 61_000
export const WAVE_MS = 4500
export const OVER_MS = 11 * 60_000 + 4000

/** Posts to a tournament route as a page of the site does. */
export async function press(
  { url, cookie }: Asker,
  path: string,
  body: unknown,
  { headers = { origin: url } }: Origin = {},
): Promise<{ readonly status: number; readonly refusal: HttpRefusal | undefined; read: unknown }> {
  const answer = await ask(
    `${url}/api/tournaments/${path}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }), ...headers },
    },
    JSON.stringify(body),
  )
  const read: unknown = JSON.parse(answer.body)
  return { status: answer.status, refusal: httpRefusalSchema.safeParse(read).data, read }
}

/** Makes a Swiss tournament and enters all of these pages. */
export function hold(pages: Members, wish: Partial<TournamentWish> = {}): Promise<TournamentId> {
  return holdAs(pages, { ...WISH, ...wish })
}

/** Makes a tournament of any kind and enters all of these pages. */
export async function holdAs(pages: Members, wish: object): Promise<TournamentId> {
  const made = await press(pages[0], 'make', wish)
  if (made.status !== 200) throw new Error(JSON.stringify(made))
  const tournament = tournamentIdSchema.parse(Object(made.read).tournament)
  for (const page of pages) {
    const entered = await press(page, 'enter', { tournament })
    if (entered.status !== 200) throw new Error(JSON.stringify(entered))
  }
  return tournament
}

/** A tournament as a page sees it. */
export async function seen(
  { url, cookie }: Asker,
  id: TournamentId,
  query = '',
): Promise<TournamentDetail> {
  const answer = await ask(`${url}/api/tournaments/${id}${query}`, {
    headers: { ...(cookie !== '' && { cookie }) },
  })
  return tournamentDetailSchema.parse(JSON.parse(answer.body))
}

/** A page of the finished games of a player in a tournament. */
export async function gamesIn(
  { url, cookie }: Asker,
  id: TournamentId,
  player: string,
  before?: number,
): Promise<TournamentGames> {
  const query = new URLSearchParams({ player, ...(before && { before: String(before) }) })
  const answer = await ask(`${url}/api/tournaments/${id}/games?${query}`, {
    headers: { ...(cookie !== '' && { cookie }) },
  })
  return tournamentGamesSchema.parse(JSON.parse(answer.body))
}

/** This many connected players with accounts. */
export async function openMembers(url: string, count: number): Promise<Members> {
  const rest: Page[] = []
  const first = await openMember(url)
  while (rest.length < count - 1) rest.push(await openMember(url))
  return [first, ...rest]
}

/** Opens players' pages and closes them after each test; called once a file, for its server. */
export function membersOf(server: () => { readonly url: string }) {
  const pages: Page[] = []
  afterEach(() => {
    for (const page of pages.splice(0)) page.close()
  })
  return async (count: number): Promise<Members> => {
    const opened = await openMembers(server().url, count)
    pages.push(...opened)
    return opened
  }
}

/** Waits until a tournament has reached a round and shows its matches. */
export async function roundBegun(
  page: Asker,
  id: TournamentId,
  round: number,
): Promise<TournamentDetail> {
  const isThere = async () => (await seen(page, id)).tournament.round
  await expect.poll(isThere, { timeout: 60_000 }).toBe(round)
  return seen(page, id)
}

/** Waits until this many games of an arena are in progress, and returns them. */
export async function playing(page: Asker, id: TournamentId, count: number) {
  const games = async () => (await seen(page, id)).matches.length
  await expect.poll(games, { timeout: 60_000 }).toBe(count)
  return (await seen(page, id)).matches.map(({ names, games: [game] }) => {
    if (game === undefined) throw new Error('a match of an arena without a game')
    return { names, game }
  })
}

/** Waits until a tournament is over. */
export async function ended(page: Asker, id: TournamentId): Promise<void> {
  const isOver = async () => (await seen(page, id)).tournament.endedAt !== undefined
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true)
}

/** The page of the player with a name. */
export function named(all: readonly Page[], name: string | undefined): Page {
  const page = all.find(({ player }) => player.name === name)
  if (page === undefined) throw new Error(`nobody is called ${name}`)
  return page
}

/** A player resigns a game, and the second one of its match if there is one. */
export async function lose(all: readonly Page[], game: GameId, loser: Page): Promise<void> {
  for (let at: GameId | undefined = game; at !== undefined; ) {
    at = await loseGame(all, at, loser)
  }
}

/** A player resigns a game. Returns the second game of its match after the first. */
export async function loseGame(
  all: readonly Page[],
  game: GameId,
  loser: Page,
): Promise<GameId | undefined> {
  const rival = await dealt(all, game, loser)
  const reply = await loser.command(game, 'resign')
  if (!reply.ok) throw new Error(JSON.stringify(reply.refusal))
  const { next } = await loser.sees(game, (view) => view.ending !== undefined)
  for (const page of [loser, rival]) await page.send({ type: 'closeGame', game })
  return next
}

/** Brings a game to its first move, and returns the other player's page. */
export async function dealt(all: readonly Page[], game: GameId, one: Page): Promise<Page> {
  await one.openGame(game)
  const { seats } = one.view(game)
  const other = [seats.black, seats.white].find(({ id }) => id !== one.player.id)
  const rival = named(all, other?.name)
  await rival.openGame(game)
  if (one.view(game).deal === undefined) {
    await one.command(game, 'share', { share: '0a'.repeat(16) })
    await rival.command(game, 'share', { share: '0b'.repeat(16) })
    await one.sees(game, ({ deal }) => deal !== undefined)
  }
  return rival
}
