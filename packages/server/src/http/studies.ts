import {
  chapterReplySchema,
  doneReplySchema,
  LONGEST_CHAPTER,
  nameSchema,
  publicStudiesReplySchema,
  removeStudySchema,
  studiesReplySchema,
  studyChangeSchema,
  studyIdSchema,
  studyReplySchema,
} from '@hokito/protocol'
import type { Visitors } from '../limiting/visitors.ts'
import type { EventStream } from '../live/events.ts'
import { seenBy } from '../studies/read.ts'
import type { Studies } from '../studies/studies.ts'
import { writtenNumberSchema } from '../tournaments/written-number.ts'
import { jsonPartsOf } from './json-parts.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface StudyDependencies {
  readonly studies: Studies
  readonly visitors: Visitors
  readonly events: EventStream
}

/** Each queries the database a few times. */
const PRICE = 3

/**
 * The player's own list also asks about the owner of each study to which the player is invited; a
 * public one asks whether the reader may see it, and counts chapters.
 */
const LIST_PRICE = 10

/** A chapter of the longest kind, in letters of up to three bytes, with all else in a change. */
const BODY_BYTES = 3 * LONGEST_CHAPTER + 4096

const POST = {
  asker: 'ownPlayer',
  method: 'post',
  cache: 'never',
  price: PRICE,
} as const

const ownStudies = operation({
  asker: 'player',
  path: '/api/studies',
  answer: jsonBy(studiesReplySchema),
  cache: 'never',
  price: LIST_PRICE,
  handle: async (_, { player, signal }, { studies }: StudyDependencies) => ({
    kind: 'stream',
    chunks: jsonPartsOf({
      studies: studies.of(player.id, signal),
      invited: studies.invitedTo(player.id, signal),
    }),
  }),
})

/** The studies on a player's profile. */
const studiesOfPlayer = operation({
  asker: 'visitor',
  path: '/api/players/{name}/studies',
  parameters: { name: { schema: nameSchema, refusal: 'unknownPlayer' } },
  answer: jsonBy(publicStudiesReplySchema),
  cache: 'never',
  price: LIST_PRICE,
  handle: async ({ name }, { player }, { studies }: StudyDependencies) => {
    const found = await studies.shownBy(name, player?.id)
    return found === undefined
      ? refused({ code: 'unknownPlayer' })
      : answered({ studies: [...found] })
  },
})

const oneStudy = operation({
  asker: 'visitor',
  path: '/api/studies/{id}',
  parameters: { id: { schema: studyIdSchema, refusal: 'unknownStudy' } },
  answer: jsonBy(studyReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ id }, { player }, { studies }: StudyDependencies) => {
    const study = await studies.look(id, player?.id)
    return study === undefined ? refused({ code: 'unknownStudy' }) : answered({ study })
  },
})

const oneChapter = operation({
  asker: 'visitor',
  path: '/api/studies/{id}/{n}',
  parameters: {
    id: { schema: studyIdSchema, refusal: 'unknownStudy' },
    n: { schema: writtenNumberSchema, refusal: 'unknownStudy' },
  },
  answer: jsonBy(chapterReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ id, n }, { player }, { studies }: StudyDependencies) => {
    const chapter = await studies.chapter(id, n, player?.id)
    return chapter === undefined ? refused({ code: 'unknownStudy' }) : answered({ chapter })
  },
})

const changeStudy = operation({
  ...POST,
  path: '/api/studies',
  body: { schema: studyChangeSchema },
  bodyLimit: BODY_BYTES,
  answer: jsonBy(studyReplySchema),
  charge: ({ player }, { visitors }: StudyDependencies) => visitors.studyChanges.take(player.id),
  handle: async (_, { player, body }, { studies, events }: StudyDependencies) => {
    const changed = await studies.change(player.id, body)
    if (!changed.ok) return refused({ code: changed.error })
    events.publish('studyChanged', changed.value)
    const { study } = changed.value
    // Someone who has just left sees no more than other readers.
    return answered({ study: seenBy(player.id, study) })
  },
})

const removeStudy = operation({
  ...POST,
  path: '/api/studies/remove',
  body: { schema: removeStudySchema },
  bodyLimit: 1024,
  answer: jsonBy(doneReplySchema),
  charge: ({ player }, { visitors }: StudyDependencies) => visitors.studyChanges.take(player.id),
  handle: async (_, { player, body }, { studies, events }: StudyDependencies) => {
    if (!(await studies.remove(player.id, body.study))) return refused({ code: 'unknownStudy' })
    events.publish('studyRemoved', body.study)
    return answered({})
  },
})

/** Studies: a player's own, those on a profile, one and its chapters; our own pages change them. */
export const STUDY_OPERATIONS: readonly PageOperation<StudyDependencies>[] = [
  ownStudies,
  studiesOfPlayer,
  oneStudy,
  oneChapter,
  changeStudy,
  removeStudy,
]
