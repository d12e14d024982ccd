import {
  type Challenge,
  COLOR_CHOICES,
  challengeIdSchema,
  isLive,
  type PlayerId,
  type Refusal,
  type Terms,
  termsSchema,
} from '@hokito/protocol'
import {
  apiChallengeSchema,
  apiChallengesSchema,
  apiDoneSchema,
  apiSeeksSchema,
  apiStartedSchema,
} from '@hokito/protocol/api'
import type { Result } from '@hokito/rules'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import { type MeetingDependencies, offerChallenge, takeChallenge } from '../live/meeting.ts'
import { apiChallengeOf } from './game-answer.ts'
import { type Access, type Operation, type Outcome, operation, ownOperation } from './operation.ts'
import { type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface ChallengeOperationsDependencies extends MeetingDependencies, PayingDependencies {
  readonly visitors: Pick<Visitors, 'players' | 'peopleChanges'>
  /** Is a player connected to this node? */
  readonly isHere: (player: PlayerId) => boolean
}

/** Make, accept, decline, withdraw and list challenges. */
export function challengeOperations(
  dependencies: ChallengeOperationsDependencies,
): readonly Operation[] {
  const { lobby, players, isHere } = dependencies
  const challenge = {
    type: 'application/json',
    description: 'The challenge',
    schema: apiChallengeSchema,
  } as const
  return [
    operation({
      id: 'getSeeks',
      group: 'Challenges',
      path: '/seeks',
      summary: 'Challenges in the lobby',
      description: 'The newest 50 that anybody may take, newest first.',
      parameters: {},
      answer: { type: 'application/json', description: 'The challenges', schema: apiSeeksSchema },
      refusals: [],
      price: 3,
      handle: async () => {
        const { challenges, total } = lobby.news.latest
        return { kind: 'json', value: { seeks: challenges.map(apiChallengeOf), total } }
      },
    }),
    ownOperation({
      id: 'getOwnChallenges',
      group: 'Challenges',
      path: '/challenges',
      summary: 'Your open challenges, and those that are for you alone',
      parameters: {},
      access: { scope: 'games:read' },
      answer: {
        type: 'application/json',
        description: 'The challenges',
        schema: apiChallengesSchema,
      },
      refusals: [],
      price: 1,
      handle: async (_, { bearer: { player } }) => {
        const own = lobby.ofPlayer(player.id).map(apiChallengeOf)
        const forYou = lobby.forPlayer(player.id).map(apiChallengeOf)
        return { kind: 'json', value: { own, forYou } }
      },
    }),
    ownOperation({
      id: 'createChallenge',
      group: 'Challenges',
      method: 'post',
      path: '/challenges',
      summary: 'Offer a game',
      description:
        'To everybody in the lobby where `isListed`, to the player whose name is in `opponent`, or to whoever is given the id, as in `/play/{id}`. A BOT asks no people by name. A game that is played at once can be offered only while `followAccount` is open, and is withdrawn a few seconds after that has ended where it is listed or for a BOT. An account may have five challenges open. What a BOT lists is taken by those who want it, and never by quick pairing.',
      parameters: {},
      access: WRITE,
      body: { schema: offeredSchema, example: EXAMPLE },
      answer: challenge,
      refusals: ['unknownPlayer', 'notConnected', 'refused', 'closing'],
      price: 1,
      handle: async (_, { bearer, body: { opponent: name, ...wish } }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        if (refusal !== undefined) return refusal
        const opponent = name === undefined ? undefined : await players.named(name)
        if (name !== undefined && opponent === undefined) {
          const detail = 'There is no player of this name'
          return { kind: 'refused', code: 'unknownPlayer', details: { detail } }
        }
        const { player } = bearer
        if (isLive(wish.terms.timeControl) && !isHere(player.id)) {
          return { kind: 'refused', code: 'notConnected' }
        }
        const isListed = wish.isListed && opponent === undefined
        const offered = { ...wish, isListed, opponent: opponent?.id }
        return toldChallenge(await offerChallenge(player, offered, dependencies))
      },
    }),
    ownOperation({
      id: 'acceptChallenge',
      group: 'Challenges',
      method: 'post',
      path: '/challenges/{id}/accept',
      summary: 'Take a challenge',
      description:
        'A BOT takes what is for it, what other BOTs offer, and what somebody has given it the id of; what people list in the lobby is for people. That the game has begun is heard by `followAccount` too.',
      parameters: ID,
      access: WRITE,
      answer: { type: 'application/json', description: 'The game', schema: apiStartedSchema },
      refusals: ['unknownChallenge', 'refused', 'closing'],
      price: 1,
      handle: async ({ id }, { bearer }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        if (refusal !== undefined) return refusal
        const begun = await takeChallenge(bearer.player, id, dependencies)
        if (!begun.ok) return refusedAs(begun.error)
        return { kind: 'json', value: { game: begun.value.view.id } }
      },
    }),
    ownOperation({
      id: 'declineChallenge',
      group: 'Challenges',
      method: 'post',
      path: '/challenges/{id}/decline',
      summary: 'Decline a challenge that is for you',
      parameters: ID,
      access: WRITE,
      answer: DONE,
      refusals: ['unknownChallenge', 'refused'],
      price: 1,
      handle: async ({ id }, { bearer }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        if (refusal !== undefined) return refusal
        const declined = await lobby.decline(bearer.player.id, id)
        return declined.ok ? { kind: 'json', value: {} } : refusedAs({ code: declined.error })
      },
    }),
    ownOperation({
      id: 'withdrawChallenge',
      group: 'Challenges',
      method: 'post',
      path: '/challenges/{id}/withdraw',
      summary: 'Withdraw a challenge of yours',
      parameters: ID,
      access: WRITE,
      answer: DONE,
      refusals: ['unknownChallenge', 'refused'],
      price: 1,
      handle: async ({ id }, { bearer }) => {
        const refusal = payFor(bearer, PRICE, dependencies)
        if (refusal !== undefined) return refusal
        const withdrawn = await lobby.withdraw(bearer.player.id, id)
        return withdrawn.ok ? { kind: 'json', value: {} } : refusedAs({ code: withdrawn.error })
      },
    }),
  ]
}

// --- internal ---

/** The same as for the messages of a page. */
const PRICE = 5
const LONGEST_NAME = 64
const WRITE: Access = { scope: 'challenges:write' }
const ID = { id: { schema: challengeIdSchema, description: 'The id of the challenge' } }
const DONE = {
  type: 'application/json',
  description: 'It is done',
  schema: apiDoneSchema,
} as const

const offeredSchema = z.strictObject({
  terms: termsSchema,
  color: z._default(
    z.enum(COLOR_CHOICES).check(z.describe('The side that you take; by lot if absent')),
    'random',
  ),
  isListed: z._default(
    z.boolean().check(z.describe('Shall everybody see it in the lobby? No if absent')),
    false,
  ),
  opponent: z.optional(
    z
      .string()
      .check(z.maxLength(LONGEST_NAME), z.describe('The name of the player that it is for')),
  ),
})

const EXAMPLE: { readonly terms: Terms; readonly isListed: boolean } = {
  terms: {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl: { kind: 'correspondence', daysPerMove: 2 },
    allowsTakebacks: false,
    games: 2,
  },
  isListed: true,
}

function toldChallenge(offered: Result<Challenge, Refusal>): Outcome {
  return offered.ok
    ? { kind: 'json', value: apiChallengeOf(offered.value) }
    : refusedAs(offered.error)
}
