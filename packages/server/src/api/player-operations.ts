import { type GameId, gameIdSchema, SPEEDS } from '@hokito/protocol'
import {
  type ApiGameSummary,
  apiGameSchema,
  apiGamesSchema,
  apiLeaderboardSchema,
  apiPlayerSchema,
} from '@hokito/protocol/api'
import * as z from 'zod/mini'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import { LONG_TASKS, type LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Players } from '../players/players.ts'
import type { Profiles } from '../ratings/profiles.ts'
import { apiGameOf, apiSummaryOf, dateTimeOf, type Tournaments } from './game-answer.ts'
import { type Operation, type Outcome, operation } from './operation.ts'

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

const UNKNOWN: Outcome = { kind: 'refused', code: 'unknownPlayer' }

/** Players by name, and their finished games. */
export function playerOperations(dependencies: PlayerOperationsDependencies): readonly Operation[] {
  const { players, explorer, summaries, games, gameTournaments, profiles, visitors } = dependencies
  const name = {
    schema: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)),
    description: 'The player’s name; upper and lower case are the same',
  }
  const after = {
    schema: z.optional(gameIdSchema),
    description: 'The game after which to go on: `next` of the page before',
  }
  return [
    operation({
      id: 'getPlayer',
      group: 'Players',
      path: '/players/{name}',
      summary: 'A player',
      parameters: { name },
      answer: { type: 'application/json', description: 'The player', schema: apiPlayerSchema },
      refusals: ['unknownPlayer'],
      price: 1,
      handle: async (asked) => {
        const player = await players.named(asked.name)
        if (player === undefined) return UNKNOWN
        const { id, createdAt, isBot } = player
        const since = dateTimeOf(createdAt)
        const ratings = await profiles.ratingsOf(id)
        const value = { id, name: player.name, ...(isBot && { isBot }), since, ratings }
        return { kind: 'json', value }
      },
    }),
    operation({
      id: 'getLeaderboard',
      group: 'Players',
      path: '/leaderboards/{speed}',
      summary: 'The strongest players',
      description: 'Those whose rating is settled, 50 at most. It is worked out once a minute.',
      parameters: {
        speed: {
          schema: z.enum(SPEEDS),
          description: 'Of which games: each speed has ratings of its own',
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
      handle: async ({ speed }) => ({ kind: 'json', value: await profiles.leaders(speed) }),
    }),
    operation({
      id: 'getGamesOfPlayer',
      group: 'Players',
      path: '/players/{name}/games',
      summary: 'Finished games of a player',
      description: `${PUBLIC} A page of 20 at a time, most recently begun first.`,
      parameters: { name, after },
      answer: { type: 'application/json', description: 'The page', schema: apiGamesSchema },
      refusals: ['unknownPlayer', 'unknownGame'],
      price: 10,
      handle: async ({ name: asked, after: from }) => {
        const player = await players.named(asked)
        if (player === undefined) return UNKNOWN
        const page = await explorer.games({ player: player.name }, from)
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
    }),
    operation({
      id: 'exportGamesOfPlayer',
      group: 'Players',
      path: '/players/{name}/games/export',
      summary: 'All finished games of a player, for download',
      description: `${PUBLIC} One game per line, most recently begun first. If it breaks off, go on with \`after\`: the id on the last whole line. An address may download ${LONG_TASKS.ofAddress} files at a time, all addresses together ${LONG_TASKS.inAll}.`,
      parameters: { name, after },
      answer: { type: 'application/x-ndjson', description: 'The games', schema: apiGameSchema },
      refusals: ['unknownPlayer', 'unknownGame', 'tooMany'],
      price: 60,
      handle: async ({ name: asked, after: from }, { address, signal }) => {
        const player = await players.named(asked)
        if (player === undefined) return UNKNOWN
        if ((await explorer.games({ player: player.name }, from)) === undefined) {
          return { kind: 'refused', code: 'unknownGame' }
        }
        const task = visitors.longWork.admit(address, signal)
        if (typeof task === 'number') return tooManyFiles(task)
        const chunks = linesOf({ explorer, games, gameTournaments }, player.name, from, task)
        return { kind: 'stream', chunks }
      },
    }),
  ]
}

// --- internal ---

const LONGEST_NAME = 64
const PUBLIC = 'Public games only: a game by invitation is known to those who have its link.'

function tooManyFiles(retryAfterMs: number): Outcome {
  const details = { detail: 'Too many files are being downloaded', retryAfterMs }
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
