import {
  type TournamentWish,
  tournamentDetailSchema,
  tournamentIdSchema,
  tournamentMadeSchema,
  tournamentsReplySchema,
  tournamentWishSchema,
} from '@hokito/protocol'
import { apiDoneSchema } from '@hokito/protocol/api'
import * as z from 'zod/mini'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Tournaments } from '../tournaments/tournaments.ts'
import { writtenNumberSchema } from '../tournaments/written-number.ts'
import { type Access, type Operation, type Outcome, operation, ownOperation } from './operation.ts'
import { type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface TournamentOperationsDependencies extends PayingDependencies {
  readonly visitors: Pick<Visitors, 'players' | 'tournaments'>
  readonly tournaments: Tournaments
}

/** View, make, enter and leave tournaments. */
export function tournamentOperations(
  dependencies: TournamentOperationsDependencies,
): readonly Operation[] {
  const { tournaments } = dependencies
  const common = { group: 'Tournaments', price: 3 } as const
  const own = { ...common, method: 'post', access: WRITE } as const
  const tooManyFrom = (address: AddressKey) => {
    const retryAfterMs = dependencies.visitors.tournaments.take(address)
    return retryAfterMs === 0 ? undefined : refusedAs({ code: 'tooMany', retryAfterMs })
  }
  return [
    operation({
      ...common,
      id: 'getTournaments',
      path: '/tournaments',
      summary: 'Tournaments',
      description: 'Those that are not over, the next first, then the latest 20 that are.',
      parameters: {},
      answer: {
        type: 'application/json',
        description: 'The tournaments',
        schema: tournamentsReplySchema,
      },
      refusals: [],
      handle: async () => ({
        kind: 'json',
        value: { tournaments: await tournaments.all() },
      }),
    }),
    operation({
      ...common,
      id: 'getTournament',
      path: '/tournaments/{tournament}',
      summary: 'A tournament',
      description:
        'With 50 of its standings and 50 matches of a round, from the top; of an arena, the games that are played. Of a match that is over, `scores` are 2 for whoever has won it, 1 each for a draw, and for a bye 2, or 0 in a round robin. In the pause between two rounds `nextRoundAt` is when the next one begins, in milliseconds since 1970.',
      parameters: {
        ...ID,
        round: {
          schema: z.optional(writtenNumberSchema),
          description:
            'Whose matches to give; the latest round if absent. Those of a round robin are known ahead, from its start on',
        },
        from: {
          schema: z.optional(writtenNumberSchema),
          description: 'The place and the board to begin with; 1 if absent',
        },
      },
      answer: {
        type: 'application/json',
        description: 'The tournament',
        schema: tournamentDetailSchema,
      },
      refusals: ['unknownTournament', 'refused'],
      handle: async ({ tournament, round, from }) => {
        const found = await tournaments.look(tournament, { round, from })
        if (found === 'damaged') return refusedAs({ code: 'damagedTournament' })
        return found === undefined
          ? { kind: 'refused', code: 'unknownTournament' }
          : { kind: 'json', value: found }
      },
    }),
    ownOperation({
      ...own,
      id: 'createTournament',
      path: '/tournaments',
      summary: 'Make a tournament',
      description:
        'Whoever makes it has not entered it by that. `swiss`: in each round everybody plays one match of two games of the same deal with colours swapped, against somebody of about the same score. `roundRobin`: such matches between all, for 2 to 24. `arena`: one game after another until its time is over, for whoever is in it at the moment; its games are never rated. An account may have made two that are not over, and 20 a day are made from one address.',
      parameters: {},
      body: { schema: tournamentWishSchema, example: EXAMPLE },
      answer: {
        type: 'application/json',
        description: 'Its id',
        schema: tournamentMadeSchema,
      },
      refusals: ['refused'],
      handle: async (_, { bearer, body, address }) => {
        const refusal = payFor(bearer, PRICE, dependencies) ?? tooManyFrom(address)
        if (refusal !== undefined) return refusal
        const made = await tournaments.make(bearer.player, body)
        return made.ok
          ? { kind: 'json', value: { tournament: made.value } }
          : refusedAs({ code: made.error })
      },
    }),
    ownOperation({
      ...own,
      id: 'enterTournament',
      path: '/tournaments/{tournament}/enter',
      summary: 'Enter a tournament',
      description:
        'Until it starts; a Swiss one also until the second round begins, to play from that on, and an arena as long as it lasts, where it also ends a pause. Entering again changes nothing. A BOT is admitted only to an arena that says `admitsBots`; an account may have entered five that are not over.',
      parameters: ID,
      answer: DONE,
      refusals: ['unknownTournament', 'refused'],
      handle: async ({ tournament }, { bearer }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        return refusal ?? told(await tournaments.enter(bearer.player, tournament))
      },
    }),
    ownOperation({
      ...own,
      id: 'leaveTournament',
      path: '/tournaments/{tournament}/leave',
      summary: 'Leave a tournament',
      description:
        'A match that has begun is still to be played. Whoever leaves a round robin that has started loses all matches that are left; whoever leaves an arena pauses, and may enter again.',
      parameters: ID,
      answer: DONE,
      refusals: ['unknownTournament', 'refused'],
      handle: async ({ tournament }, { bearer }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        return refusal ?? told(await tournaments.leave(bearer.player.id, tournament))
      },
    }),
  ]
}

// --- internal ---

const PRICE = 5
const WRITE: Access = { scope: 'challenges:write' }
const ID = { tournament: { schema: tournamentIdSchema, description: 'The id of the tournament' } }
const DONE = {
  type: 'application/json',
  description: 'It is done',
  schema: apiDoneSchema,
} as const

const EXAMPLE: TournamentWish = {
  rounds: 5,
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  startsInMinutes: 60,
}

function told(result: Awaited<ReturnType<Tournaments['enter']>>): Outcome {
  return result.ok ? { kind: 'json', value: {} } : refusedAs({ code: result.error })
}
