/**
 * The rules of Hokito: positions, moves, paths, deals, notation and records.
 *
 * Pure functions over immutable values, without dependencies. They use no clock and no source of
 * randomness of their own.
 * @packageDocumentation
 */

export {
  FAIR_COMPENSATION,
  isCompensation,
  MOST_COMPENSATION,
  parseCompensation,
} from './compensation.ts'
export type { Deal, DealError, RandomSetup, Setup } from './deal.ts'
export {
  arrange,
  dealOf,
  formatDeal,
  isMirrored,
  parseDeal,
  RANDOM_SETUPS,
  randomDeal,
  SCATTERED_ARRANGEMENTS,
  SETUPS,
  SIDE_ARRANGEMENTS,
} from './deal.ts'
export type { HgnError, HgnErrorCode } from './hgn/error.ts'
export { HGN_ERRORS } from './hgn/error.ts'
export { formatDate, formatRecord } from './hgn/format.ts'
export { GLYPH_SIGNS, signOf } from './hgn/glyphs.ts'
export { MAX_GAME_LENGTH, withLineFeeds } from './hgn/lines.ts'
export { parseRecord, parseRecords, readRecords } from './hgn/parse.ts'
export type { Miss } from './miss.ts'
export { missOf } from './miss.ts'
export { isSameMove, isStuck, MOST_MOVES, movesOf } from './moves.ts'
export type { HfenError, MoveError } from './notation.ts'
export {
  formatMove,
  formatPosition,
  HFEN_ERRORS,
  numberBefore,
  parseMove,
  parsePosition,
} from './notation.ts'
export type { Outcome } from './outcome.ts'
export { outcome } from './outcome.ts'
export type { Hop, Path } from './path.ts'
export { destinations, hopFrom, isLanding, pathsOf, walksFrom } from './path.ts'
export type { MoveRefusal } from './play.ts'
export { legalMoves, MOVE_REFUSALS, play, tryPlay } from './play.ts'
export type { Position } from './position.ts'
export {
  isSamePosition,
  occupiedCount,
  pieceCount,
  plyOf,
  start,
  withCompensation,
  withEndRule,
} from './position.ts'
export type { RandomBytes } from './random.ts'
export { randomBelow, randomIndex, seededBytes } from './random.ts'
export type {
  Beginning,
  Comment,
  Ending,
  EndingKind,
  GameOptions,
  GameRecord,
  GameStart,
  Glyph,
  Line,
  ReplayError,
  Variation,
} from './record.ts'
export {
  ENDING_KINDS,
  endingOnBoard,
  finalPosition,
  formatBeginning,
  lineOf,
  newRecord,
  positionOf,
  replay,
  tagOf,
} from './record.ts'
export type { Result } from './result.ts'
export { err, ok, unreachable } from './result.ts'
export type { Score, ScorePart } from './score.ts'
export { leader, score, scoreParts, totals } from './score.ts'
export type { Direction, SquareError } from './square.ts'
export {
  DIRECTIONS,
  fileOf,
  formatSquare,
  isSquare,
  parseSquare,
  rankOf,
  ray,
  reverse,
  SIDE,
  SQUARE_COUNT,
  SQUARES,
  squareAt,
} from './square.ts'
export type { Stack } from './stack.ts'
export {
  hiddenStack,
  isSingle,
  ownerOf,
  pointsOf,
  single,
  stackOnto,
} from './stack.ts'
export type { Symmetry } from './symmetry.ts'
export {
  SYMMETRIES,
  swapColors,
  transformMove,
  transformPosition,
  transformSquare,
} from './symmetry.ts'
export type { ByColor, BySquare, Color, EndRule, Move, Piece, Square, Value } from './types.ts'
export { byColor, COLORS, END_RULES, opposite, VALUES } from './types.ts'
