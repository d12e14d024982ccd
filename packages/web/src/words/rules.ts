import type { Translate } from '../i18n/i18n.ts'
import { wordsIn } from '../models/learn/claim.ts'
import { type Diagram, GAME_WORDS } from '../models/learn/diagrams.ts'
import type { RULINGS } from '../models/learn/rulings.ts'
import { joinSentences } from './sentences.ts'

export type Ruling = (typeof RULINGS)[number]

/** A rule, with the numbers of its diagram. */
export function describeRule(
  t: Translate,
  { key, claims }: Pick<Diagram, 'key' | 'claims'>,
): string {
  return t(`rules.sections.${key}.text`, { ...wordsIn(claims) })
}

/** The answer to a question about the rules. */
export function describeRuling(t: Translate, key: Ruling): string {
  const answer = t(`rules.rulings.${key}.answer`, { ...GAME_WORDS })
  return key === 'first' ? joinSentences(answer, t('learn.divide')) : answer
}

/** Says that no game leads to most boards of the lessons and the rules. */
export function describeMadeUp(t: Translate): string {
  return t('rules.madeUp', { ...GAME_WORDS })
}

/** Says that the players may place their pieces themselves. */
export function describeOwnPlacement(t: Translate): string {
  return t('rules.arrange', { ...GAME_WORDS })
}
