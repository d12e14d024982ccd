import { type DailyTry, type HttpRefusal, positionOfDay } from '@hokito/protocol'
import {
  err,
  type Move,
  ok,
  outcome,
  type Position,
  parseMove,
  type Result,
  tryPlay,
} from '@hokito/rules'

/** A game of the day, played to its end by the rules; the computer's moves are not checked yet. */
export interface PlayedDay {
  readonly moves: readonly Move[]
  /** The position before each move, and the last one. */
  readonly positions: readonly Position[]
  /** Black's points minus White's. */
  readonly margin: number
}

/** Replays the moves sent, which costs next to nothing. */
export function replayTry({ day, moves }: DailyTry): Result<PlayedDay, HttpRefusal> {
  let position = positionOfDay(day)
  const positions = [position]
  const played: Move[] = []
  for (const [ply, text] of moves.entries()) {
    const move = parseMove(text)
    const next = move.ok ? tryPlay(position, move.value) : move
    if (!move.ok || !next.ok) return err({ code: 'illegalGame', ply })
    position = next.value
    positions.push(position)
    played.push(move.value)
  }
  const end = outcome(position)
  if (end === undefined) return err({ code: 'unfinishedGame' })
  return ok({ moves: played, positions, margin: end.score.black - end.score.white })
}
