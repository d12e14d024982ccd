import type { PlayerId } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import type { Language, Translate } from '../i18n/i18n.ts'
import { ownColorIn } from '../models/online/own-seat.ts'
import type { AnyGame } from '../models/site/all-games.ts'
import { formatMoment } from './dates.ts'
import { shownName } from './shown-name.ts'

/** The players on a break in our running games, and when their breaks end. */
export function breaksIn(
  t: Translate,
  listed: AnyGame,
  { player, language, now }: Reader,
): readonly string[] {
  if (listed.kind === 'local' || listed.game.breaks === undefined) return []
  const { breaks, seats } = listed.game
  const own = ownColorIn(listed.game, player)
  return COLORS.flatMap((color) => {
    const until = breaks[color] ?? now
    if (until <= now) return []
    const date = formatMoment(language, until)
    return color === own
      ? [t('gamesPage.ownBreak', { date })]
      : [t('gamesPage.onBreak', { name: shownName(seats[color]), date })]
  })
}

// --- internal ---

/** The reader, the language, and the time by our clock. */
interface Reader {
  readonly player: PlayerId | undefined
  readonly language: Language
  readonly now: number
}
