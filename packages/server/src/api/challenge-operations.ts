import {
  type Challenge,
  COLOR_CHOICES,
  challengeIdSchema,
  isLive,
  isOfferedColor,
  offeredTermsSchema,
  type PlayerId,
  type Refusal,
  type Terms,
  textSchema,
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
import { type Access, type ApiOperation, operation } from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { type MeetingDependencies, offerChallenge, takeChallenge } from '../live/meeting.ts'
import { apiChallengeOf } from './game-answer.ts'
import { doneOrRefused, type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface ChallengeOperationsDependencies extends MeetingDependencies, PayingDependencies {
  readonly visitors: Pick<Visitors, 'players' | 'peopleChanges'>
  /** Is a player connected to this node? */
  readonly isHere: (player: PlayerId) => boolean
}

/** The same as for the messages of a page. */
const PRICE = 5
const LONGEST_NAME = 64
const WRITE: Access = { token: 'challenges:write' }
const ID = { id: { schema: challengeIdSchema, description: 'The id of the challenge' } }
const DONE = {
  type: 'application/json',
  description: 'Done',
  schema: apiDoneSchema,
} as const

const offeredSchema = z
  .strictObject({
    terms: offeredTermsSchema,
    color: z._default(
      z.enum(COLOR_CHOICES).check(z.describe('Your side; random if absent')),
      'random',
    ),
    isListed: z._default(
      z.boolean().check(z.describe('Should everyone see it in the lobby? No if absent')),
      false,
    ),
    opponent: z.optional(
      textSchema(LONGEST_NAME).check(z.describe('The name of the only player who may accept it')),
    ),
  })
  .check(z.refine(isOfferedColor, 'Chance decides who divides, so the side must be random'))

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

const CHALLENGE = {
  type: 'application/json',
  description: 'The challenge',
  schema: apiChallengeSchema,
} as const

const getSeeks = operation({
  id: 'getSeeks',
  group: 'Challenges',
  asker: 'anyone',
  path: '/seeks',
  summary: 'Challenges in the lobby',
  description: 'The latest 50 challenges that anyone may accept, latest first.',
  parameters: {},
  answer: { type: 'application/json', description: 'The challenges', schema: apiSeeksSchema },
  refusals: [],
  price: 3,
  handle: async (_, __, { lobby }: ChallengeOperationsDependencies) => {
    const { challenges, total } = lobby.news.latest
    return { kind: 'json', value: { seeks: challenges.map(apiChallengeOf), total } }
  },
})

const getOwnChallenges = operation({
  id: 'getOwnChallenges',
  group: 'Challenges',
  path: '/challenges',
  summary: 'Your open challenges, and those addressed to you',
  parameters: {},
  asker: { token: 'games:read' },
  answer: {
    type: 'application/json',
    description: 'The challenges',
    schema: apiChallengesSchema,
  },
  refusals: [],
  price: 1,
  handle: async (_, { bearer: { player } }, { lobby }: ChallengeOperationsDependencies) => {
    const own = lobby.ofPlayer(player.id).map(apiChallengeOf)
    const forYou = lobby.forPlayer(player.id).map(apiChallengeOf)
    return { kind: 'json', value: { own, forYou } }
  },
})

const createChallenge = operation({
  id: 'createChallenge',
  group: 'Challenges',
  method: 'post',
  path: '/challenges',
  summary: 'Offer a game',
  description:
    'With `isListed`, everyone in the lobby sees it. With `opponent`, only the player of that name may accept it. Otherwise anyone who has its id may, as in `/play/{id}`. A bot cannot challenge people by name. A live game can be offered only while `followAccount` is open. A few seconds after that closes, the server withdraws live challenges that are listed or addressed to a bot. An account may have five open challenges. Quick pairing ignores the challenges of bots.',
  parameters: {},
  asker: WRITE,
  body: { schema: offeredSchema, example: EXAMPLE },
  answer: CHALLENGE,
  refusals: ['unknownPlayer', 'notConnected', 'refused', 'closing'],
  price: 1,
  charge: payFor(PRICE),
  handle: async (_, { bearer, body }, dependencies: ChallengeOperationsDependencies) => {
    const { players, isHere } = dependencies
    const { opponent: name, ...wish } = body
    const opponent = name === undefined ? undefined : await players.named(name)
    if (name !== undefined && opponent === undefined) {
      const detail = 'There is no player with this name'
      return { kind: 'refused', code: 'unknownPlayer', details: { detail } }
    }
    const { player } = bearer
    if (isLive(wish.terms.timeControl) && !isHere(player.id)) {
      return { kind: 'refused', code: 'notConnected' }
    }
    const isListed = wish.isListed && opponent === undefined
    const offered = { ...wish, isListed, opponent: opponent?.id }
    return outcomeOf(await offerChallenge(player, offered, dependencies))
  },
})

const acceptChallenge = operation({
  id: 'acceptChallenge',
  group: 'Challenges',
  method: 'post',
  path: '/challenges/{id}/accept',
  summary: 'Accept a challenge',
  description:
    'A bot can accept challenges addressed to it, challenges of other bots, and any challenge whose id it was given. Challenges that people list in the lobby are for people only. `followAccount` also reports the new game.',
  parameters: ID,
  asker: WRITE,
  answer: { type: 'application/json', description: 'The game', schema: apiStartedSchema },
  refusals: ['unknownChallenge', 'refused', 'closing'],
  price: 1,
  charge: payFor(PRICE),
  handle: async ({ id }, { bearer }, dependencies: ChallengeOperationsDependencies) => {
    const begun = await takeChallenge(bearer.player, id, dependencies)
    if (!begun.ok) return refusedAs(begun.error)
    return { kind: 'json', value: { game: begun.value.view.id } }
  },
})

const declineChallenge = operation({
  id: 'declineChallenge',
  group: 'Challenges',
  method: 'post',
  path: '/challenges/{id}/decline',
  summary: 'Decline a challenge addressed to you',
  parameters: ID,
  asker: WRITE,
  answer: DONE,
  refusals: ['unknownChallenge', 'refused'],
  price: 1,
  charge: payFor(PRICE),
  handle: async ({ id }, { bearer }, { lobby }: ChallengeOperationsDependencies) => {
    return doneOrRefused(await lobby.decline(bearer.player.id, id))
  },
})

const withdrawChallenge = operation({
  id: 'withdrawChallenge',
  group: 'Challenges',
  method: 'post',
  path: '/challenges/{id}/withdraw',
  summary: 'Withdraw one of your challenges',
  parameters: ID,
  asker: WRITE,
  answer: DONE,
  refusals: ['unknownChallenge', 'refused'],
  price: 1,
  charge: payFor(PRICE),
  handle: async ({ id }, { bearer }, { lobby }: ChallengeOperationsDependencies) => {
    return doneOrRefused(await lobby.withdraw(bearer.player.id, id))
  },
})

/** Make, accept, decline, withdraw and list challenges. */
export const CHALLENGE_OPERATIONS: readonly ApiOperation<ChallengeOperationsDependencies>[] = [
  getSeeks,
  getOwnChallenges,
  createChallenge,
  acceptChallenge,
  declineChallenge,
  withdrawChallenge,
]

// --- internal ---

function outcomeOf(offered: Result<Challenge, Refusal>): ApiOutcome {
  return offered.ok
    ? { kind: 'json', value: apiChallengeOf(offered.value) }
    : refusedAs(offered.error)
}
