import {
  type Beginning,
  type Color,
  type Ending,
  type EndRule,
  endingOnBoard,
  type GameRecord,
  type Move,
  type MoveRefusal,
  newRecord,
  ok,
  opposite,
  type Position,
  positionOf,
  type Result,
  replay,
  tryPlay,
} from '@hokito/rules'

/** A game at the terminal: its record so far, and what was taken back. */
export interface Table {
  readonly record: () => GameRecord
  readonly position: () => Position
  readonly lastMove: () => Move | undefined
  readonly play: (move: Move) => Result<Position, MoveRefusal>
  /** Takes moves back until it is this side's turn (or one move); false when there is none. */
  readonly undo: (until: Color | undefined) => boolean
  readonly redo: (until: Color | undefined) => boolean
  readonly resign: (loser: Color) => void
}

/** Sets up a game. */
export function createTable(
  beginning: Beginning,
  endRule: EndRule,
  tags: GameRecord['tags'],
): Table {
  let moves: readonly Move[] = []
  let undone: readonly Move[] = []
  let resigned: Ending | undefined
  const base = { ...newRecord(beginning, endRule), tags }

  function position(): Position {
    const replayed = replay({ ...base, moves })
    return (replayed.ok ? replayed.value.at(-1) : undefined) ?? positionOf(beginning, endRule)
  }

  function step(forward: boolean): boolean {
    const from = forward ? undone : moves
    const move = from.at(-1)
    if (move === undefined || resigned !== undefined) return false
    if (forward) {
      undone = undone.slice(0, -1)
      moves = [...moves, move]
    } else {
      moves = moves.slice(0, -1)
      undone = [...undone, move]
    }
    return true
  }

  function walk(forward: boolean, until: Color | undefined): boolean {
    const before = { moves, undone }
    while (step(forward)) {
      if (until === undefined || position().turn === until) return true
    }
    // Nothing half-done: a walk that never comes to that side's turn does not happen.
    moves = before.moves
    undone = before.undone
    return false
  }

  return {
    record: () => ({ ...base, moves, ending: resigned ?? endingOnBoard(position()) }),
    position,
    lastMove: () => moves.at(-1),
    play(move) {
      const played = tryPlay(position(), move)
      if (!played.ok) return played
      moves = [...moves, move]
      undone = []
      return ok(played.value)
    },
    undo: (until) => walk(false, until),
    redo: (until) => walk(true, until),
    resign: (loser) => {
      resigned = { kind: 'resigned', winner: opposite(loser) }
    },
  }
}
