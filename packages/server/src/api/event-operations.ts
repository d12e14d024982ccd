import { type ApiEvent, apiEventSchema } from '@hokito/protocol/api'
import { unreachable } from '@hokito/rules'
import type { AccountEvent, AccountStreams } from '../socket/account-streams.ts'
import { apiChallengeOf, apiOwnGameOf, type Tournaments } from './game-answer.ts'
import { type Asked, type Operation, ownOperation } from './operation.ts'

export interface EventOperationsDependencies {
  readonly accountStreams: AccountStreams
  readonly gameTournaments: Tournaments
}

/** Streams everything that happens to an account. */
export function eventOperations({
  accountStreams,
  gameTournaments,
}: EventOperationsDependencies): readonly Operation[] {
  return [
    ownOperation({
      id: 'followAccount',
      group: 'Your account',
      path: '/account/events',
      summary: 'Follow your games and challenges',
      description:
        'Server-sent events, each JSON with a `type`. `game`: a game of the account begins, goes on or ends; it is the whole game with the account’s `color` and the `task` that it has there, so a lost connection loses nothing. All running games and all open challenges come first, once more after each new connection. `challenge`: somebody challenges the account; `challengeGone`: such a challenge is no longer open. A comment is sent every 15 seconds: after 30 without any, connect anew. While it is open the account is there: it can be played at once, and nobody can claim its games. An account may have three such streams; one more ends the oldest, which is told `replaced`.',
      parameters: {},
      access: { scope: 'games:read' },
      answer: { type: 'text/event-stream', description: 'The events', schema: apiEventSchema },
      refusals: [],
      price: 5,
      handle: async (_, asked) => {
        if (!accountStreams.isFull) {
          return { kind: 'stream', chunks: chunksOf(accountStreams, asked, gameTournaments) }
        }
        const details = { detail: 'Too many streams are open', retryAfterMs: 60_000 }
        return { kind: 'refused', code: 'tooMany', details }
      },
    }),
  ]
}

// --- internal ---

async function* chunksOf(
  streams: AccountStreams,
  { bearer, ...following }: Asked,
  tournaments: Tournaments,
): AsyncGenerator<string> {
  if (bearer === undefined) return
  for await (const event of streams.follow(bearer.player, following)) {
    const told = await toldOf(event, tournaments)
    yield told === undefined
      ? ': nothing new\n\n'
      : `event: ${told.type}\ndata: ${JSON.stringify(told)}\n\n`
  }
}

async function toldOf(
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
