import type { Evaluation, Solved } from '@hokito/engine'
import {
  type Color,
  type DealError,
  formatSquare,
  GLYPH_SIGNS,
  type HfenError,
  type HgnError,
  type HgnErrorCode,
  isSingle,
  MAX_GAME_LENGTH,
  type Move,
  type MoveRefusal,
  type Position,
  parseMove,
  VALUES,
} from '@hokito/rules'

/** A deal error as a sentence. */
export function describeDeal({ code }: DealError): string {
  return DEALS[code]
}

/** An HFEN error as a sentence. */
export function describeHfen({ code }: HfenError): string {
  return HFENS[code]
}

/** Why a move cannot be made here, as part of a sentence. */
export function describeRefusal(refusal: MoveRefusal, move: Move, position: Position): string {
  const names = { from: formatSquare(move.from), to: formatSquare(move.to) }
  const moving = position.board[move.from]
  const below = position.board[move.to]
  const plain = REFUSALS[refusal](names)
  if (moving === undefined || below === undefined) return plain
  if (refusal === 'wrongKind') {
    const kind = (stack: typeof moving) => (isSingle(stack) ? 'a single' : 'a stack')
    return `${plain}; ${names.from} is ${kind(moving)} and ${names.to} ${kind(below)}`
  }
  if (refusal !== 'outOfReach') return plain
  const hops = `${moving.top.value} ${moving.top.value === VALUES[0] ? 'hop' : 'hops'}`
  return `the piece on ${names.from} makes exactly ${hops}, and none of its paths ends on ${names.to}`
}

/** A value for the side to move, with how certain it is. */
export function describeValue(value: Evaluation | Solved): string {
  if (value.kind === 'estimate') return signed(Math.round(value.points))
  return value.margin === undefined ? value.verdict : `${value.verdict} ${signed(value.margin)}`
}

/** White's compensation after its points, such as ` + 13.5`; nothing if there is none. */
export function describeCompensation(points: number): string {
  return points === 0 ? '' : ` + ${points}`
}

/** A colour as a name at the start of a sentence. */
export function nameOf(color: Color): string {
  return color === 'black' ? 'Black' : 'White'
}

/** An HGN error as one line: what is wrong, where, the text there and what was expected. */
export function describeHgn(error: HgnError): string {
  const { game, line, column, ply, found, expected, reason } = error
  const place = [`game ${game}`, `line ${line}`, `column ${column}`]
  if (ply !== undefined) place.splice(1, 0, `half-move ${ply}`)
  const details = [
    ...(found === undefined ? [] : [`found "${found}"`]),
    ...(expected === undefined ? [] : [`expected "${expected}"`]),
    ...(reason === undefined ? [] : [describeReason(reason, found)]),
  ]
  const end = details.length === 0 ? '' : ` (${details.join(', ')})`
  return `${place.join(', ')}: ${HGNS[error.code]}${end}`
}

/** A text with a mark under the place of the error. */
export function pointAt(text: string, at: number): string {
  const start = Math.max(0, at - 40)
  const shown = text.slice(start, at + 30)
  return `  ${shown}\n  ${' '.repeat(at - start)}^`
}

// --- internal ---

function signed(points: number): string {
  // A small loss that rounds to zero must not show as minus zero.
  const shown = points || 0
  return shown > 0 ? `+${shown}` : String(shown).replace('-', '−')
}

type Reason = NonNullable<HgnError['reason']>

function describeReason(reason: Reason, found: string | undefined): string {
  if (isKeyOf(DEALS, reason)) return DEALS[reason]
  if (isKeyOf(HFENS, reason)) return HFENS[reason]
  const move = parseMove(found ?? '')
  const names = move.ok
    ? { from: formatSquare(move.value.from), to: formatSquare(move.value.to) }
    : { from: 'there', to: 'there' }
  return REFUSALS[reason](names)
}

function isKeyOf<K extends string>(table: Record<K, unknown>, key: string): key is K {
  return Object.hasOwn(table, key)
}

const DEALS: { readonly [C in DealError['code']]: string } = {
  badDealId: 'a deal number looks like 77.1234567 or s42',
  leadingZero: 'numbers are written without leading zeros',
  dealOutOfRange: 'there is no deal with such a high number',
}

const HFENS: { readonly [C in HfenError['code']]: string } = {
  badCell: 'a square is written as -, a, b, c, A, B or C here',
  badHeight: 'a height is a number of 2 or more, without leading zeros',
  rankTooShort: 'a rank has fewer than six squares',
  rankTooLong: 'a rank has more than six squares',
  tooFewRanks: 'the board has fewer than six ranks',
  tooManyRanks: 'the board has more than six ranks',
  badSide: 'after the board come a space and b or w',
  trailingText: 'nothing may follow the side to move',
  tooManyPieces: 'there are more than 36 pieces',
}

type Names = { readonly from: string; readonly to: string }

const REFUSALS: { readonly [C in MoveRefusal]: (names: Names) => string } = {
  notASquare: () => 'one of the squares is not on the board',
  gameOver: () => 'the game is already over',
  emptySquare: ({ from }) => `there is nothing on ${from}`,
  notYours: ({ from }) => `the piece on ${from} belongs to the other side`,
  emptyLanding: ({ to }) => `${to} is empty, and a piece lands only on another piece`,
  wrongKind: () => 'a single lands only on a single, a stack only on a stack',
  outOfReach: ({ from, to }) => `the hops from ${from} do not end on ${to}`,
}

const HGNS: { readonly [C in HgnErrorCode]: string } = {
  noGame: 'there is no game here',
  severalGames: 'there is more than one game',
  gameTooLong: `the game has more than ${MAX_GAME_LENGTH} characters, which no game of Hokito needs`,
  badTag: 'a tag is written [Name "value"], on a line of its own before the moves',
  duplicateTag: 'the tag appears twice',
  missingBeginning: 'a Deal or a Position tag is missing',
  twoBeginnings: 'there is both a Deal and a Position tag',
  badDeal: 'the deal cannot be read',
  badPosition: 'the position cannot be read',
  badEndRule: 'the end rule must be "either" or "onTurn"',
  badCompensation: 'a compensation is a number from 0.5 to 40 in halves, such as 13.5',
  badResult: 'a result is two scores, such as 57-43, or *',
  badTermination: 'this termination does not exist, or does not fit the result',
  badWinner: 'this cannot be the winner',
  missingWinner: 'the Winner tag is missing',
  needlessWinner: 'an unfinished game has no winner',
  unclosedComment: 'a comment begins with { and is not closed with } before the game ends',
  strayBrace: 'there is a } here without a {',
  unclosedVariation: 'a variation is never closed',
  strayParenthesis: 'there is a ) here without a (',
  strayVariation: 'there is no move here that a variation could replace',
  emptyVariation: 'a variation needs at least one move',
  variationTooDeep: 'variations can be nested at most 64 levels deep',
  resultInVariation: 'a variation has no result of its own',
  badGlyph: `a glyph is a number from $0 to $255 or one of ${GLYPH_SIGNS.map(([sign]) => sign).join(' ')}`,
  strayGlyph: 'there is no move here that a glyph could judge',
  badMoveNumber: 'the moves are numbered wrongly',
  badMove: 'a move is two squares, such as c2d4',
  illegalMove: 'the move is not possible',
  missingResult: 'the moves do not end with a result or *',
  textAfterResult: 'there is text after the result',
  resultMismatch: 'the Result tag and the result after the moves differ',
  scoreMismatch: 'the result does not agree with the board',
  gameNotOver: 'the result says the game is over, but there are moves left',
  gameAlreadyOver: 'on the board the game was already over, so it cannot have ended in another way',
}
