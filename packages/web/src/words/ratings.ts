import type { Expected, GameView, RatingChange } from '@hokito/protocol'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import { joinSentences } from './sentences.ts'
import { shownName } from './shown-name.ts'
import { formatSigned } from './signed.ts'

/**
 * How a match has changed the rating of one of its players, and why. The profile shows how certain
 * the rating is.
 */
export function describeChange(
  t: Translate,
  { player, before, after, scored, expected }: RatingChange,
  { seats, terms }: Pick<GameView, 'seats' | 'terms'>,
  language: Language,
): string {
  const name = shownName(seats.black.id === player ? seats.black : seats.white)
  return joinSentences(
    t('profile.change', {
      name,
      before: before.value,
      after: after.value,
      change: formatSigned(after.value - before.value),
    }),
    describeScore(t, { scored, expected, games: terms.games }, language),
  )
}

/** How many games of a match, or of a single one, a player has won, and how many were expected. */
export function describeScore(
  t: Translate,
  { scored, expected, games }: Pick<RatingChange, 'scored' | 'expected'> & Of,
  language: Language,
): string {
  const numbers = {
    won: formatGames(scored, language),
    expected: formatGames(expected, language),
  }
  return t(games === 1 ? 'profile.scoredSingle' : 'profile.scored', numbers)
}

/** The expected result of a rated match or single game, and its effect on the rating. */
export function describeExpected(
  t: Translate,
  { expected, changes, games }: Expected & Of,
  language: Language,
): string {
  const [first = '', second = '', third = ''] = changes.map(formatSigned)
  if (games === 1) {
    return joinSentences(
      t('profile.expectedSingle', { chance: formatShare(expected, language) }),
      t('profile.stakesSingle', { won: first, lost: second }),
    )
  }
  return joinSentences(
    t('profile.expected', { expected: formatGames(expected, language) }),
    t('profile.stakes', { two: first, one: second, none: third }),
  )
}

// --- internal ---

/** How many games were rated together: a match of two, or one. */
interface Of {
  readonly games: number
}

/** Games as people count them: with one decimal place. */
function formatGames(games: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(games)
}

function formatShare(share: number, language: Language): string {
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const
  return new Intl.NumberFormat(LOCALES[language], percent).format(share)
}
