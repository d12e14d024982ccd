import {
  challengeIdSchema,
  doneReplySchema,
  expectedReplySchema,
  gameIdSchema,
  leadersReplySchema,
  nameSchema,
  profileReplySchema,
  ratingChangesReplySchema,
  SPEEDS,
  showProgressSchema,
  speedOf,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { Lobby } from '../live/lobby.ts'
import { hasAccount } from '../players/credentials.ts'
import { showProgress } from '../players/shown-progress.ts'
import type { Profiles } from '../ratings/profiles.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Tables } from '../store/schema.ts'
import { chargeChange } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface RatingDependencies {
  readonly ratings: Ratings
  readonly profiles: Profiles
  readonly lobby: Pick<Lobby, 'lookUp'>
  readonly db: Kysely<Tables>
  readonly visitors: Visitors
  readonly now: () => number
}

/** Each queries the database a few times. */
const PRICE = 5

/** The public profile of an account. */
const profile = operation({
  asker: 'anyone',
  path: '/api/players/{name}',
  parameters: { name: { schema: nameSchema, refusal: 'unknownPlayer' } },
  answer: jsonBy(profileReplySchema),
  cache: 'no-cache',
  price: PRICE,
  handle: async ({ name }, _, { profiles }: RatingDependencies) => {
    const found = await profiles.profile(name)
    return found === undefined ? refused({ code: 'unknownPlayer' }) : answered(found)
  },
})

/** The days and puzzles that the asker shows on the profile from now on. */
const showOwnProgress = operation({
  asker: 'ownPlayer',
  method: 'post',
  path: '/api/account/progress',
  body: { schema: showProgressSchema },
  answer: jsonBy(doneReplySchema),
  cache: 'never',
  bodyLimit: 1024,
  price: 1,
  charge: chargeChange,
  handle: async (_, { player, body }, { db, now }: RatingDependencies) => {
    if (!(await hasAccount(db, player.id))) return refused({ code: 'noAccount' })
    await showProgress(db, player.id, { progress: body.progress, now: now() })
    return answered({})
  },
})

/** The strongest players. */
const leaders = operation({
  asker: 'anyone',
  path: '/api/leaders/{speed}',
  parameters: { speed: { schema: z.enum(SPEEDS), refusal: 'notFound' } },
  answer: jsonBy(leadersReplySchema),
  cache: 'public, max-age=60',
  price: PRICE,
  handle: async ({ speed }, _, { profiles }: RatingDependencies) =>
    answered(await profiles.leaders(speed)),
})

/** The rating changes of a match. */
const changesOfGame = operation({
  asker: 'anyone',
  path: '/api/games/{id}/ratings',
  parameters: { id: { schema: gameIdSchema, refusal: 'unknownGame' } },
  answer: jsonBy(ratingChangesReplySchema),
  price: PRICE,
  handle: async ({ id }, _, { profiles }: RatingDependencies) =>
    answered({ changes: [...(await profiles.changesOf(id))] }),
})

/** The changes to expect if the asker accepts a rated challenge. */
const expectedChanges = operation({
  asker: 'player',
  path: '/api/challenges/{id}/expected',
  parameters: { id: { schema: challengeIdSchema, refusal: 'notFound' } },
  answer: jsonBy(expectedReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ id }, { player }, { ratings, lobby }: RatingDependencies) => {
    const challenge = await lobby.lookUp(id)
    const speed = challenge && speedOf(challenge.terms.timeControl)
    if (challenge?.terms.isRated !== true || speed === undefined) {
      return refused({ code: 'notFound' })
    }
    return answered(await ratings.expected(player.id, challenge, speed))
  },
})

export const RATING_OPERATIONS: readonly PageOperation<RatingDependencies>[] = [
  profile,
  showOwnProgress,
  leaders,
  changesOfGame,
  expectedChanges,
]
