import {
  type Beginning,
  type Color,
  type Ending,
  endingOnBoard,
  finalPosition,
  type GameOptions,
  type GameRecord,
  type Move,
  type MoveRefusal,
  newRecord,
  ok,
  opposite,
  type Position,
  type Result,
  tryPlay,
} from '@hokito/rules'

/** A game at the terminal: its record so far, and the moves taken back. */
export interface PlayedGame {
  readonly record: () => GameRecord
  readonly position: () => Position
  readonly lastMove: () => Move | undefined
  readonly play: (move: Move) => Result<Position, MoveRefusal>
  /**
   * Takes moves back until it is this side's turn, or one move if undefined. Returns false if that
   * is impossible.
   */
  readonly undo: (until: Color | undefined) => boolean
  readonly redo: (until: Color | undefined) => boolean
  readonly resign: (loser: Color) => void
}

export function createPlayedGame(
  beginning: Beginning,
  { endRule, compensation }: GameOptions,
  tags: GameRecord['tags'],
): PlayedGame {
  let line: Line = { moves: [], undone: [] }
  let resigned: Ending | undefined
  const base = { ...newRecord(beginning, endRule, compensation), tags }

  function positionAfter(moves: readonly Move[]): Position {
    const position = finalPosition({ ...base, moves })
    if (!position.ok) throw new Error('only legal moves are kept')
    return position.value
  }

  /**
   * Steps until it is a side's turn, or the game is over. If it cannot get there, it changes
   * nothing.
   */
  function walk(step: Step, until: Color | undefined): boolean {
    if (resigned !== undefined) return false
    for (let next = step(line); next !== undefined; next = step(next)) {
      const position = positionAfter(next.moves)
      const isThere = until === undefined || position.turn === until
      if (!isThere && endingOnBoard(position) === undefined) continue
      line = next
      return true
    }
    return false
  }

  return {
    record: () => {
      const { moves } = line
      return { ...base, moves, ending: resigned ?? endingOnBoard(positionAfter(moves)) }
    },
    position: () => positionAfter(line.moves),
    lastMove: () => line.moves.at(-1),
    play(move) {
      const played = tryPlay(positionAfter(line.moves), move)
      if (!played.ok) return played
      line = { moves: [...line.moves, move], undone: [] }
      return ok(played.value)
    },
    undo: (until) => walk(backward, until),
    redo: (until) => walk(forward, until),
    resign: (loser) => {
      resigned = { kind: 'resigned', winner: opposite(loser) }
    },
  }
}

// --- internal ---

/** The moves played, and those taken back, with the next one to redo at the end. */
interface Line {
  readonly moves: readonly Move[]
  readonly undone: readonly Move[]
}

type Step = (line: Line) => Line | undefined

function backward({ moves, undone }: Line): Line | undefined {
  const move = moves.at(-1)
  return move && { moves: moves.slice(0, -1), undone: [...undone, move] }
}

function forward({ moves, undone }: Line): Line | undefined {
  const move = undone.at(-1)
  return move && { moves: [...moves, move], undone: undone.slice(0, -1) }
}
