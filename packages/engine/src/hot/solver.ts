/**
 * Exact values of endgames: alpha-beta on the final margin, in points for the side to move, down to
 * the end of every line. Nothing here is estimated, so every result is proved.
 *
 * Moves are tried in the order of the fewest replies they leave, which beats every other order in
 * proofs; a reply count of 0 ends the game immediately. The table's values are margins, and its
 * depth is the number of occupied squares.
 */
import {
  destinations,
  generate,
  isEither,
  isOver,
  isStuck,
  key,
  marginToMove,
  owned,
  play,
  scan,
  squares,
  topped,
  turn,
  undo,
  write,
} from './board'
import { poll } from './host'
import { area, LINES, MOVES, MOVES_BYTES } from './layout'
import { pick } from './order'
import { boundIn, EXACT, LOWER, moveIn, probeProof, storeProof, UPPER, valueIn } from './table'

/** Larger than any margin. */
const INFINITE: i32 = 200
/**
 * With at least this many occupied squares, successors are looked up in the table before any is
 * searched.
 */
const LOOK_AHEAD_FROM: i32 = 16
/**
 * With at most this many occupied squares, lines are played out without the table and without
 * counting replies. Both would cost more than they save there, and the table keeps its room for
 * expensive positions (docs/engine.md).
 */
const PLAY_OUT_FROM: i32 = 11
/** How often the limits are checked, in nodes. */
const POLL_EVERY: i64 = 256
/** Priority of a move whose value is already known: it comes last. */
const DONE: i32 = -500_000

let visited: i64 = 0
let nextPoll: i64 = 0
let wasAborted: bool = false

/** Positions visited since {@link beginProof}. */
export function proofNodes(): f64 {
  return <f64>visited
}

export function proofAborted(): bool {
  return wasAborted
}

export function beginProof(): void {
  visited = 0
  nextPoll = POLL_EVERY
  wasAborted = false
}

/** The board's value in a window of margins: at most `alpha`, at least `beta`, or exact between them. */
export function prove(alpha: i32, beta: i32): i32 {
  return node(alpha, beta, 0)
}

/** The best move known for the board's position; 0 for none. */
export function provenMove(): u32 {
  const entry = probeProof(key)
  return entry === 0 ? 0 : moveIn(entry)
}

/**
 * Best play by both sides from the board's position to the end, given its exact margin. The moves
 * are stored in the search's principal variation. Returns their number, which is smaller if the
 * proof was stopped.
 */
export function proofLine(exact: i32): i32 {
  let margin = exact
  let length = 0
  while (!isOver() && advance(margin)) {
    store<u16>(area + LINES + ((<usize>length) << 1), lastMove)
    length++
    margin = -margin
  }
  for (let i = 0; i < length; i++) undo()
  return length
}

let lastMove: u32 = 0

/** Plays a move that keeps the margin, trying the known move first; false if it was stopped. */
function advance(margin: i32): bool {
  const known = provenMove()
  if (known !== 0 && keeps(known, margin)) return true
  const count = generate(0)
  for (let i: usize = 0; i < <usize>count; i++) {
    // The search below overwrites this list from its own ply 1 on.
    if (keeps(load<u32>(area + MOVES + (i << 2)), margin)) return true
    if (wasAborted) return false
  }
  return false
}

function keeps(move: u32, margin: i32): bool {
  play(move)
  if (-node(-margin, -margin + 1, 1) >= margin && !wasAborted) {
    lastMove = move
    return true
  }
  undo()
  return false
}

function node(alphaIn: i32, betaIn: i32, ply: usize): i32 {
  let alpha = alphaIn
  let beta = betaIn
  if (squares <= PLAY_OUT_FROM && ply !== 0) return playOut(alpha, beta, ply)

  // Step 1. Poll the limits now and then.
  visited++
  if (visited >= nextPoll) {
    nextPoll = visited + POLL_EVERY
    wasAborted = poll() !== 0
  }
  if (wasAborted) return 0

  // Step 2. Table look-up.
  const entry = probeProof(key)
  let known: u32 = 0
  if (entry !== 0) {
    known = moveIn(entry)
    const value = valueIn(entry)
    const bound = boundIn(entry)
    if (bound === EXACT) return value
    if (bound === LOWER) {
      if (value >= beta) return value
      alpha = max(alpha, value)
    } else {
      if (value <= alpha) return value
      beta = min(beta, value)
    }
  }

  // Step 3. The end of the game.
  if (isEither && isStuck(turn ^ 1)) return marginToMove()
  const count = generate(ply)
  if (count === 0) return marginToMove()

  // Step 4. The previous best move, before any work on the others.
  let best = -INFINITE
  let bestMove: u32 = 0
  if (known !== 0) {
    play(known)
    best = -node(-beta, -alpha, ply + 1)
    undo()
    if (wasAborted) return 0
    bestMove = known
    if (best >= beta) {
      storeProof(key, squares, LOWER, best, bestMove)
      return best
    }
  }

  // Step 5. Order by replies; a move that leaves none, or that the table refutes, may decide the
  // node already.
  const looksAhead = squares >= LOOK_AHEAD_FROM
  const start = area + MOVES + ply * MOVES_BYTES
  const end = start + ((<usize>count) << 2)
  for (let at = start; at < end; at += 4) {
    const move = load<u32>(at)
    if (move === known) {
      store<i32>(at, (DONE << 12) | <i32>move)
      continue
    }
    play(move)
    const replies = scan(turn)
    const gain = -marginToMove()
    let value = INFINITE
    if (replies === 0) value = -marginToMove()
    else if (looksAhead) {
      const after = probeProof(key)
      if (after !== 0 && boundIn(after) !== LOWER) value = -valueIn(after)
    }
    undo()
    if (value !== INFINITE && value > best) {
      best = value
      bestMove = move
      if (best >= beta) {
        storeProof(key, squares, LOWER, best, bestMove)
        return best
      }
    }
    store<i32>(at, ((replies === 0 ? DONE : gain - replies * 32) << 12) | <i32>move)
  }

  // Step 6. Search the remaining moves.
  for (let at = start; at < end; at += 4) {
    const move = pick(at, end)
    if (load<i32>(at) >> 12 === DONE) break
    play(move)
    const value = -node(-beta, -max(alpha, best), ply + 1)
    undo()
    if (wasAborted) return 0
    if (value > best) {
      best = value
      bestMove = move
      if (best >= beta) break
    }
  }

  // Step 7. Store the result.
  const bound = best >= beta ? LOWER : best <= alpha ? UPPER : EXACT
  storeProof(key, squares, bound, best, bestMove)
  return best
}

/**
 * Plays out a position of few squares to the end. Landings on the other side's stacks come first,
 * valuable tops before cheap ones. Each move is played as soon as it is found, because most
 * positions need only one move to be refuted.
 */
function playOut(alphaIn: i32, beta: i32, ply: usize): i32 {
  visited++
  if (isEither && isStuck(turn ^ 1)) return marginToMove()
  const start = area + MOVES + ply * MOVES_BYTES
  let end = start
  const own = owned(turn)
  let alpha = alphaIn
  let best = -INFINITE
  for (let value: u32 = 3; value !== 0; value--) {
    for (let rest = own & topped(value); rest !== 0; rest &= rest - 1) {
      const from = <usize>ctz(rest)
      const found = destinations(from, value)
      end = write(end, from, found & own)
      for (let to = found & ~own; to !== 0; to &= to - 1) {
        best = max(best, playOutAfter(<u32>((from << 6) | <usize>ctz(to)), alpha, beta, ply))
        if (best >= beta) return best
        alpha = max(alpha, best)
      }
    }
  }
  for (let at = start; at < end; at += 4) {
    best = max(best, playOutAfter(load<u32>(at), alpha, beta, ply))
    if (best >= beta) return best
    alpha = max(alpha, best)
  }
  return best === -INFINITE ? marginToMove() : best
}

function playOutAfter(move: u32, alpha: i32, beta: i32, ply: usize): i32 {
  play(move)
  const value = -playOut(-beta, -alpha, ply + 1)
  undo()
  return value
}
