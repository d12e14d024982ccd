import type { GameId, Terms } from '@hokito/protocol'
import { FAIR_COMPENSATION } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { differencesFrom, rebuildRatings } from '../../src/ratings/rebuild.ts'
import { GameStore } from '../../src/store/game-store.ts'
import type { Tables } from '../../src/store/schema.ts'
import { beginGame, type Page } from './page.ts'

/** Terms on which a match can be rated. */
export const RATED_TERMS: Terms = {
  setup: { kind: 'standard' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  allowsTakebacks: false,
  games: 2,
  isRated: true,
}

/** Terms on which a single game can be rated. */
export const RATED_SINGLE = { games: 1, compensation: FAIR_COMPENSATION } as const

/** Begins a rated match of two players and makes its deal. The first is Black in the first game. */
export async function beginRated(
  black: Page,
  white: Page,
  terms: Partial<Terms> = {},
): Promise<GameId> {
  const game = await beginGame(black, white, { ...RATED_TERMS, ...terms })
  await black.command(game, 'share', { share: '0a'.repeat(16) })
  await white.command(game, 'share', { share: '0b'.repeat(16) })
  await Promise.all([black, white].map((page) => page.sees(game, ({ deal }) => deal !== undefined)))
  return game
}

/** A player resigns a game; returns the next game, which both open, if there is one. */
export async function giveUp(game: GameId, loser: Page, other: Page): Promise<GameId | undefined> {
  const reply = await loser.command(game, 'resign')
  if (!reply.ok) throw new Error(JSON.stringify(reply.refusal))
  const { next } = await loser.sees(game, ({ ending }) => ending !== undefined)
  if (next !== undefined) await Promise.all([loser.openGame(next), other.openGame(next)])
  return next
}

/** A whole rated single game in which the loser resigns. The first player is Black. */
export async function playRatedSingle(
  [black, white]: readonly [Page, Page],
  loser: Page,
): Promise<GameId> {
  const game = await beginRated(black, white, RATED_SINGLE)
  await giveUp(game, loser, loser === black ? white : black)
  return game
}

/** A whole rated match in which these players resign. Returns the second game. */
export async function playRated(
  [one, other]: readonly [Page, Page],
  losers: readonly [Page, Page],
  terms: Partial<Terms> = {},
): Promise<GameId> {
  const otherThan = (page: Page) => (page === one ? other : one)
  const first = await beginRated(one, other, terms)
  const second = await giveUp(first, losers[0], otherThan(losers[0]))
  if (second === undefined) throw new Error('the match does not go on')
  for (const page of [one, other]) await page.send({ type: 'closeGame', game: first })
  await giveUp(second, losers[1], otherThan(losers[1]))
  return second
}

/** All stored rating changes, and the number of rows that differ from the games. */
export async function ratingsIn(db: Kysely<Tables>) {
  const rebuilt = await rebuildRatings(db, new GameStore(db, () => undefined, { mayMark: false }))
  const changes = await db.selectFrom('ratingChanges').selectAll().orderBy('event').execute()
  return { differences: await differencesFrom(db, rebuilt), changes, matches: rebuilt.matches }
}
