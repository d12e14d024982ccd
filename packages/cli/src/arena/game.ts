import type { SearchLimits } from '@hokito/engine'
import {
  type ByColor,
  byColor,
  type Comment,
  type Ending,
  endingOnBoard,
  err,
  finalPosition,
  formatMove,
  type GameOptions,
  type GameRecord,
  type Move,
  newRecord,
  ok,
  opposite,
  type Position,
  type Result,
  tryPlay,
} from '@hokito/rules'
import type { Opening } from './opening.ts'
import type { Player, PlayerError } from './player.ts'

/** The limits of thinking: the same for each move, or a clock for the game. */
export type Pace =
  | { readonly kind: 'move'; readonly limits: SearchLimits }
  | { readonly kind: 'clock'; readonly baseMs: number; readonly incrementMs: number }

/** A game to be played. */
export interface Pairing {
  readonly opening: Opening
  readonly options: GameOptions
  readonly players: ByColor<Player>
  readonly pace: Pace
  /** How late a move may arrive without losing. */
  readonly graceMs: number
  readonly tags: GameRecord['tags']
}

/** The dependencies of a game besides the pairing. */
export interface GameDependencies {
  /** Milliseconds since any fixed moment. */
  readonly nowMs: () => number
  readonly interrupted: AbortSignal
}

/**
 * Plays a game to its end. A player that does not reply in time loses on time. A player that breaks
 * down or sends an illegal move loses as if it had left, and a comment says why. Undefined if the
 * game was interrupted.
 */
export async function playGame(
  pairing: Pairing,
  { nowMs, interrupted }: GameDependencies,
): Promise<GameRecord | undefined> {
  const { opening, options, players, pace } = pairing
  const remainingMs = { black: baseOf(pace), white: baseOf(pace) }
  let moves = opening.moves
  let position = lastPosition(opening, options)
  for (const color of ['black', 'white'] as const) {
    const ready = await players[color].newGame(options)
    if (interrupted.aborted) return undefined
    if (!ready.ok) return forfeited(pairing, moves, forfeitOf(color, ready.error))
  }
  let ending = endingOnBoard(position)
  while (ending === undefined) {
    const { turn } = position
    const limits = limitsOf(pace, remainingMs)
    const allowedMs = allowedOf(limits, remainingMs[turn]) + pairing.graceMs
    const askedAt = nowMs()
    const ask = { beginning: opening.beginning, moves, limits, allowedMs }
    const chosen = await players[turn].choose(ask)
    if (interrupted.aborted) return undefined
    remainingMs[turn] -= nowMs() - askedAt
    const next = judge(position, chosen, remainingMs[turn] < -pairing.graceMs)
    if (!next.ok) return forfeited(pairing, moves, forfeitOf(turn, next.error))
    remainingMs[turn] = Math.max(0, remainingMs[turn]) + incrementOf(pace)
    moves = [...moves, next.value.move]
    position = next.value.position
    ending = endingOnBoard(position)
  }
  return recordOf(pairing, moves, ending, [])
}

// --- internal ---

interface Forfeit {
  readonly ending: Ending
  readonly why: string
}

interface Step {
  readonly move: Move
  readonly position: Position
}

/** The consequence of a player's reply: the next position, or why the player loses. */
function judge(
  position: Position,
  chosen: Result<Move, PlayerError>,
  isLate: boolean,
): Result<Step, PlayerError> {
  if (!chosen.ok) return chosen
  if (isLate) return err({ kind: 'timeout' })
  const played = tryPlay(position, chosen.value)
  if (played.ok) return ok({ move: chosen.value, position: played.value })
  return err({ kind: 'broken', why: `it played ${formatMove(chosen.value)} (${played.error})` })
}

function lastPosition({ beginning, moves }: Opening, options: GameOptions) {
  const position = finalPosition({ beginning, moves, ...options })
  if (!position.ok) throw new Error('an opening is made of legal moves')
  return position.value
}

function baseOf(pace: Pace): number {
  return pace.kind === 'clock' ? pace.baseMs : Number.POSITIVE_INFINITY
}

function incrementOf(pace: Pace): number {
  return pace.kind === 'clock' ? pace.incrementMs : 0
}

function limitsOf(pace: Pace, remainingMs: ByColor<number>): SearchLimits {
  if (pace.kind === 'move') return pace.limits
  // A copy, because the clock changes while the player still has it.
  return {
    clock: {
      remainingMs: byColor((color) => remainingMs[color]),
      incrementMs: byColor(() => pace.incrementMs),
    },
  }
}

/** An hour if time is unlimited. A timer takes no more than a few days. */
function allowedOf({ timeMs }: SearchLimits, remainingMs: number): number {
  return Math.min(timeMs ?? Number.POSITIVE_INFINITY, remainingMs, 3_600_000)
}

function forfeitOf(loser: 'black' | 'white', error: PlayerError): Forfeit {
  const winner = opposite(loser)
  return error.kind === 'timeout'
    ? { ending: { kind: 'timeout', winner }, why: `${loser} ran out of time` }
    : { ending: { kind: 'abandoned', winner }, why: `${loser}: ${error.why}` }
}

function forfeited(pairing: Pairing, moves: readonly Move[], { ending, why }: Forfeit): GameRecord {
  // A brace would end the comment.
  const text = why.replaceAll('}', ')').replaceAll('{', '(')
  return recordOf(pairing, moves, ending, [{ ply: moves.length, text }])
}

function recordOf(
  { opening, options, tags }: Pairing,
  moves: readonly Move[],
  ending: Ending,
  comments: readonly Comment[],
): GameRecord {
  return {
    ...newRecord(opening.beginning, options.endRule, options.compensation),
    tags,
    moves,
    ending,
    comments,
  }
}
