import { type GameEnding, type GameView, matchPoints } from '@hokito/protocol'
import { outcome } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { RecordView } from '../models/game/record-view.ts'
import { describeEnding } from './names.ts'
import { onlineHeadline } from './online.ts'

/** Who won an online game and why, and how the match stands; empty while it runs. */
export function endWords(
  t: Translate,
  game: GameView,
  record: RecordView,
): { readonly headline: string; readonly reason: string } {
  const { ending, seats } = game
  if (ending === undefined) return { headline: '', reason: '' }
  const names = { black: seats.black.name, white: seats.white.name }
  return {
    headline: onlineHeadline(t, ending, names),
    reason: `${reasonOf(t, ending, record)} ${matchLine(t, game, record)}`.trim(),
  }
}

// --- internal ---

function reasonOf(t: Translate, { kind, winner }: GameEnding, record: RecordView): string {
  if (kind === 'aborted' || winner === 'nobody') return t('online.game.aborted')
  return describeEnding(t, { kind, winner }, outcome(record.live.value))
}

/** How a match of two stands after this game. */
function matchLine(t: Translate, game: GameView, record: RecordView): string {
  const first = game.match?.first
  if (first === undefined) return ''
  const second = matchPoints(game, record.points.value)
  // The points of the first game are told by the colours of the second.
  return t('online.game.matchScore', {
    first: `${game.seats.black.name} ${first.points.black + second.black}`,
    second: `${game.seats.white.name} ${first.points.white + second.white}`,
  })
}
