/**
 * Finds the move that makes a lost game hardest to win. Every move loses, so the mistakes that the
 * other side may make matter. The replies to each move are proved one by one, and the best move is
 * the one whose winning replies are least likely to be found. Replies that win many points
 * immediately count as easier to find.
 */
import type { Core } from './core.ts'
import type { RawLine } from './deepen.ts'
import type { PackedMove } from './packed.ts'
import { UNITS } from './weights.ts'

/**
 * The hardest move in the position that the core has loaded, which is lost. Compares the moves that
 * could be judged before the proof was stopped, including `first`. Undefined if there was no time
 * to judge even one.
 */
export function hardestMove(
  core: Core,
  first: PackedMove,
  generation: number,
): PackedMove | undefined {
  let hardest: PackedMove | undefined
  let least = Number.POSITIVE_INFINITY
  core.beginProof(generation)
  for (const move of movesToJudge(core, first)) {
    core.play(move)
    const ease = easeOfWinning(core)
    core.undo()
    if (core.isProofAborted()) break
    if (ease >= least) continue
    least = ease
    hardest = move
  }
  return hardest
}

/**
 * The line of the move after which the other side is most likely to go wrong, for a position that
 * looks lost. Of the moves that are nearly best against best play, it takes the one that does best
 * against an opponent who takes the most points immediately. Moves are judged by searches of this
 * depth; undefined if there was no time to judge them all.
 */
export function temptingLine(core: Core, depth: number, generation: number): RawLine | undefined {
  core.beginSearch(generation, 0)
  const judged: Judged[] = []
  for (const move of Array.from(core.moves())) {
    core.play(move)
    if (!core.isOver()) judged.push(judge(core, move, depth))
    core.undo()
    if (core.isAborted()) return undefined
  }
  const most = Math.max(...judged.map(({ value }) => value))
  const nearlyBest = judged.filter(({ value }) => value >= most - NEARLY)
  nearlyBest.sort((a, b) => b.value + b.greedy - a.value - a.greedy)
  return nearlyBest[0]
}

// --- internal ---

/**
 * A move with its line of best play, and its value for its side against a greedy opponent, in
 * units.
 */
interface Judged extends RawLine {
  readonly greedy: number
}

/** The most that a move may give up against best play, in units. */
const NEARLY = 8 * UNITS

/** Judges the move that led to the position. */
function judge(core: Core, move: PackedMove, depth: number): Judged {
  const value = -core.searchRoot(depth, -INFINITE, INFINITE, true, 0)
  const moves = [move, ...core.line()]
  const before = core.margin()
  let gained = Number.NEGATIVE_INFINITY
  let greediest = 0
  for (const reply of Array.from(core.moves())) {
    core.play(reply)
    const gain = Math.abs(core.margin() - before)
    core.undo()
    if (gain <= gained) continue
    gained = gain
    greediest = reply
  }
  core.play(greediest)
  const greedy = core.isOver() ? value : core.searchRoot(depth - 1, -INFINITE, INFINITE, true, 0)
  core.undo()
  return { value, moves, greedy }
}

const INFINITE = 32_000

/** The best known move, then the others, fewest replies first, because these are judged fastest. */
function movesToJudge(core: Core, first: PackedMove): readonly PackedMove[] {
  const others = Array.from(core.moves()).filter((move) => move !== first)
  const replies = new Map(others.map((move) => [move, repliesTo(core, move)]))
  others.sort((a, b) => (replies.get(a) ?? 0) - (replies.get(b) ?? 0))
  return [first, ...others]
}

function repliesTo(core: Core, move: PackedMove): number {
  core.play(move)
  const { length } = core.moves()
  core.undo()
  return length
}

/** With this many more points, a reply is found e times as easily. */
const TEMPTATION = 4

/** The chance that the side to move finds a winning reply; meaningless if the proof was stopped. */
function easeOfWinning(core: Core): number {
  if (core.isOver()) return 1
  const before = core.margin()
  let found = 0
  let all = 0
  for (const reply of Array.from(core.moves())) {
    core.play(reply)
    const isWin = core.prove(-0.5, 0) < 0
    const gain = Math.abs(core.margin() - before)
    core.undo()
    if (core.isProofAborted()) return 1
    const ease = Math.exp(gain / TEMPTATION)
    all += ease
    if (isWin) found += ease
  }
  return found / all
}
