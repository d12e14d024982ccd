import { type ApiEvent, apiEventSchema } from '@hokito/protocol/api'
import { unreachable } from '@hokito/rules'
import { type ApiAsked, type ApiOperation, operation } from '../http/operation.ts'
import type { AccountEvent, AccountStreams } from '../socket/account-streams.ts'
import { apiChallengeOf, apiOwnGameOf, type Tournaments } from './game-answer.ts'

export interface EventOperationsDependencies {
  readonly accountStreams: AccountStreams
  readonly gameTournaments: Tournaments
}

const followAccount = operation({
  id: 'followAccount',
  group: 'Your account',
  path: '/account/events',
  summary: 'Follow your games and challenges',
  description:
    'The answer is a stream of server-sent events, each JSON with a `type`. `game`: one of your games begins, changes or ends. The event has the whole game, with your `color` and `task`, so a lost connection loses nothing. `challenge`: a player challenges you. `challengeGone`: such a challenge is no longer open. Each connection starts with all running games, followed by all open challenges. The server sends a comment every 15 seconds. If 30 seconds pass without one, reconnect. While the stream is open, your account is online: it can play live games, and no opponent can claim them. An account may have three streams. A fourth ends the oldest, which gets the event `replaced` first.',
  parameters: {},
  asker: { token: 'games:read' },
  answer: { type: 'text/event-stream', description: 'The events', schema: apiEventSchema },
  refusals: [],
  price: 5,
  handle: async (_, asked, dependencies: EventOperationsDependencies) => {
    const { accountStreams, gameTournaments } = dependencies
    if (!accountStreams.isFull) {
      return { kind: 'stream', chunks: chunksOf(accountStreams, asked, gameTournaments) }
    }
    const details = { detail: 'Too many streams are open', retryAfterMs: 60_000 }
    return { kind: 'refused', code: 'tooMany', details }
  },
})

/** Streams everything that happens to an account. */
export const EVENT_OPERATIONS: readonly ApiOperation<EventOperationsDependencies>[] = [
  followAccount,
]

// --- internal ---

async function* chunksOf(
  streams: AccountStreams,
  { bearer, ...following }: ApiAsked,
  tournaments: Tournaments,
): AsyncGenerator<string> {
  if (bearer === undefined) return
  for await (const event of streams.follow(bearer.player, following)) {
    const apiEvent = await apiEventOf(event, tournaments)
    yield apiEvent === undefined
      ? ': nothing new\n\n'
      : `event: ${apiEvent.type}\ndata: ${JSON.stringify(apiEvent)}\n\n`
  }
}

async function apiEventOf(
  event: AccountEvent,
  tournaments: Tournaments,
): Promise<ApiEvent | undefined> {
  switch (event.kind) {
    case 'game':
      return { type: 'game', game: await apiOwnGameOf(event.game, event.color, tournaments) }
    case 'challenge':
      return { type: 'challenge', challenge: apiChallengeOf(event.challenge) }
    case 'challengeGone':
      return { type: 'challengeGone', id: event.id }
    case 'replaced':
      return { type: 'replaced' }
    case 'quiet':
      return undefined
    default:
      return unreachable(event)
  }
}
