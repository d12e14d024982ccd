import { gameIdSchema, recordOf } from '@hokito/protocol'
import { apiGameSchema } from '@hokito/protocol/api'
import { formatRecord } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { GameStreams } from '../live/game-streams.ts'
import type { Games } from '../live/games.ts'
import { apiGameOf, type Tournaments } from './game-answer.ts'
import { type Operation, type Outcome, operation } from './operation.ts'

export interface GameOperationsDependencies {
  readonly games: Games
  readonly streams: GameStreams
  readonly gameTournaments: Tournaments
}

const UNKNOWN: Outcome = { kind: 'refused', code: 'unknownGame' }

/** Games by id: as data, as a record, and as a stream. */
export function gameOperations({
  games,
  streams,
  gameTournaments,
}: GameOperationsDependencies): readonly Operation[] {
  const parameters = {
    id: { schema: gameIdSchema, description: 'The id of the game, as in its address' },
  }
  const refusals = ['unknownGame'] as const
  const eventOf = eventTexts(gameTournaments)
  return [
    operation({
      id: 'getGame',
      group: 'Games',
      path: '/games/{id}',
      summary: 'A game',
      description:
        'Running or finished, with all its moves. The `ETag` changes whenever anything happens in the game.',
      parameters,
      answer: { type: 'application/json', description: 'The game', schema: apiGameSchema },
      refusals,
      price: 1,
      handle: async ({ id }) => {
        const game = await games.look(id)
        if (game === undefined) return UNKNOWN
        const value = await apiGameOf(game, gameTournaments)
        return { kind: 'json', value, etag: `${id}-${game.view.version}` }
      },
    }),
    operation({
      id: 'getGameRecord',
      group: 'Games',
      path: '/games/{id}/record',
      summary: 'A game as a record',
      description: 'In HGN, the text format for games.',
      parameters,
      answer: { type: 'text/plain; charset=utf-8', description: 'The record' },
      refusals,
      price: 1,
      handle: async ({ id }) => {
        const game = await games.look(id)
        const record = game && recordOf(game.view)
        return record === undefined ? UNKNOWN : { kind: 'text', text: formatRecord(record) }
      },
    }),
    operation({
      id: 'followGame',
      group: 'Games',
      path: '/games/{id}/events',
      summary: 'Follow a game',
      description:
        'Server-sent events. Each is the whole game, as `getGame` gives it, so a lost connection loses nothing; its id is the version of the game. The first comes at once and the last when the game is over; then the stream ends. A comment is sent every 15 seconds. An address may have 20 streams open.',
      parameters,
      answer: { type: 'text/event-stream', description: 'The events', schema: apiGameSchema },
      refusals: [...refusals, 'tooMany'],
      price: 5,
      handle: async ({ id }, { address, signal }) => {
        if ((await games.look(id)) === undefined) return UNKNOWN
        if (streams.isFull(address)) {
          const details = { detail: 'Too many streams are open', retryAfterMs: 60_000 }
          return { kind: 'refused', code: 'tooMany', details }
        }
        return {
          kind: 'stream',
          chunks: eventsOf(streams.follow(id, address, signal), eventOf),
        }
      },
    }),
  ]
}

// --- internal ---

async function* eventsOf(
  games: AsyncIterable<Game | undefined>,
  eventOf: (game: Game) => Promise<string>,
): AsyncGenerator<string> {
  for await (const game of games) yield game === undefined ? ': nothing new\n\n' : eventOf(game)
}

/** Formats a state of a game as an event, once for all followers of the game. */
function eventTexts(tournaments: Tournaments): (game: Game) => Promise<string> {
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
