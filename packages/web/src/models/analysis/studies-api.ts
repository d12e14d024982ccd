import {
  type Chapter,
  chapterReplySchema,
  doneReplySchema,
  httpRefusalSchema,
  type Study,
  type StudyChange,
  type StudyId,
  studiesReplySchema,
  studyIdSchema,
  studyReplySchema,
} from '@hokito/protocol'
import { err, ok, type RandomBytes, type Result } from '@hokito/rules'
import { posting, readAnswer } from '../device/ask.ts'
import { drawId } from '../device/draw-id.ts'

const REFUSALS = [
  'unknownStudy',
  'staleStudy',
  'tooManyStudies',
  'tooManyChapters',
  'badStudyTitle',
  'badChapter',
  'needsAccount',
  'suspended',
  'muted',
  'notHolder',
  'notFollower',
  'tooManyMembers',
  'tooManyInvitations',
  'inviteBarred',
  'unknownPlayer',
  'self',
  'blocked',
  'ofClass',
] as const

/** Why a request failed; `other` if there was no answer, or a refusal that is not about studies. */
export type StudyRefusal = (typeof REFUSALS)[number] | 'other'

/** A player's own studies and those of others, the last changed first. */
export interface OwnStudies {
  readonly studies: readonly Study[]
  /** Those to which the player is invited. */
  readonly invited: readonly Study[]
}

export async function fetchStudies(): Promise<Result<OwnStudies, StudyRefusal>> {
  const answer = await readAnswer('/api/studies')
  const reply = studiesReplySchema.safeParse(answer)
  return reply.success ? ok(reply.data) : err(refusalOf(answer))
}

export async function fetchChapter(id: StudyId, n: number): Promise<Result<Chapter, StudyRefusal>> {
  const answer = await readAnswer(`/api/studies/${id}/${n}`)
  const reply = chapterReplySchema.safeParse(answer)
  return reply.success ? ok(reply.data.chapter) : err(refusalOf(answer))
}

/** Stores a change of a study; the same change may be sent again. */
export async function changeStudy(change: StudyChange): Promise<Result<Study, StudyRefusal>> {
  const answer = await send('/api/studies', change)
  const reply = studyReplySchema.safeParse(answer)
  return reply.success ? ok(reply.data.study) : err(refusalOf(answer))
}

/** Removes a study. Undefined if it is gone now. */
export async function removeStudy(study: StudyId): Promise<StudyRefusal | undefined> {
  const answer = await send('/api/studies/remove', { study })
  return doneReplySchema.safeParse(answer).success ? undefined : refusalOf(answer)
}

/** The id of a study that is being made. */
export function newStudyId(randomBytes: RandomBytes): StudyId {
  return studyIdSchema.parse(drawId(randomBytes, 12))
}

// --- internal ---

function refusalOf(answer: unknown): StudyRefusal {
  const code = httpRefusalSchema.safeParse(answer).data?.code
  return REFUSALS.find((each) => each === code) ?? 'other'
}

function send(path: string, body: object): Promise<unknown> {
  // What was changed last is sent even if the page is being left.
  return readAnswer(path, { ...posting(body), keepalive: true })
}
