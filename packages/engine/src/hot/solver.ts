/**
 * Exact values of endgames: alpha-beta on the final margin, in points for the side to move, down to
 * the end of every line. Nothing here is estimated, so every result is proved.
 *
 * Moves that leave the fewest replies, and the fewest stacks that can reply, are tried first; a
 * point gained counts as a sixteenth of a reply. A move that leaves no reply may end the game
 * immediately. The table's values are margins, and its depth is the number of occupied squares.
 */
import {
  generate,
  isEither,
  isOver,
  isStuck,
  key,
  marginToMove,
  movers,
  play,
  scan,
  squares,
  turn,
  undo,
} from './board'
import { poll } from './host'
import { area, FINISHED, LINES, MOVES, MOVES_BYTES, SEARCHED, SEARCHED_MASK } from './layout'
import { pick } from './order'
import { countFrom, played, playOut } from './playout'
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
/**
 * With at least this many occupied squares, threads that share a proof avoid searching the same move
 * at the same time.
 */
const SHARE_FROM: i32 = 16
/** How often the limits are checked, in nodes. */
const POLL_EVERY: i64 = 256
/** Priority of a move whose value is already known: it comes last. */
const DONE: i32 = -500_000

let nextPoll: i64 = 0
let wasAborted: bool = false
/** Do other threads prove the same position at the same time? */
let isShared: bool = false
/** Windows that the threads together had finished when this one began its own. */
let finishedBefore: u32 = 0

/** Positions visited since {@link beginProof}. */
export function proofNodes(): f64 {
  return <f64>played
}

export function proofAborted(): bool {
  return wasAborted
}

/** Starts counting; `shares` if other threads prove the same position at the same time. */
export function beginProof(shares: bool): void {
  countFrom(0)
  nextPoll = POLL_EVERY
  wasAborted = false
  isShared = shares
}

/**
 * The board's value in a window of margins: at most `alpha`, at least `beta`, or exact between them.
 * If another thread finishes its window first, the table probably has the answer, so this one looks
 * again.
 */
export function prove(alpha: i32, beta: i32): i32 {
  for (;;) {
    finishedBefore = load<u32>(FINISHED)
    const before = played
    const value = node(alpha, beta, 0)
    if (wasAborted && isOvertaken()) {
      wasAborted = false
      continue
    }
    // An answer of the table is no news for the other threads.
    if (isShared && !wasAborted && played > before + 1) store<u32>(FINISHED, finishedBefore + 1)
    return value
  }
}

function isOvertaken(): bool {
  return isShared && load<u32>(FINISHED) !== finishedBefore
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
  isShared = false
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
  if (squares <= PLAY_OUT_FROM && ply !== 0) return playOut(alpha, beta)

  // Step 1. Poll the limits now and then.
  countFrom(played + 1)
  if (played >= nextPoll) pollLimits()
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
    best = after(known, alpha, beta, ply)
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
    store<i32>(at, ((replies === 0 ? DONE : gain * 2 - (replies + movers) * 32) << 12) | <i32>move)
  }

  // Step 6. Search the remaining moves. Moves that another thread is searching wait until the others
  // are done; then the table has their values.
  const shares = isShared && squares >= SHARE_FROM
  let waiting = 0
  for (let at = start; at < end; at += 4) {
    const move = pick(at, end)
    if (load<i32>(at) >> 12 === DONE) break
    if (shares && best !== -INFINITE) {
      if (isSearched(move)) {
        store<i32>(at, <i32>move)
        waiting++
        continue
      }
      if (isRefuted(beta)) return beta
    }
    store<i32>(at, (DONE << 12) | <i32>move)
    const value = after(move, max(alpha, best), beta, ply)
    if (wasAborted) return 0
    if (value > best) {
      best = value
      bestMove = move
      if (best >= beta) break
    }
  }
  for (let at = start; waiting > 0 && best < beta; at += 4) {
    if (load<i32>(at) >> 12 === DONE) continue
    waiting--
    const move = load<u32>(at) & 0xfff
    const value = after(move, max(alpha, best), beta, ply)
    if (wasAborted) return 0
    if (value > best) {
      best = value
      bestMove = move
    }
  }

  // Step 7. Store the result.
  const bound = best >= beta ? LOWER : best <= alpha ? UPPER : EXACT
  storeProof(key, squares, bound, best, bestMove)
  return best
}

function pollLimits(): void {
  nextPoll = played + POLL_EVERY
  wasAborted = poll() !== 0 || isOvertaken()
}

/** The value of a move for the side to move. Meanwhile the other threads see that it is searched. */
function after(move: u32, alpha: i32, beta: i32, ply: usize): i32 {
  play(move)
  const shares = isShared && squares >= SHARE_FROM - 1
  const slot = slotOf(key)
  if (shares) store<u32>(slot, <u32>key)
  const value = -node(-beta, -alpha, ply + 1)
  if (shares) store<u32>(slot, 0)
  undo()
  return value
}

/** Is another thread searching the position after this move? */
function isSearched(move: u32): bool {
  play(move)
  const isBusy = load<u32>(slotOf(key)) === <u32>key
  undo()
  return isBusy
}

/** Has another thread found a move here that is worth `beta`? */
function isRefuted(beta: i32): bool {
  const entry = probeProof(key)
  return entry !== 0 && boundIn(entry) !== UPPER && valueIn(entry) >= beta
}

function slotOf(key: u64): usize {
  return SEARCHED + ((<usize>(key >> 32) & SEARCHED_MASK) << 2)
}
