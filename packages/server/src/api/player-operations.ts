import { type GameId, gameIdSchema, SPEEDS, textSchema } from '@hokito/protocol'
import {
  type ApiGameSummary,
  apiGameSchema,
  apiGamesSchema,
  apiLeaderboardSchema,
  apiPlayerSchema,
} from '@hokito/protocol/api'
import * as z from 'zod/mini'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import { type ApiOperation, operation } from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import { LONG_TASKS, type LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Players } from '../players/players.ts'
import type { Profiles } from '../ratings/profiles.ts'
import { apiGameOf, apiSummaryOf, dateTimeOf, type Tournaments } from './game-answer.ts'

export interface PlayerOperationsDependencies {
  readonly players: Players
  /** Knows the public games: others are only for people with their ids. */
  readonly explorer: ExplorerStore
  readonly summaries: Summaries
  readonly games: Games
  readonly gameTournaments: Tournaments
  readonly profiles: Pick<Profiles, 'ratingsOf' | 'leaders'>
  readonly visitors: Pick<Visitors, 'longWork'>
}

const UNKNOWN: ApiOutcome = { kind: 'refused', code: 'unknownPlayer' }

const LONGEST_NAME = 64
const PUBLIC =
  'You get only public games: a game by invitation is visible only to people who have its link.'

const NAME = {
  schema: textSchema(LONGEST_NAME).check(z.minLength(1)),
  description: 'The player’s name, in upper or lower case',
}
const AFTER = {
  schema: z.optional(gameIdSchema),
  description: 'Continue after this game: `next` of the previous page',
}

const getPlayer = operation({
  id: 'getPlayer',
  group: 'Players',
  asker: 'anyone',
  path: '/players/{name}',
  summary: 'A player',
  parameters: { name: NAME },
  answer: { type: 'application/json', description: 'The player', schema: apiPlayerSchema },
  refusals: ['unknownPlayer'],
  price: 1,
  handle: async ({ name }, _, { players, profiles }: PlayerOperationsDependencies) => {
    const player = await players.named(name)
    if (player === undefined) return UNKNOWN
    const { id, createdAt, isBot } = player
    const since = dateTimeOf(createdAt)
    const ratings = await profiles.ratingsOf(id)
    const value = { id, name: player.name, ...(isBot && { isBot }), since, ratings }
    return { kind: 'json', value }
  },
})

const getLeaderboard = operation({
  id: 'getLeaderboard',
  group: 'Players',
  asker: 'anyone',
  path: '/leaderboards/{speed}',
  summary: 'The strongest players',
  description:
    'At most 50 players whose rating is settled. The server renews the list once a minute.',
  parameters: {
    speed: {
      schema: z.enum(SPEEDS),
      description: 'The speed of the games: each speed has its own ratings',
      example: 'fast',
    },
  },
  answer: {
    type: 'application/json',
    description: 'The leaderboard',
    schema: apiLeaderboardSchema,
  },
  refusals: [],
  price: 1,
  handle: async ({ speed }, _, { profiles }: PlayerOperationsDependencies) => ({
    kind: 'json',
    value: await profiles.leaders(speed),
  }),
})

const getGamesOfPlayer = operation({
  id: 'getGamesOfPlayer',
  group: 'Players',
  asker: 'anyone',
  path: '/players/{name}/games',
  summary: 'Finished games of a player',
  description: `${PUBLIC} A page has 20 games, most recently begun first.`,
  parameters: { name: NAME, after: AFTER },
  answer: { type: 'application/json', description: 'The page', schema: apiGamesSchema },
  refusals: ['unknownPlayer', 'unknownGame'],
  price: 10,
  handle: async ({ name, after }, _, dependencies: PlayerOperationsDependencies) => {
    const { players, explorer, summaries, visitors } = dependencies
    const player = await players.named(name)
    if (player === undefined) return UNKNOWN
    const page = await explorer.games({ player: player.name }, after)
    if (page === undefined) return { kind: 'refused', code: 'unknownGame' }
    const task = visitors.longWork.begin()
    const listed: ApiGameSummary[] = []
    for (const { id } of page.games) {
      await task.goOn()
      const summary = await summaries.of(id)
      if (summary !== undefined) listed.push(apiSummaryOf(summary))
    }
    return { kind: 'json', value: { games: listed, ...(page.next && { next: page.next }) } }
  },
})

const exportGamesOfPlayer = operation({
  id: 'exportGamesOfPlayer',
  group: 'Players',
  asker: 'anyone',
  path: '/players/{name}/games/export',
  summary: 'All finished games of a player, for download',
  description: `${PUBLIC} One game per line, most recently begun first. If the download breaks off, continue with \`after\`: the id on the last complete line. One address may download ${LONG_TASKS.ofAddress} files at a time, and all addresses together ${LONG_TASKS.inAll}.`,
  parameters: { name: NAME, after: AFTER },
  answer: { type: 'application/x-ndjson', description: 'The games', schema: apiGameSchema },
  refusals: ['unknownPlayer', 'unknownGame', 'tooMany'],
  price: 60,
  handle: async (
    { name, after },
    { address, signal },
    dependencies: PlayerOperationsDependencies,
  ) => {
    const { players, explorer, visitors } = dependencies
    const player = await players.named(name)
    if (player === undefined) return UNKNOWN
    if ((await explorer.games({ player: player.name }, after)) === undefined) {
      return { kind: 'refused', code: 'unknownGame' }
    }
    const task = visitors.longWork.admit(address, signal)
    if (typeof task === 'number') return tooManyFiles(task)
    return { kind: 'stream', chunks: linesOf(dependencies, player.name, after, task) }
  },
})

/** Players by name, and their finished games. */
export const PLAYER_OPERATIONS: readonly ApiOperation<PlayerOperationsDependencies>[] = [
  getPlayer,
  getLeaderboard,
  getGamesOfPlayer,
  exportGamesOfPlayer,
]

// --- internal ---

function tooManyFiles(retryAfterMs: number): ApiOutcome {
  const details = { detail: 'Too many downloads are in progress', retryAfterMs }
  return { kind: 'refused', code: 'tooMany', details }
}

async function* linesOf(
  {
    explorer,
    games,
    gameTournaments,
  }: Pick<PlayerOperationsDependencies, 'explorer' | 'games' | 'gameTournaments'>,
  player: string,
  from: GameId | undefined,
  task: LongTask,
): AsyncGenerator<string> {
  for (let after = from; await task.goOn(); ) {
    const page = await explorer.games({ player }, after)
    for (const { id } of page?.games ?? []) {
      if (!(await task.goOn())) return
      const game = await games.look(id)
      if (game !== undefined) yield `${JSON.stringify(await apiGameOf(game, gameTournaments))}\n`
    }
    after = page?.next
    if (after === undefined) return
  }
}
