import { LONGEST_TITLE, MOST_CHAPTERS, MOST_MEMBERS, MOST_STUDIES } from '@hokito/protocol'
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
