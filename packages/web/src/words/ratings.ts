import { type Expected, type GameView, type RatingChange, STAKES } from '@hokito/protocol'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import { joinSentences } from './sentences.ts'
import { shownName } from './shown-name.ts'
import { formatSigned } from './signed.ts'

/** What a match has changed for one of its players, and why. How sure a rating is can be read on the profile. */
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

/** How many games of a match somebody has won, and how many were to be expected. */
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

/** How a rated match would go, and what it would change. */
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

/** Games of two as people count them: with one digit after the point. */
function formatGames(games: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 }).format(games)
}
