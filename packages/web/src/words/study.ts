import { LONGEST_TITLE, MOST_CHAPTERS, MOST_MEMBERS, MOST_STUDIES } from '@hokito/protocol'
import {
  type ByColor,
  type Color,
  type GameRecord,
  parseRecord,
  play,
  positionOf,
  tagOf,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { StudyRefusal } from '../models/analysis/studies-api.ts'
import { sumsOf } from './games.ts'
import { namesIn } from './record.ts'

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

/**
 * A title for a study or a chapter that is made from a game: its players, and the result if it has
 * one; empty without names.
 */
export function gameTitle(t: Translate, text: string): string {
  const record = parseRecord(text)
  if (!record.ok) return ''
  const names = namesIn(t, record.value)
  const parts =
    names === undefined
      ? [tagOf(record.value, 'Event')]
      : [t('home.versus', { ...names }), resultOf(t, record.value, names)]
  return parts.filter(Boolean).join(' · ').slice(0, LONGEST_TITLE)
}

/**
 * A game for other readers: the side of its player has the name of the account, unless the record
 * gives one.
 */
export function namedRecord(
  record: GameRecord,
  own: Color | undefined,
  account: string | undefined,
): GameRecord {
  const tag = own === 'black' ? 'Black' : 'White'
  if (own === undefined || account === undefined || tagOf(record, tag)) return record
  return { ...record, tags: { ...record.tags, [tag]: account } }
}

// --- internal ---

/** The points that decided a game, or else its winner; undefined if it has no result. */
function resultOf(t: Translate, record: GameRecord, names: ByColor<string>): string | undefined {
  const { ending, moves } = record
  if (ending === undefined) return undefined
  if (ending.kind === 'stuck')
    return sumsOf(totals(moves.reduce(play, positionOf(record))), 'black')
  return ending.winner === 'draw'
    ? t('end.drawn.plain')
    : t('games.wonBy', { name: names[ending.winner] })
}
