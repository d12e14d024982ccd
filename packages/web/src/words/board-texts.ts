import {
  type Color,
  formatSquare,
  isSingle,
  type Miss,
  type Move,
  type Path,
  type Piece,
  type Position,
  pointsOf,
  type Square,
  type Stack,
} from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import type { BoardTexts, Choice, MadeMove, RefusedPress } from '../board/index.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { joinSentences } from './sentences.ts'

/**
 * The board's texts in the page's language. `own` is the colour of the only player at it, if there
 * is one. `isPlanning` says whether a move confirmed now waits for the player's turn.
 */
export function useBoardTexts(own?: Color, isPlanning = false): BoardTexts {
  const t = useTranslate()
  return useMemo(() => boardTexts(t, own, isPlanning), [t, own, isPlanning])
}

/** The board's texts; see {@link useBoardTexts}. */
export function boardTexts(t: Translate, own?: Color, isPlanning = false): BoardTexts {
  const pieceOf = pieceWords(t, own)
  const squareWords = wordsOfSquares(t, pieceOf)
  const landsOn = withGaps((gaps) => t('board.landsOn', gaps), ['squares'])
  const stuck = once(() => t('board.stuck'))
  return {
    square: ({ square, stack, state, landings }) => {
      const words = [squareWords(square, stack)]
      if (landings?.length === 0) words.push(stuck())
      else if (landings !== undefined) words.push(landsOn({ squares: squareList(landings) }))
      if (state !== undefined) words.push(t(`board.${state}`))
      return words.join(', ')
    },
    chose: (choice) => describeChoice(t, choice),
    cancelled: () => t('board.cancelled'),
    hinted: (move) => describeHint(t, move),
    pending: ({ from, to }, points) =>
      t(isPlanning ? 'board.planned' : 'board.pending', {
        from: formatSquare(from),
        to: formatSquare(to),
        points,
      }),
    refused: (refused) => describeRefused(t, refused),
    moved: (made) => describeMade(t, pieceOf, made),
    inspectTitle: (square) => t('board.inspect', { square: formatSquare(square) }),
    piece: (piece) => (piece === undefined ? t('board.unknownPiece') : pieceOf(piece)),
    top: () => t('board.inspectTop'),
    bottom: () => t('board.inspectBottom'),
  }
}

/** The move that a hint advises. */
export function describeHint(t: Translate, { from, to }: Move): string {
  return t('game.hintIs', { from: formatSquare(from), to: formatSquare(to) })
}

/** Names a piece by its side and value. */
export type PieceWords = (piece: Piece) => string

/** The words for pieces, from the view of one side, or of a player who plays both. */
export function pieceWords(t: Translate, own: Color | undefined): PieceWords {
  return ({ color, value }) => t(`board.pieceOf.${color === own ? 'mine' : color}.${value}`)
}

/** Why a press did nothing. */
export function describeRefused(t: Translate, { refusal, square, position }: RefusedPress): string {
  if (refusal.kind === 'miss') {
    return describeMiss(t, refusal.miss, { from: refusal.from, to: square }, position)
  }
  const words = { square: formatSquare(square), rule: t('error.move.wrongKind') }
  return t(`board.refused.${refusal.kind}`, words)
}

/** Why a piece cannot land on a square, in words for a child. */
export function describeMiss(t: Translate, miss: Miss, move: Move, position: Position): string {
  const moving = position.board[move.from]
  const square = formatSquare(move.to)
  const value = moving?.top.value ?? 0
  switch (miss.code) {
    case 'wrongKind': {
      const isStack = moving !== undefined && !isSingle(moving)
      return t(`board.missed.${isStack ? 'stackOnSingle' : 'singleOnStack'}`, { square })
    }
    case 'wrongCount': {
      const count = miss.path.length
      if (miss.backward !== undefined) return t('board.missed.backward', { count, value })
      return t(`board.missed.${count < value ? 'tooFew' : 'tooMany'}`, { count, value })
    }
    case 'noWay':
      return t('board.missed.noWay', { square, count: value })
    case 'emptyLanding':
    case 'diagonal':
      return t(`board.missed.${miss.code}`, { square })
  }
}

// --- internal ---

function describeChoice(t: Translate, choice: Choice): string {
  const { from, trace, hops, landings, steps } = choice
  const last = trace.at(-1)
  if (last === undefined) {
    const words = { square: formatSquare(from), squares: squareList(landings) }
    return t('board.chose', { ...words, count: landings.length })
  }
  const square = formatSquare(last)
  const next = steps.length > 0 ? steps : landings
  const hopped = { done: trace.length, hops, square, squares: squareList(next) }
  return joinSentences(
    t('board.hopped', hopped),
    choice.canSwitch ? t('game.switchTo', { square }) : '',
  )
}

function squareList(squares: readonly Square[]): string {
  return squares.map(formatSquare).join(', ')
}

/** The words for each square. Drawing a board names all 36, so most names avoid the catalogue. */
function wordsOfSquares(t: Translate, pieceOf: PieceWords) {
  const empty = withGaps((gaps) => t('board.empty', gaps), ['square'])
  const lone = withGaps((gaps) => t('board.single', gaps), ['square', 'piece'])
  const pieces = new Map<string, string>()
  const nameOf = (piece: Piece) => {
    const key = piece.color + piece.value
    const name = pieces.get(key) ?? pieceOf(piece)
    pieces.set(key, name)
    return name
  }
  return (at: Square, stack: Stack | undefined): string => {
    const square = formatSquare(at)
    if (stack === undefined) return empty({ square })
    const piece = nameOf(stack.top)
    return isSingle(stack)
      ? lone({ square, piece })
      : t('board.stack', { square, piece, height: stack.height, points: pointsOf(stack) })
  }
}

/** A text looked up in the catalogue once, with gaps for these words, and filled many times. */
function withGaps<Name extends string>(
  lookUp: (gaps: Readonly<Record<Name, string>>) => string,
  names: readonly Name[],
): (words: Readonly<Record<Name, string>>) => string {
  const gaps = Object.fromEntries(names.map((name) => [name, gapOf(name)])) as Record<Name, string>
  const text = once(() => lookUp(gaps))
  return (words) =>
    names.reduce((filled, name) => filled.replace(gapOf(name), () => words[name]), text())
}

/** No text of a catalogue contains this character. */
function gapOf(name: string): string {
  return `\u0000${name}\u0000`
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The squares that a path touches without landing. */
function between(path: Path): readonly Square[] {
  return path.slice(0, -1).map(({ to }) => to)
}

function describeMade(
  t: Translate,
  pieceOf: PieceWords,
  { before, move, path, made, by }: MadeMove,
): string {
  const words = {
    color: t(`color.${by}`),
    from: formatSquare(move.from),
    to: formatSquare(move.to),
    height: made.height,
    points: pointsOf(made),
  }
  const below = before.board[move.to]
  if (below === undefined) throw new Error('a move has been made onto an empty square')
  const piece = pieceOf(below.top)
  const covered = isSingle(below) ? piece : t('board.covered', { piece, height: below.height })
  return path.length === 1
    ? t('board.moved.straight', { ...words, covered })
    : t('board.moved.hops', { ...words, covered, hops: squareList(between(path)) })
}
