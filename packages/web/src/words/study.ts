import { LONGEST_TITLE, MOST_CHAPTERS, MOST_MEMBERS, MOST_STUDIES } from '@hokito/protocol'
import { parseRecord } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { StudyRefusal } from '../models/analysis/studies-api.ts'

/** Why a request about a study failed. */
export function describeStudyRefusal(t: Translate, refusal: StudyRefusal): string {
  switch (refusal) {
    case 'tooManyStudies':
      return t('study.refusal.tooManyStudies', { most: MOST_STUDIES })
    case 'tooManyChapters':
      return t('study.refusal.tooManyChapters', { most: MOST_CHAPTERS })
    case 'tooManyMembers':
      return t('study.refusal.tooManyMembers', { most: MOST_MEMBERS })
    case 'badStudyTitle':
      return t('study.refusal.badStudyTitle', { most: LONGEST_TITLE })
    default:
      return t(`study.refusal.${refusal}`)
  }
}

/** A title for a study or a chapter that is made from a game: its players; empty without names. */
export function gameTitle(text: string): string {
  const record = parseRecord(text)
  if (!record.ok) return ''
  const { Black, White, Event = '' } = record.value.tags
  const names = [Black, White].filter((name) => name !== undefined)
  return (names.length > 0 ? names.join(' – ') : Event).slice(0, LONGEST_TITLE)
}
