import { gameIdSchema, recordOf } from '@hokito/protocol'
import { apiGameSchema } from '@hokito/protocol/api'
import { formatRecord } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import { type ApiOperation, operation } from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import type { GameStreams } from '../live/game-streams.ts'
import type { Games } from '../live/games.ts'
import { apiGameOf, type Tournaments } from './game-answer.ts'

export interface GameOperationsDependencies {
  readonly games: Games
  readonly streams: GameStreams
  readonly gameTournaments: Tournaments
  /** Formats a state of a game as an event. */
  readonly gameEventOf: (game: Game) => Promise<string>
}

const UNKNOWN: ApiOutcome = { kind: 'refused', code: 'unknownGame' }

const ID = {
  id: { schema: gameIdSchema, description: 'The id of the game, as in its address' },
}

const getGame = operation({
  id: 'getGame',
  group: 'Games',
  asker: 'anyone',
  path: '/games/{id}',
  summary: 'A game',
  description:
    'A running or finished game, with all its moves. The `ETag` changes whenever something happens in the game.',
  parameters: ID,
  answer: { type: 'application/json', description: 'The game', schema: apiGameSchema },
  refusals: ['unknownGame'],
  price: 1,
  handle: async ({ id }, _, { games, gameTournaments }: GameOperationsDependencies) => {
    const game = await games.look(id)
    if (game === undefined) return UNKNOWN
    const value = await apiGameOf(game, gameTournaments)
    return { kind: 'json', value, etag: `${id}-${game.view.version}` }
  },
})

const getGameRecord = operation({
  id: 'getGameRecord',
  group: 'Games',
  asker: 'anyone',
  path: '/games/{id}/record',
  summary: 'A game as a record',
  description: 'The record is in HGN, the text format for games.',
  parameters: ID,
  answer: { type: 'text/plain; charset=utf-8', description: 'The record' },
  refusals: ['unknownGame'],
  price: 1,
  handle: async ({ id }, _, { games }: GameOperationsDependencies) => {
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    return record === undefined ? UNKNOWN : { kind: 'text', text: formatRecord(record) }
  },
})

const followGame = operation({
  id: 'followGame',
  group: 'Games',
  asker: 'anyone',
  path: '/games/{id}/events',
  summary: 'Follow a game',
  description:
    'Server-sent events. Each has the whole game, as in `getGame`, so a lost connection loses nothing. Its id is the version of the game. The first event comes straight away. The last comes when the game is over, and then the stream ends. The server sends a comment every 15 seconds. One address may have 20 streams open.',
  parameters: ID,
  answer: { type: 'text/event-stream', description: 'The events', schema: apiGameSchema },
  refusals: ['unknownGame', 'tooMany'],
  price: 5,
  handle: async ({ id }, { address, signal }, dependencies: GameOperationsDependencies) => {
    const { games, streams, gameEventOf } = dependencies
    if ((await games.look(id)) === undefined) return UNKNOWN
    if (streams.isFull(address)) {
      const details = { detail: 'Too many streams are open', retryAfterMs: 60_000 }
      return { kind: 'refused', code: 'tooMany', details }
    }
    const states = streams.follow(id, address, signal)
    return { kind: 'stream', chunks: eventsOf(states, gameEventOf) }
  },
})

/** Games by id: as data, as a record, and as a stream. */
export const GAME_OPERATIONS: readonly ApiOperation<GameOperationsDependencies>[] = [
  getGame,
  getGameRecord,
  followGame,
]

/** Formats a state of a game as an event, once for all followers of the game. */
export function gameEvents(tournaments: Tournaments): (game: Game) => Promise<string> {
  const written = new WeakMap<Game, Promise<string>>()
  const write = async (game: Game) => {
    const data = JSON.stringify(await apiGameOf(game, tournaments))
    return `id: ${game.view.version}\nevent: game\ndata: ${data}\n\n`
  }
  return (game) => {
    const known = written.get(game)
    if (known !== undefined) return known
    const event = write(game)
    written.set(game, event)
    // The next follower retries a failed one.
    event.catch(() => written.delete(game))
    return event
  }
}

// --- internal ---

async function* eventsOf(
  games: AsyncIterable<Game | undefined>,
  eventOf: (game: Game) => Promise<string>,
): AsyncGenerator<string> {
  for await (const game of games) yield game === undefined ? ': nothing new\n\n' : eventOf(game)
}
