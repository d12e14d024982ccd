import { type Deal, formatDeal } from './deal.ts'
import { formatPosition } from './notation.ts'
import { outcome } from './outcome.ts'
import { type MoveRefusal, tryPlay } from './play.ts'
import { type Position, start, withCompensation, withEndRule } from './position.ts'
import { err, ok, type Result } from './result.ts'
import type { Color, EndRule, Move } from './types.ts'

/** How a game can stop: no move is left on the board (`stuck`), or a decision off the board. */
export const ENDING_KINDS = ['stuck', 'resigned', 'agreed', 'timeout', 'abandoned'] as const
export type EndingKind = (typeof ENDING_KINDS)[number]

/** How a game ended, and who won. */
export interface Ending {
  readonly kind: EndingKind
  readonly winner: Color | 'draw'
}

/**
 * The start of a game: a numbered deal, or any position, of which perhaps only the tops are known.
 */
export type Beginning =
  | { readonly kind: 'deal'; readonly deal: Deal }
  | { readonly kind: 'position'; readonly position: Position }

/**
 * A remark between moves, after `ply` moves. It cannot contain `}`, or an empty line, the tags of a
 * game and then `{`. Its lines end in LF if it was parsed.
 */
export interface Comment {
  readonly ply: number
  readonly text: string
}

/** A judgement of the last of `ply` moves: one of PGN's numeric glyphs, `$0` to `$255`. */
export interface Glyph {
  readonly ply: number
  readonly code: number
}

/**
 * Consecutive moves and the notes on them, each list in the order of its plies. A ply counts moves
 * from the beginning of the game, in variations too.
 */
export interface Line {
  readonly moves: readonly Move[]
  readonly comments: readonly Comment[]
  readonly glyphs: readonly Glyph[]
  readonly variations: readonly Variation[]
}

/** Alternative moves, at least one, in place of the move that was played after `ply` moves. */
export interface Variation extends Line {
  readonly ply: number
}

/**
 * A game as it is stored and exchanged: its beginning, end rule, compensation and moves. Board,
 * score and winner follow from these by {@link replay}.
 */
export interface GameRecord extends Line {
  readonly beginning: Beginning
  readonly endRule: EndRule
  /** The points that White gets when the game is counted. */
  readonly compensation: number
  /** `Event`, `Date`, `Black`, `White`, `TimeControl` and tags unknown to us, by name. */
  readonly tags: Readonly<Record<string, string>>
  /** Undefined while the game is running, or if it was broken off. */
  readonly ending: Ending | undefined
}

/** All of a game that is settled before the first move. */
export type GameStart = Pick<GameRecord, 'beginning' | 'endRule' | 'compensation'>

/** What is agreed about the rules: the end of the game, and what White gets. */
export type GameOptions = Pick<GameRecord, 'endRule' | 'compensation'>

/** Where a list of moves stops being a legal game. `ply` counts from 0. */
export interface ReplayError {
  readonly ply: number
  readonly move: Move
  readonly refusal: MoveRefusal
}

/** A record without moves, notes, tags or ending. */
export function newRecord(beginning: Beginning, endRule: EndRule, compensation = 0): GameRecord {
  return { beginning, endRule, compensation, tags: {}, ending: undefined, ...lineOf([]) }
}

/** Moves without any notes. */
export function lineOf(moves: readonly Move[]): Line {
  return { moves, comments: [], glyphs: [], variations: [] }
}

/** The position before the first move. */
export function positionOf({ beginning, endRule, compensation }: GameStart): Position {
  return beginning.kind === 'deal'
    ? start(beginning.deal, endRule, compensation)
    : withCompensation(withEndRule(beginning.position, endRule), compensation)
}

/**
 * All positions of a game, from the first to the one after the last move, or the first illegal
 * move.
 */
export function replay(
  record: GameStart & Pick<GameRecord, 'moves'>,
): Result<readonly Position[], ReplayError> {
  let position = positionOf(record)
  const positions = [position]
  for (const [ply, move] of record.moves.entries()) {
    const played = tryPlay(position, move)
    if (!played.ok) return err({ ply, move, refusal: played.error })
    position = played.value
    positions.push(position)
  }
  return ok(positions)
}

/** The position after the last move, or the first illegal move. */
export function finalPosition(
  record: GameStart & Pick<GameRecord, 'moves'>,
): Result<Position, ReplayError> {
  const positions = replay(record)
  if (!positions.ok) return positions
  return ok(positions.value.at(-1) ?? positionOf(record))
}

/** The value of a tag. Undefined if the record has no tag of that name. */
export function tagOf(record: Pick<GameRecord, 'tags'>, name: string): string | undefined {
  return Object.hasOwn(record.tags, name) ? record.tags[name] : undefined
}

/** The ending that follows from the board. Undefined while moves are left. */
export function endingOnBoard(position: Position): Ending | undefined {
  const over = outcome(position)
  return over && { kind: 'stuck', winner: over.winner }
}

/** The usual text of a beginning: its deal id or its HFEN. */
export function formatBeginning(beginning: Beginning): string {
  return beginning.kind === 'deal' ? formatDeal(beginning.deal) : formatPosition(beginning.position)
}
