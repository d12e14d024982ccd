import {
  type DealError,
  formatSquare,
  type HfenError,
  type HgnError,
  type HgnErrorCode,
  type Move,
  type MoveRefusal,
} from '@hokito/rules'

/** A deal error as a sentence. */
export function describeDeal({ code }: DealError): string {
  return DEALS[code]
}

/** An HFEN error as a sentence. */
export function describeHfen({ code }: HfenError): string {
  return HFENS[code]
}

/** Why a move cannot be made. */
export function describeRefusal(refusal: MoveRefusal, { from, to }: Move): string {
  return REFUSALS[refusal].replace('{from}', formatSquare(from)).replace('{to}', formatSquare(to))
}

/** An HGN error as one line: what, where, what stood there and what should have. */
export function describeHgn(error: HgnError): string {
  const { game, line, column, ply, found, expected, reason } = error
  const place = [`game ${game}`, `line ${line}`, `column ${column}`]
  if (ply !== undefined) place.splice(1, 0, `half-move ${ply}`)
  const details = [
    ...(found === undefined ? [] : [`found "${found}"`]),
    ...(expected === undefined ? [] : [`expected "${expected}"`]),
    ...(reason === undefined ? [] : [reason]),
  ]
  const end = details.length === 0 ? '' : ` (${details.join(', ')})`
  return `${place.join(', ')}: ${HGNS[error.code]}${end}`
}

/** A text with a mark under the place where it goes wrong. */
export function pointAt(text: string, at: number): string {
  const start = Math.max(0, at - 40)
  const shown = text.slice(start, at + 30)
  return `  ${shown}\n  ${' '.repeat(at - start)}^`
}

// --- internal ---

const DEALS: { readonly [C in DealError['code']]: string } = {
  badDealId: 'a deal number looks like 77.1234567, or like s42',
  leadingZero: 'numbers are written without zeros in front',
  dealOutOfRange: 'there is no deal with such a high number',
}

const HFENS: { readonly [C in HfenError['code']]: string } = {
  badCell: 'a square is -, a, b, c, A, B or C here',
  badHeight: 'a height is a number from 2 on, without zeros in front',
  rankTooShort: 'a rank has fewer than six squares',
  rankTooLong: 'a rank has more than six squares',
  tooFewRanks: 'the board has fewer than six ranks',
  tooManyRanks: 'the board has more than six ranks',
  badSide: 'after the board comes a space and b or w',
  trailingText: 'nothing may follow the side to move',
  tooManyPieces: 'there are more than 36 pieces',
}

const REFUSALS: { readonly [C in MoveRefusal]: string } = {
  notASquare: 'that is no square of the board',
  gameOver: 'the game is over',
  emptySquare: 'nothing stands on {from}',
  notYours: 'what stands on {from} belongs to the other side',
  emptyLanding: 'nothing stands on {to}, and an empty square cannot be landed on',
  wrongKind: 'a single lands on a single, a stack on a stack',
  outOfReach: 'the hops from {from} do not end on {to}',
}

const HGNS: { readonly [C in HgnErrorCode]: string } = {
  noGame: 'there is no game here',
  severalGames: 'there is more than one game',
  gameTooLong: 'the game is longer than any can be',
  badTag: 'a tag is written [Name "value"]',
  duplicateTag: 'the tag is there twice',
  missingBeginning: 'a Deal or a Position tag is missing',
  twoBeginnings: 'there is both a Deal and a Position tag',
  badDeal: 'the deal cannot be read',
  badPosition: 'the position cannot be read',
  badEndRule: 'the end rule is either or onTurn',
  badResult: 'a result is two scores such as 57-43, or *',
  badTermination: 'this termination does not exist or does not fit the result',
  badWinner: 'this cannot be the winner',
  missingWinner: 'the Winner tag is missing',
  needlessWinner: 'an unfinished game has no winner',
  unclosedComment: 'a comment is never closed',
  strayBrace: 'a comment is closed that was never opened',
  badMoveNumber: 'the moves are numbered wrongly',
  badMove: 'a move is two squares such as c2d4',
  illegalMove: 'the move is not possible',
  missingResult: 'the moves do not close with a result',
  textAfterResult: 'there is text after the result',
  resultMismatch: 'the Result tag and the closing result differ',
  scoreMismatch: 'the result is not what the board says',
  gameNotOver: 'the result says that the game is over, but there are moves left',
  gameAlreadyOver: 'the game was over on the board and cannot have ended otherwise',
}
