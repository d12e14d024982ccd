import { type Color, formatMove, formatSquare, isSingle, type Move } from '@hokito/rules'
import type { Choice, MadeMove, MovePreview, Refused } from '../board/index.ts'
import type { Translate } from '../i18n/i18n.ts'
import { describeRefused, pieceWords } from './board-texts.ts'
import { describePreview } from './names.ts'

/** What to do now, and in smaller letters a related message, such as the previous move. */
export interface StatusWords {
  readonly text: string
  readonly note?: string | undefined
}

/** The current action of a player at a board. */
export interface Doing {
  readonly preview: MovePreview | undefined
  /** Why the last press did nothing. */
  readonly refused: Refused | undefined
  readonly choice: Choice | undefined
  /** A landing that is played when it is pressed again. */
  readonly pending: Move | undefined
}

/** For this many plies of a first game, the page explains how a piece moves. */
export const FIRST_PLIES = 6

/**
 * The words for a player in the middle of a move; undefined if nothing is chosen. A new player also
 * reads how far a piece goes.
 */
export function describeDoing(t: Translate, doing: Doing, isNew = false): StatusWords | undefined {
  const { preview, refused, choice, pending } = doing
  if (preview !== undefined) {
    const again = pending && t('game.pressAgain', { square: formatSquare(pending.to) })
    return { text: describePreview(t, preview), note: again }
  }
  if (refused?.kind === 'refused') return { text: describeRefused(t, refused) }
  return choice && describeChoice(t, choice, isNew)
}

/**
 * The last move in one line: the player by the name beside the board, the move, and what lies below
 * the piece now.
 */
export function describeLastMove(
  t: Translate,
  own: Color | undefined,
  { before, move }: Pick<MadeMove, 'before' | 'move'>,
  name: string,
): string | undefined {
  const below = before.board[move.to]
  if (below === undefined) return undefined
  const { top, height } = below
  const stack = isSingle(below) ? '' : ` ×${height}`
  if (top.color === own && before.turn !== own) {
    return t(`game.coversYour.${top.value}`, { name, move: formatMove(move), stack })
  }
  return t('game.lastMove', {
    name,
    move: formatMove(move),
    covered: pieceWords(t, own)(top) + stack,
  })
}

// --- internal ---

function describeChoice(t: Translate, choice: Choice, isNew: boolean): StatusWords {
  const { trace, hops, landings, steps } = choice
  const last = trace.at(-1)
  if (last === undefined) {
    const orTrace = steps.length > 0 ? t('game.orTrace') : undefined
    return {
      text: t('game.chosen', { count: landings.length }),
      note: isNew ? t('game.marks', { count: hops }) : orTrace,
    }
  }
  return {
    text: t('game.hopped', { done: trace.length, hops }),
    note: choice.canSwitch ? t('game.switchTo', { square: formatSquare(last) }) : undefined,
  }
}
