import {
  GAMES_PAGE,
  type GameId,
  type GameSummary,
  gameIdSchema,
  gamesPageSchema,
  mayBeOfTournament,
} from '@hokito/protocol'
import * as z from 'zod/mini'
import type { Lobby } from '../live/lobby.ts'
import { MOST_RUNNING } from '../live/offer-limits.ts'
import type { Summaries } from '../live/summaries.ts'
import type { GameStore } from '../store/game-store.ts'
import type { GameTournaments } from '../tournaments/game-tournaments.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface OwnGamesDependencies {
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Pick<Lobby, 'ofPlayer'>
  readonly gameTournaments: Pick<GameTournaments, 'of'>
}

/**
 * A page may need twenty games from the disk, replayed; an address may request sixty pages a
 * minute.
 */
const PRICE = 10

/**
 * All games a player can begin, and those that others begin by accepting the player's challenges.
 */
const MOST_SHOWN = 2 * MOST_RUNNING

const afterSchema = z.optional(gameIdSchema)

/** The asker's games; empty lists without a player's cookie. */
const ownGames = operation({
  asker: 'visitor',
  path: '/api/games',
  // Without a player it is ignored.
  parameters: { after: { schema: z.unknown() } },
  answer: jsonBy(gamesPageSchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ after }, { player }, dependencies: OwnGamesDependencies) => {
    if (player === undefined) return answered({ running: [], challenges: [], finished: [] })
    const { store, lobby } = dependencies
    const from = afterSchema.safeParse(after)
    // One more than the page shows whether there are more.
    const ids = from.success && (await store.finishedOf(player.id, GAMES_PAGE + 1, from.data))
    if (!ids) return refused({ code: 'unknownGame' })
    const shown = ids.slice(0, GAMES_PAGE)
    const running = after === undefined ? await store.runningOf(player.id, MOST_SHOWN) : []
    return answered({
      player,
      running: await summariesOf(running, dependencies),
      challenges: after === undefined ? [...lobby.ofPlayer(player.id)] : [],
      finished: await summariesOf(shown, dependencies),
      ...(ids.length > GAMES_PAGE && { next: shown.at(-1) }),
    })
  },
})

export const OWN_GAMES_OPERATIONS: readonly PageOperation<OwnGamesDependencies>[] = [ownGames]

// --- internal ---

async function summariesOf(
  ids: readonly GameId[],
  { summaries, gameTournaments }: OwnGamesDependencies,
): Promise<GameSummary[]> {
  const games: GameSummary[] = []
  for (const id of ids) {
    const summary = await summaries.of(id)
    if (summary === undefined) continue
    const isOfTournament =
      mayBeOfTournament(summary) && (await gameTournaments.of(summary)) !== undefined
    games.push(isOfTournament ? { ...summary, isOfTournament } : summary)
  }
  return games
}
