import { type Color, formatMove, opposite } from '@hokito/rules'
import type { MovePreview } from '../board/index.ts'
import type { Translate } from '../i18n/i18n.ts'
import type { LocalGame } from '../models/local/local-game.ts'
import type { ComputerLevel, Seat } from '../models/local/seat.ts'

/** The name of a seat beside the board: the only player at the screen is "you". */
export function seatName(t: Translate, game: LocalGame, color: Color): string {
  const seat = game.seats[color]
  if (seat.kind === 'computer') return computerName(t, seat.level)
  return game.seats[opposite(color)].kind === 'computer'
    ? t('game.you')
    : personName(t, seat, color)
}

/** The same in a line in which the computer's level does not matter. */
export function shortName(t: Translate, game: LocalGame, color: Color): string {
  return game.seats[color].kind === 'computer' ? t('newGame.computer') : seatName(t, game, color)
}

/** A computer's name for its level. */
export function computerName(t: Translate, level: ComputerLevel): string {
  return level === 'best' ? t('game.computerBest') : t('game.computerLevel', { level })
}

/**
 * A deal's number, shortened but long enough to tell it from any other that a player is likely to
 * see.
 */
export function shortDeal(deal: string): string {
  return deal.length <= LONGEST_DEAL ? deal : `${deal.slice(0, 4)}…${deal.slice(-4)}`
}

/** The effect of a move, before it is made. */
export function describePreview(t: Translate, { move, height, points }: MovePreview): string {
  return t('game.preview', { move: formatMove(move), height, points })
}

// --- internal ---

const LONGEST_DEAL = 11

/** A person's own name, or the colour if none was given. */
function personName(t: Translate, seat: Seat, color: Color): string {
  return seat.kind === 'person' && seat.name !== '' ? seat.name : t(`color.${color}`)
}
