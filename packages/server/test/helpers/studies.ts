import {
  type HttpRefusal,
  httpRefusalSchema,
  type Study,
  type StudyId,
  studyIdSchema,
  studyReplySchema,
} from '@hokito/protocol'
import { expect } from 'vitest'
import type { Page } from './page.ts'
import { ask } from './stranger.ts'

/** The server's answer to a change of a study. */
export interface StudyAnswer {
  readonly status: number
  readonly refusal: HttpRefusal | undefined
  readonly study: Study | undefined
}

let made = 0

/** An id that no study of this process has. */
export function freshStudyId(): StudyId {
  return studyIdSchema.parse(`study${String(made++).padStart(7, '0')}`)
}

/** Posts a change of a study to `/api/studies` and a path below it. */
export async function changeStudy(
  { url, cookie }: Page,
  body: object,
  path = '',
): Promise<StudyAnswer> {
  const headers = { 'content-type': 'application/json', cookie, origin: url }
  const answer = await ask(
    `${url}/api/studies${path}`,
    { method: 'POST', headers },
    JSON.stringify(body),
  )
  const read: unknown = JSON.parse(answer.body)
  return {
    status: answer.status,
    refusal: httpRefusalSchema.safeParse(read).data,
    study: studyReplySchema.safeParse(read).data?.study,
  }
}

/** Makes a study with one chapter, which only its owner can read. */
export async function makeStudy(page: Page, hgn: string, study = freshStudyId()): Promise<Study> {
  const chapter = { title: 'First', hgn }
  const answer = await changeStudy(page, { type: 'make', study, title: 'Mine', chapter })
  return answer.study ?? expect.fail(JSON.stringify(answer))
}
