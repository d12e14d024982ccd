import {
  formatSquare,
  isSingle,
  type Piece,
  type Position,
  pointsOf,
  type Square,
} from '@hokito/rules'
import type { SetupFinding } from '../board/setup-rest.ts'
import type { SetupEvent, SetupRefusal } from '../board/setup-state.ts'
import type { Translate } from '../i18n/i18n.ts'
import type { SetupTextError } from '../models/game/setup-model.ts'
import { describeDealError, describeHfenError } from './errors.ts'

/** The effect of an edit, or why it had none; `position` is the one after it. */
export function describeSetupEvent(t: Translate, event: SetupEvent, position: Position): string {
  switch (event.kind) {
    case 'took':
      return t('setup.told.took', { piece: pieceWords(t, event.piece) })
    case 'lifted':
    case 'returned':
      return t(`setup.told.${event.kind}`, { square: formatSquare(event.square) })
    case 'put':
      return t('board.single', {
        square: formatSquare(event.square),
        piece: pieceWords(t, event.piece),
      })
    case 'stacked':
      return stackWords(t, position, event.square)
    case 'moved':
    case 'swapped':
      return t(`setup.told.${event.kind}`, {
        from: formatSquare(event.from),
        to: formatSquare(event.to),
      })
    case 'shuffled':
      return t('setup.told.shuffled', { count: event.count })
    case 'turn':
      return t('game.turnOf', { name: t(`color.${event.color}`) })
    case 'side':
      return t('setup.tray', { color: t(`color.${event.color}`) })
    case 'letGo':
      return t('board.cancelled')
    case 'refused':
      return describeSetupRefusal(t, event.refusal)
    default:
      return t(`setup.told.${event.kind}`)
  }
}

/** A finding on a position being set up. */
export function describeFinding(t: Translate, finding: SetupFinding): string {
  switch (finding.code) {
    case 'tooMany':
      return t('setup.finding.tooMany', {
        piece: pieceWords(t, finding.piece),
        count: finding.count,
        squares: squareList(finding.squares),
      })
    case 'oddHeight':
      return t('setup.finding.oddHeight', { squares: squareList(finding.squares) })
    case 'over':
      return t('newGame.already')
    case 'noPieces':
      return t('setup.finding.noPieces')
    case 'missing':
      return t('setup.finding.missing', { count: finding.count })
  }
}

/** Why a pasted text could not be loaded. */
export function describeSetupTextError(t: Translate, error: SetupTextError): string {
  return error.kind === 'deal'
    ? describeDealError(t, error.error)
    : describeHfenError(t, error.error)
}

/** A piece by its side and value. */
export function pieceWords(t: Translate, { color, value }: Piece): string {
  return t(`board.pieceOf.${color}.${value}`)
}

// --- internal ---

function describeSetupRefusal(t: Translate, refusal: SetupRefusal): string {
  switch (refusal.code) {
    case 'noneLeft':
      return t('setup.refused.noneLeft', { piece: pieceWords(t, refusal.piece) })
    case 'foreign':
      return t('setup.refused.foreign', { color: t(`color.${refusal.color}`) })
    case 'empty':
      return t('board.empty', { square: formatSquare(refusal.square) })
    default:
      return t(`setup.refused.${refusal.code}`)
  }
}

function stackWords(t: Translate, position: Position, square: Square): string {
  const stack = position.board[square]
  const name = formatSquare(square)
  if (stack === undefined) return t('board.empty', { square: name })
  const words = { square: name, piece: pieceWords(t, stack.top) }
  return isSingle(stack)
    ? t('board.single', words)
    : t('board.stack', { ...words, height: stack.height, points: pointsOf(stack) })
}

function squareList(squares: readonly Square[]): string {
  return squares.map(formatSquare).join(', ')
}
