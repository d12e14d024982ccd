import { type Color, type Ending, formatSquare, type Outcome, opposite } from '@hokito/rules'
import type { MovePreview } from '../board/index.ts'
import type { Translate } from '../i18n/i18n.ts'
import { type LocalGame, soloColor } from '../models/local/local-game.ts'
import type { ComputerLevel, Seat } from '../models/local/seat.ts'

/** How a seat is called beside the board: the only person at the screen is "you". */
export function seatName(t: Translate, game: LocalGame, color: Color): string {
  const seat = game.seats[color]
  if (seat.kind === 'computer') return computerName(t, seat.level)
  return game.seats[opposite(color)].kind === 'computer'
    ? t('game.you')
    : personName(t, seat, color)
}

/** Who won, as the person at the screen would put it. */
export function headlineOf(t: Translate, game: LocalGame, { winner }: Ending): string {
  if (winner === 'draw') return t('end.draw')
  if (winner === soloColor(game)) return t('end.youWin')
  const seat = game.seats[winner]
  if (seat.kind === 'computer' && soloColor(game) !== undefined) return t('end.computerWins')
  if (seat.kind === 'person' && seat.name === '') return t(`end.colorWins.${winner}`)
  return t('end.wins', { name: seatName(t, game, winner) })
}

/** What a move would do, before it is made. */
export function describePreview(t: Translate, { move, height, points }: MovePreview): string {
  const from = formatSquare(move.from)
  return t('game.preview', { from, to: formatSquare(move.to), height, points })
}

/** Why a game ended, as a sentence. */
export function describeEnding(t: Translate, ending: Ending, over: Outcome | undefined): string {
  const { kind, winner } = ending
  switch (kind) {
    case 'stuck':
      return t(`end.stuck.${over?.stuck.length === 1 ? (over.stuck[0] ?? 'both') : 'both'}`)
    case 'resigned':
    case 'timeout':
      return winner === 'draw' ? t('end.draw') : t(`end.${kind}.${opposite(winner)}`)
    case 'agreed':
    case 'abandoned':
      return t(`end.${kind}`)
  }
}

// --- internal ---

/** A computer's name by its level. */
function computerName(t: Translate, level: ComputerLevel): string {
  return level === 'best' ? t('game.computerBest') : t('game.computerLevel', { level })
}

/** A person's own name, or the colour where none was given. */
function personName(t: Translate, seat: Seat, color: Color): string {
  return seat.kind === 'person' && seat.name !== '' ? seat.name : t(`color.${color}`)
}
