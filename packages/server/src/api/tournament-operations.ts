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
import type { Bearer } from '../accounts/access-tokens.ts'
import { type Access, type ApiOperation, operation } from '../http/operation.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Tournaments } from '../tournaments/tournaments.ts'
import { writtenNumberSchema } from '../tournaments/written-number.ts'
import { doneOrRefused, type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface TournamentOperationsDependencies extends PayingDependencies {
  readonly visitors: Pick<Visitors, 'players' | 'tournaments'>
  readonly tournaments: Tournaments
}

const PRICE = 5
const WRITE: Access = { token: 'challenges:write' }
const ID = { tournament: { schema: tournamentIdSchema, description: 'The id of the tournament' } }
const DONE = {
  type: 'application/json',
  description: 'Done',
  schema: apiDoneSchema,
} as const

const EXAMPLE: TournamentWish = {
  rounds: 5,
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  startsInMinutes: 60,
}

const COMMON = { group: 'Tournaments', price: 3 } as const
const OWN = { ...COMMON, method: 'post', asker: WRITE } as const

const getTournaments = operation({
  ...COMMON,
  asker: 'anyone',
  id: 'getTournaments',
  path: '/tournaments',
  summary: 'Tournaments',
  description:
    'The answer lists unfinished tournaments, the next to start first, then the latest 20 that have finished.',
  parameters: {},
  answer: {
    type: 'application/json',
    description: 'The tournaments',
    schema: tournamentsReplySchema,
  },
  refusals: [],
  handle: async (_, __, { tournaments }: TournamentOperationsDependencies) => ({
    kind: 'json',
    value: { tournaments: await tournaments.all() },
  }),
})

const getTournament = operation({
  ...COMMON,
  asker: 'anyone',
  id: 'getTournament',
  path: '/tournaments/{tournament}',
  summary: 'A tournament',
  description:
    'The answer has up to 50 players of the standings and up to 50 matches of a round, from the top. For an arena the matches are the games in progress. In a finished match, `scores` gives 2 to the winner, or 1 to each player for a draw. A bye scores 2, or 0 in a round robin. In the pause between two rounds, `nextRoundAt` is the start of the next one, in milliseconds since 1970.',
  parameters: {
    ...ID,
    round: {
      schema: z.optional(writtenNumberSchema),
      description:
        'The round whose matches you want; the latest if absent. In a round robin all rounds are known from the start',
    },
    from: {
      schema: z.optional(writtenNumberSchema),
      description: 'The first place and the first board to return; 1 if absent',
    },
  },
  answer: {
    type: 'application/json',
    description: 'The tournament',
    schema: tournamentDetailSchema,
  },
  refusals: ['unknownTournament', 'refused'],
  handle: async (parameters, _, { tournaments }: TournamentOperationsDependencies) => {
    const { tournament, round, from } = parameters
    const found = await tournaments.look(tournament, { round, from })
    if (found === 'damaged') return refusedAs({ code: 'damagedTournament' })
    return found === undefined
      ? { kind: 'refused', code: 'unknownTournament' }
      : { kind: 'json', value: found }
  },
})

const createTournament = operation({
  ...OWN,
  id: 'createTournament',
  path: '/tournaments',
  summary: 'Make a tournament',
  description:
    'This does not enter you. `swiss`: in each round everyone plays one match against a player with about the same score. A match is two games of the same deal with colours swapped. `roundRobin`: everyone plays such a match against everyone, for 2 to 24 players. `arena`: players play one game after another until the time is over. Arena games are never rated. An account may have two unfinished tournaments of its own. One address may make 20 a day.',
  parameters: {},
  body: { schema: tournamentWishSchema, example: EXAMPLE },
  answer: {
    type: 'application/json',
    description: 'Its id',
    schema: tournamentMadeSchema,
  },
  refusals: ['refused'],
  charge: payForNew,
  handle: async (_, { bearer, body }, { tournaments }: TournamentOperationsDependencies) => {
    const made = await tournaments.make(bearer.player, body)
    return made.ok
      ? { kind: 'json', value: { tournament: made.value } }
      : refusedAs({ code: made.error })
  },
})

const enterTournament = operation({
  ...OWN,
  id: 'enterTournament',
  path: '/tournaments/{tournament}/enter',
  summary: 'Enter a tournament',
  description:
    'You can enter until the tournament starts. In a Swiss tournament you can also enter during the first round, and play from the second. In an arena you can enter as long as it lasts, and this also ends your pause. Entering again has no effect. A bot can enter only an arena with `admitsBots`. An account may take part in five unfinished tournaments.',
  parameters: ID,
  answer: DONE,
  refusals: ['unknownTournament', 'refused'],
  charge: payFor(PRICE),
  handle: async ({ tournament }, { bearer }, { tournaments }: TournamentOperationsDependencies) =>
    doneOrRefused(await tournaments.enter(bearer.player, tournament)),
})

const leaveTournament = operation({
  ...OWN,
  id: 'leaveTournament',
  path: '/tournaments/{tournament}/leave',
  summary: 'Leave a tournament',
  description:
    'You must still play a match that has begun. If you leave a round robin that has started, you lose all your remaining matches. If you leave an arena, you pause and may enter again.',
  parameters: ID,
  answer: DONE,
  refusals: ['unknownTournament', 'refused'],
  charge: payFor(PRICE),
  handle: async ({ tournament }, { bearer }, { tournaments }: TournamentOperationsDependencies) =>
    doneOrRefused(await tournaments.leave(bearer.player.id, tournament)),
})

const cancelTournament = operation({
  ...OWN,
  id: 'cancelTournament',
  path: '/tournaments/{tournament}/cancel',
  summary: 'Call off a tournament',
  description: 'Only its maker can call off a tournament, and only before it starts.',
  parameters: ID,
  answer: DONE,
  refusals: ['unknownTournament', 'refused'],
  charge: payFor(PRICE),
  handle: async ({ tournament }, { bearer }, { tournaments }: TournamentOperationsDependencies) =>
    doneOrRefused(await tournaments.cancel(bearer.player.id, tournament)),
})

/** View, make, cancel, enter and leave tournaments. */
export const TOURNAMENT_OPERATIONS: readonly ApiOperation<TournamentOperationsDependencies>[] = [
  getTournaments,
  getTournament,
  createTournament,
  enterTournament,
  leaveTournament,
  cancelTournament,
]

// --- internal ---

function payForNew(
  asked: { readonly bearer: Bearer; readonly address: AddressKey },
  dependencies: TournamentOperationsDependencies,
): number {
  const waitMs = payFor(PRICE)(asked, dependencies)
  return waitMs > 0 ? waitMs : dependencies.visitors.tournaments.take(asked.address)
}
