import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { type DailyLevel, type DailyTry, type Day, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, type Move, outcome, type Position, play } from '@hokito/rules'

/** Plays games of the day as a browser does: the computer moves as its level does. */
export interface DailyPlayer {
  /** A whole game; `choice` picks among Black's moves. */
  playOut(
    day: Day,
    level: DailyLevel,
    choice?: (moves: readonly Move[], ply: number) => Move,
  ): Promise<DailyTry>
  close(): Promise<void>
}

export async function startDailyPlayer(): Promise<DailyPlayer> {
  const player = await createLevelPlayer(startEngine())
  return {
    playOut: (day, level, choice = nth(0)) => playOut(player, day, level, choice),
    close: () => player.close(),
  }
}

/** Picks a legal move by number: another number is another game. */
export function nth(n: number): (moves: readonly Move[], ply: number) => Move {
  return (moves, ply) => {
    const move = moves[(n * (ply + 1)) % moves.length]
    if (move === undefined) throw new Error('there is no move')
    return move
  }
}

/** The position after a game, or after its first moves. */
export function positionAfter({ day, moves }: DailyTry, count = moves.length): Position {
  let position = positionOfDay(day)
  for (const text of moves.slice(0, count)) {
    const move = legalMoves(position).find((each) => formatMove(each) === text)
    if (move === undefined) throw new Error(`${text} is not legal`)
    position = play(position, move)
  }
  return position
}

// --- internal ---

async function playOut(
  player: LevelPlayer,
  day: Day,
  level: DailyLevel,
  choice: (moves: readonly Move[], ply: number) => Move,
): Promise<DailyTry> {
  let position = positionOfDay(day)
  const moves: string[] = []
  while (outcome(position) === undefined) {
    const move =
      position.turn === 'black'
        ? choice(legalMoves(position), moves.length)
        : await player.move(position, level)
    if (move === undefined) throw new Error('the computer has no move')
    moves.push(formatMove(move))
    position = play(position, move)
  }
  return { day, level, moves }
}
