import {
  type Color,
  formatSquare,
  isSingle,
  type Miss,
  type Piece,
  type Position,
  pointsOf,
  type Square,
} from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { type BoardTexts, type MadeMove, previewMove } from '../board/index.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'

/** The board's words in the page's language; `own` is the colour of the only person at it, if there is one. */
export function useBoardTexts(own?: Color): BoardTexts {
  const t = useTranslate()
  return useMemo(() => boardTexts(t, own), [t, own])
}

/** The board's words; see {@link useBoardTexts}. */
export function boardTexts(t: Translate, own: Color | undefined): BoardTexts {
  const pieceOf = ({ color, value }: Piece) =>
    t(`board.pieceOf.${color === own ? 'mine' : color}.${value}`)
  return {
    square: ({ square, stack, state, landings }) => {
      const words = [squareWords(t, pieceOf, square, stack)]
      if (landings?.length === 0) words.push(t('board.stuck'))
      else if (landings !== undefined) {
        words.push(t('board.landsOn', { squares: squareList(landings) }))
      }
      if (state !== undefined) words.push(t(`board.${state}`))
      return words.join(', ')
    },
    chose: (square, landings) =>
      t('board.chose', {
        count: landings.length,
        square: formatSquare(square),
        squares: squareList(landings),
      }),
    cancelled: () => t('board.cancelled'),
    pending: ({ from, to }, points) =>
      t('board.pending', { from: formatSquare(from), to: formatSquare(to), points }),
    refused: (refusal, square, position) =>
      refusal.kind === 'miss'
        ? describeMiss(t, refusal.miss, refusal.from, square, position)
        : t(`board.refused.${refusal.kind}`, { square: formatSquare(square) }),
    moved: (made) => describeMade(t, pieceOf, made),
    inspectTitle: (square) => t('board.inspect', { square: formatSquare(square) }),
    piece: (piece) => (piece === undefined ? t('board.unknownPiece') : pieceOf(piece)),
    top: () => t('board.inspectTop'),
    bottom: () => t('board.inspectBottom'),
  }
}

/** Why a piece cannot land somewhere, as a sentence that names the rule. */
export function describeMiss(
  t: Translate,
  miss: Miss,
  from: Square,
  to: Square,
  position: Position,
): string {
  const moving = position.board[from]
  const squares = { from: formatSquare(from), square: formatSquare(to) }
  const words = { ...squares, value: moving?.top.value ?? 0 }
  switch (miss.code) {
    case 'wrongKind': {
      const isStack = moving !== undefined && !isSingle(moving)
      return t(`board.missed.${isStack ? 'stackOnSingle' : 'singleOnStack'}`, squares)
    }
    case 'wrongCount': {
      const counted = t('board.missed.wrongCount', { ...words, hops: miss.path.length })
      return miss.backward === undefined ? counted : `${counted}, ${t('board.missed.backward')}`
    }
    case 'emptyLanding':
      return t('board.missed.emptyLanding', squares)
    case 'diagonal':
    case 'noWay':
      return t(`board.missed.${miss.code}`, words)
  }
}

// --- internal ---

type PieceWords = (piece: Piece) => string

function squareList(squares: readonly Square[]): string {
  return squares.map(formatSquare).join(', ')
}

function squareWords(
  t: Translate,
  pieceOf: PieceWords,
  square: Square,
  stack: Position['board'][number],
): string {
  const name = formatSquare(square)
  if (stack === undefined) return t('board.empty', { square: name })
  const words = { square: name, piece: pieceOf(stack.top) }
  return isSingle(stack)
    ? t('board.single', words)
    : t('board.stack', { ...words, height: stack.height, points: pointsOf(stack) })
}

function describeMade(
  t: Translate,
  pieceOf: PieceWords,
  { before, move, made, by }: MadeMove,
): string {
  const words = {
    color: t(`color.${by}`),
    from: formatSquare(move.from),
    to: formatSquare(move.to),
    height: made.height,
    points: pointsOf(made),
  }
  const below = before.board[move.to]
  const path = previewMove(before, move)?.path
  // The board jumped here, as when a replay is stepped through in leaps: only what it shows can be told.
  if (below === undefined || path === undefined) return t('board.moved.plain', words)
  const piece = pieceOf(below.top)
  const covered = isSingle(below) ? piece : t('board.covered', { piece, height: below.height })
  return path.length === 1
    ? t('board.moved.straight', { ...words, covered })
    : t('board.moved.hops', { ...words, covered, hops: squareList(path.map(({ to }) => to)) })
}
