import type { DealError } from '../deal.ts'
import type { HfenError } from '../notation.ts'
import type { MoveRefusal } from '../play.ts'

/** Ways an HGN text can be wrong. */
export const HGN_ERRORS = [
  'noGame',
  'severalGames',
  'gameTooLong',
  'badTag',
  'duplicateTag',
  'missingBeginning',
  'twoBeginnings',
  'badDeal',
  'badPosition',
  'badEndRule',
  'badCompensation',
  'badResult',
  'badTermination',
  'badWinner',
  'missingWinner',
  'needlessWinner',
  'unclosedComment',
  'strayBrace',
  'unclosedVariation',
  'strayParenthesis',
  'strayVariation',
  'emptyVariation',
  'variationTooDeep',
  'resultInVariation',
  'badGlyph',
  'strayGlyph',
  'badMoveNumber',
  'badMove',
  'illegalMove',
  'missingResult',
  'textAfterResult',
  'resultMismatch',
  'scoreMismatch',
  'gameNotOver',
  'gameAlreadyOver',
] as const
export type HgnErrorCode = (typeof HGN_ERRORS)[number]

/** Why a game could not be parsed, and where. */
export interface HgnError {
  readonly code: HgnErrorCode
  /** The number of the game in the text, counted from 1. */
  readonly game: number
  /** Line and column in the whole text, counted from 1. */
  readonly line: number
  readonly column: number
  /** The offending half-move, counted from 1, if the error is in the moves. */
  readonly ply?: number
  /** The text at that place, shortened if it is long. */
  readonly found?: string
  /** The expected text, if there is only one possibility. */
  readonly expected?: string
  /** The reason within a deal, a position or a move. */
  readonly reason?: DealError['code'] | HfenError['code'] | MoveRefusal
}

/** An error inside one game, with an offset in the game's own text instead of line and column. */
export type GameError = Omit<HgnError, 'game' | 'line' | 'column'> & { readonly offset: number }

/** An error at a piece of text. The error quotes a shortened copy of it. */
export function errorAt(code: HgnErrorCode, offset: number, found: string): GameError {
  return { code, offset, found: shortened(found) }
}

// --- internal ---

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`
}
