import { type Expected, type GameView, type RatingChange, STAKES } from '@hokito/protocol'
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
  { seats }: Pick<GameView, 'seats'>,
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
    describeScore(t, { scored, expected }, language),
  )
}

/** How many games of a match a player has won, and how many were expected. */
export function describeScore(
  t: Translate,
  { scored, expected }: Pick<RatingChange, 'scored' | 'expected'>,
  language: Language,
): string {
  return t('profile.scored', {
    won: formatGames(scored, language),
    expected: formatGames(expected, language),
  })
}

/** The expected result of a rated match, and its effect on the rating. */
export function describeExpected(
  t: Translate,
  { expected, changes }: Expected,
  language: Language,
): string {
  const [two, one, none] = STAKES.map((_, index) => formatSigned(changes[index] ?? 0))
  return joinSentences(
    t('profile.expected', { expected: formatGames(expected, language) }),
    t('profile.stakes', { two: two ?? '', one: one ?? '', none: none ?? '' }),
  )
}

// --- internal ---

/** Games of a match of two as people count them: with one decimal place. */
function formatGames(games: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(games)
}
