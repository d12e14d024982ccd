/**
 * Principal-variation search of the board's position to a given depth.
 *
 * Values are for the side to move. Estimates are in units of 1/32 point and stay below SOLVED in
 * size. A won end of the game is SOLVED plus its margin in points, halves rounded up, and a lost
 * one is the negative of that. Estimates and margins include the compensation. So a value beyond
 * ±SOLVED is a proof: only ends of games produce such values, and if moves were left out or a pass
 * was tried, the value is clamped below it. A reduced search can hide a better move, but it never
 * invents an end. A drawn end is 0, which looks like an estimate here; `solver.ts` proves draws.
 */
import {
  cellOf,
  compensation,
  compensationToMove,
  generate,
  isEither,
  isPossible,
  isStuck,
  key,
  marginToMove,
  pass,
  play,
  squares,
  turn,
  undo,
} from './board'
import { correction, forgetErrors, learnError } from './correction'
import { evaluate, glance, OVER, passed } from './evaluate'
import { poll } from './host'
import {
  area,
  EXCLUDED,
  EXCLUDED_BYTES,
  HISTORY,
  HISTORY_BYTES,
  KILLERS,
  KILLERS_BYTES,
  LENGTHS,
  LINES,
  LINES_BYTES,
  MAX_MOVES,
  MOVES,
  MOVES_BYTES,
} from './layout'
import { pick, sortFirst } from './order'
import {
  boundIn,
  depthIn,
  EXACT,
  LOWER,
  moveIn,
  probeSearch,
  storeSearch,
  UPPER,
  valueIn,
} from './table'

/** Values beyond this, in either direction, are proved. Estimates are clamped to stay within. */
export const SOLVED: i32 = 20_000
const INFINITE: i32 = 32_000
/** 36 pieces under a three. */
const MOST_POINTS: i32 = 108
/** Moves searched to full depth before later ones are reduced by one, two, three and four. */
const FULL_MOVES: i32 = 4
const LATE_MOVES: i32 = 8
const LATER_MOVES: i32 = 16
const LAST_MOVES: i32 = 30
/**
 * Up to this depth, a node off the principal variation searches only its first moves: NARROW_MOVES,
 * and NARROW_MORE for each ply of depth.
 */
const NARROW_DEPTH: i32 = 3
const NARROW_MOVES: i32 = 3
const NARROW_MORE: i32 = 4
/** A pass is searched this much shallower. */
const PASS_REDUCTION: i32 = 3
/**
 * With at least this many occupied squares, a glance is enough where it is far outside the window:
 * by as many points as there are fewer squares than DOUBT_SQUARES. In games, evaluation and glance
 * differ by 2 ± 3 points at 28 to 31 squares and by 4 ± 5 points at 24 to 27.
 */
const GLANCE_FROM: i32 = 22
const DOUBT_SQUARES: i32 = 40
/** ProbCut: the least depth, how much shallower it searches, and how far above the window, in units. */
const PROB_CUT_FROM: i32 = 5
const PROB_CUT_REDUCTION: i32 = 4
const PROB_CUT_MARGIN: i32 = 8 * 32
/** How often the limits are checked, in nodes (a power of two minus one). */
const POLL_MASK: i64 = 511
/** The best known move comes before everything else. */
const FIRST: i32 = 500_000
/** The largest size of a history score. */
const MOST_HISTORY: i32 = 16_384
/** The weight of a point won in the order, beside history. */
const POINT: i32 = 64
/**
 * Tops can be covered. So covering one of the other side's tops counts this many points more for
 * each mark, and covering an own top counts less.
 */
const THEIR_TOP: i32 = 4
const OWN_TOP: i32 = 3
/** Bonuses for the move that last refuted another node at this ply, and for the one before that. */
const KILLER: i32 = 4000
const OLDER_KILLER: i32 = 3000
/** A refutation raises the history by this much times the depth squared, up to a maximum. */
const PRAISE: i32 = 16
const MOST_PRAISE: i32 = 2000

let nodes: i64 = 0
/**
 * Was the last search cut short by `poll`? Its value then covers only the moves that were searched.
 */
export let aborted: bool = false
let noise: i32 = 0
/** Is a pass allowed here? Two passes in a row would show nothing. */
let mayPass: bool = true

/**
 * Starts counting, and clears the killers and half of the history; `error` is the largest error of
 * an estimate.
 */
export function beginSearch(error: i32): void {
  nodes = 0
  aborted = false
  mayPass = true
  noise = error
  memory.fill(area + KILLERS, 0, KILLERS_BYTES)
  for (let i: usize = 0; i < HISTORY_BYTES; i += 4) {
    const at = area + HISTORY + i
    store<i32>(at, load<i32>(at) >> 1)
  }
  includeAll()
}

/** Positions visited since {@link beginSearch}. */
export function searchNodes(): f64 {
  return <f64>nodes
}

/** Clears the history and the corrections, so that the next search behaves like the first. */
export function forgetHistory(): void {
  memory.fill(area + HISTORY, 0, HISTORY_BYTES)
  forgetErrors()
}

/** Lets the root consider every move again. */
export function includeAll(): void {
  memory.fill(area + EXCLUDED, 0, EXCLUDED_BYTES)
}

/** Leaves a move out at the root. */
export function exclude(move: u32): void {
  store<u8>(area + EXCLUDED + <usize>move, 1)
}

/** Length of the principal variation of the last search; {@link lineMove} has its moves. */
export function lineLength(): i32 {
  return load<i32>(area + LENGTHS)
}

export function lineMove(index: u32): u32 {
  return load<u16>(area + LINES + ((<usize>index) << 1))
}

/**
 * The value of the root in a window, without the excluded moves. The move `first` comes before all
 * others (0 for none), so that a search that is cut short has compared its move with that one.
 */
export function searchRoot(depth: i32, alphaIn: i32, beta: i32, storesRoot: bool, first: u32): i32 {
  let alpha = alphaIn
  const entry = probeSearch(key)
  const count = generate(0)
  store<i32>(area + LENGTHS, 0)
  const known = entry === 0 ? 0 : moveIn(entry)
  order(0, count, 0)
  const start = area + MOVES
  const end = start + ((<usize>count) << 2)
  for (let at = start; at < end; at += 4) {
    const move = load<u32>(at) & 0xfff
    if (move === first) store<u32>(at, ((FIRST + 1) << 12) | move)
    else if (move === known) store<u32>(at, (FIRST << 12) | move)
  }
  let best = -INFINITE
  let searched = 0
  for (let at = start; at < end; at += 4) {
    const move = pick(at, end)
    if (load<u8>(area + EXCLUDED + <usize>move) !== 0) continue
    play(move)
    let value: i32
    if (searched === 0) value = -node(depth - 1, -beta, -alpha, 1)
    else {
      value = -node(depth - 1, -alpha - 1, -alpha, 1)
      if (value > alpha && value < beta) value = -node(depth - 1, -beta, -alpha, 1)
    }
    undo()
    if (aborted) return best
    searched++
    if (value > best) {
      best = value
      keepLine(0, move)
      if (value > alpha) alpha = value
      if (alpha >= beta) break
    }
  }
  if (storesRoot) {
    const bound = best >= beta ? LOWER : best <= alphaIn ? UPPER : EXACT
    storeSearch(key, depth, bound, best, lineMove(0))
  }
  return best
}

function node(depth: i32, alphaIn: i32, betaIn: i32, ply: usize): i32 {
  let alpha = alphaIn
  let beta = betaIn
  store<i32>(area + LENGTHS + (ply << 2), 0)

  // Step 1. Poll the limits now and then.
  nodes++
  if ((nodes & POLL_MASK) === 0 && poll() !== 0) aborted = true
  if (aborted) return 0

  // Step 2. The end of the search.
  if (depth <= 0) return leaf(alpha, beta)

  // Step 3. Table look-up.
  const isPv = beta - alpha > 1
  const entry = probeSearch(key)
  let known: u32 = 0
  if (entry !== 0) {
    known = moveIn(entry)
    if (decides(entry, depth, alpha, beta)) return valueIn(entry)
  }

  // Step 4. Nothing here can be worth more than winning every piece.
  const limit = SOLVED + MOST_POINTS + ((abs(compensation) + 1) >> 1)
  alpha = max(alpha, -limit)
  beta = min(beta, limit)

  // Step 5. If the side to move could even pass, it need not look for a good move. The rules have
  // no pass, so this is at best an estimate, and it is skipped if an end of the game is in sight.
  let estimate = OVER
  if (!isPv && mayPass && abs(beta) < SOLVED && (!mayGlance() || glance() + doubt() >= beta)) {
    estimate = evaluate()
    if (estimate === OVER) return endValue()
    if (estimate + correction(turn) >= beta) {
      const value =
        depth <= PASS_REDUCTION ? passed - correction(turn ^ 1) : afterPass(depth, beta, ply)
      if (aborted) return 0
      if (value >= beta) return beta
    }
  } else if (isEither && isStuck(turn ^ 1)) return endValue()
  mayPass = true

  // Step 6. ProbCut: if a much shallower search ends far above the window, the full one would
  // very likely end above it, too.
  if (!isPv && depth >= PROB_CUT_FROM && beta < SOLVED - PROB_CUT_MARGIN && beta > -SOLVED) {
    const bound = beta + PROB_CUT_MARGIN
    const value = node(depth - PROB_CUT_REDUCTION, bound - 1, bound, ply)
    if (aborted) return 0
    if (value >= bound) return beta
  }

  // Step 7. The best known move, before any work on the others.
  let best = -INFINITE
  let bestMove: u32 = 0
  let late = 0
  if (known !== 0 && isPossible(known)) {
    if (alpha >= beta) return alpha
    play(known)
    best = -node(depth - 1, -beta, -alpha, ply + 1)
    undo()
    if (aborted) return 0
    bestMove = known
    late = 1
    if (best > alpha) {
      alpha = best
      if (isPv) keepLine(ply, known)
      if (alpha >= beta) {
        remember(known, depth, ply, 0, 0)
        storeSearch(key, depth, best >= betaIn ? LOWER : EXACT, best, known)
        return best
      }
    }
  }

  // Step 8. The end of the game.
  const count = generate(ply)
  if (count === 0) return endValue()
  if (alpha >= beta) return alpha

  // Step 9. The other moves, most promising first; late ones at a reduced depth unless they turn out
  // well. Off the principal variation, the last plies search only the first few.
  const start = area + MOVES + ply * MOVES_BYTES
  const all = order(ply, count, late === 0 ? 0 : known)
  const most = isPv || depth > NARROW_DEPTH ? MAX_MOVES : NARROW_MOVES + NARROW_MORE * depth - late
  const isCut = most < all
  const end = start + ((<usize>(isCut ? most : all)) << 2)
  if (isCut) sortFirst(start, most, all)
  for (let at = start; at < end; at += 4, late++) {
    const move = isCut ? load<u32>(at) & 0xfff : pick(at, end)
    play(move)
    const value = afterMove(depth, alpha, beta, ply, late)
    undo()
    if (aborted) return 0
    if (value > best) {
      best = value
      bestMove = move
      if (value > alpha) {
        alpha = value
        if (isPv) keepLine(ply, move)
        if (alpha >= beta) {
          remember(move, depth, ply, start, at)
          break
        }
      }
    }
  }

  // If a move was left out, the loss of all others proves nothing.
  if (isCut && best < -SOLVED) best = 1 - SOLVED

  // Step 10. Store the result, and learn how far the estimate was from it.
  const bound = best >= betaIn ? LOWER : best <= alphaIn ? UPPER : EXACT
  if (estimate !== OVER && abs(best) < SOLVED) learnError(estimate, depth, bound, best)
  storeSearch(key, depth, bound, best, bestMove)
  return best
}

/** Can an entry of the table be a node's value? A proof holds at any depth. */
function decides(entry: u64, depth: i32, alpha: i32, beta: i32): bool {
  const value = valueIn(entry)
  const bound = boundIn(entry)
  const isProof = value > SOLVED ? bound !== UPPER : value < -SOLVED && bound !== LOWER
  if (!isProof && (depthIn(entry) < depth || beta - alpha > 1)) return false
  if (bound === EXACT) return true
  return bound === LOWER ? value >= beta : value <= alpha
}

/** The value of the move just made: the first with the full window, later ones if they need it. */
function afterMove(depth: i32, alpha: i32, beta: i32, ply: usize, late: i32): i32 {
  if (late === 0) return -node(depth - 1, -beta, -alpha, ply + 1)
  const reduction = reductionOf(depth, late)
  let value = -node(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1)
  if (reduction > 0 && value > alpha) value = -node(depth - 1, -alpha - 1, -alpha, ply + 1)
  if (beta - alpha > 1 && value > alpha && value < beta)
    value = -node(depth - 1, -beta, -alpha, ply + 1)
  return value
}

/** How much shallower a move is searched at first, by its place in the order. */
function reductionOf(depth: i32, late: i32): i32 {
  if (depth < 2 || late < FULL_MOVES) return 0
  if (depth >= 6 && late >= LAST_MOVES) return 4
  if (depth >= 4 && late >= LATER_MOVES) return 3
  return late >= LATE_MOVES ? 2 : 1
}

/** The value for the side to move if it passed. */
function afterPass(depth: i32, beta: i32, ply: usize): i32 {
  pass()
  mayPass = false
  const value = -node(depth - PASS_REDUCTION, -beta, 1 - beta, ply + 1)
  mayPass = true
  pass()
  return value
}

/**
 * The estimate at the end of the search, or the value of the end of the game if the game is over.
 */
function leaf(alpha: i32, beta: i32): i32 {
  if (mayGlance()) {
    const quick = glance()
    if (quick - doubt() >= beta) return asEstimate(quick - doubt())
    if (quick + doubt() <= alpha) return asEstimate(quick + doubt())
  }
  const value = evaluate()
  if (value === OVER) return endValue()
  return asEstimate(value + correction(turn) + misjudgement())
}

/** A value that is no proof, whatever its size. */
function asEstimate(value: i32): i32 {
  return max(1 - SOLVED, min(SOLVED - 1, value))
}

/** Are there so many squares that the moves of both sides matter little beside what they hold? */
function mayGlance(): bool {
  return squares >= GLANCE_FROM && noise === 0
}

/** The most by which a glance usually errs, in units. */
function doubt(): i32 {
  return (DOUBT_SQUARES - squares) << 5
}

/** The same error for the same position, so that a weak player is at least consistent. */
function misjudgement(): i32 {
  if (noise === 0) return 0
  const mixed = <i32>((key * 0x9e3779b97f4a7c15) >> 48)
  return ((mixed - 0x8000) * noise) >> 15
}

function endValue(): i32 {
  const halves = 2 * marginToMove() + compensationToMove()
  if (halves === 0) return 0
  return halves > 0 ? SOLVED + ((halves + 1) >> 1) : -SOLVED - ((1 - halves) >> 1)
}

/**
 * Gives every move of a ply its priority, in the bits above the move, and takes out a move that has
 * been searched (0 for none). Returns the number of moves left.
 */
function order(ply: usize, count: i32, searched: u32): i32 {
  const own = turn << 2
  const history = area + HISTORY + ((<usize>turn) << 14)
  const killers = load<u32>(area + KILLERS + (ply << 2))
  const start = area + MOVES + ply * MOVES_BYTES
  let end = start + ((<usize>count) << 2)
  for (let at = start; at < end; at += 4) {
    let move = load<u32>(at)
    if (move === searched) {
      end -= 4
      if (at === end) break
      move = load<u32>(end)
    }
    const moving = cellOf(move >> 6)
    const below = cellOf(move & 63)
    const height = <i32>(below >> 3)
    const value = <i32>(below & 3)
    // Covering a valuable piece of the other side wins its points; covering an own piece wastes
    // them.
    const gain = <i32>(moving & 3) * height
    let score =
      ((below & 4) === own
        ? gain - value * (height + OWN_TOP)
        : gain + value * (height + THEIR_TOP)) *
        POINT +
      load<i32>(history + ((<usize>move) << 2))
    if (move === (killers & 0xffff)) score += KILLER
    else if (move === killers >> 16) score += OLDER_KILLER
    store<i32>(at, (score << 12) | <i32>move)
  }
  return <i32>((end - start) >> 2)
}

/**
 * Records a refutation, so that the move is tried early in other nodes. Moves that were tried
 * before it are tried later.
 */
function remember(move: u32, depth: i32, ply: usize, start: usize, found: usize): void {
  const killers = area + KILLERS + (ply << 2)
  const first = load<u16>(killers)
  if (first !== move) {
    store<u16>(killers, first, 2)
    store<u16>(killers, move)
  }
  const bonus = min(depth * depth * PRAISE, MOST_PRAISE)
  praise(move, bonus)
  for (let at = start; at < found; at += 4) praise(load<u32>(at) & 0xfff, -bonus)
}

/** Moves a history score towards ±MOST_HISTORY, by less the closer it already is. */
function praise(move: u32, bonus: i32): void {
  const at = area + HISTORY + ((<usize>((turn << 12) | move)) << 2)
  const value = load<i32>(at)
  store<i32>(at, value + bonus - (value * abs(bonus)) / MOST_HISTORY)
}

function keepLine(ply: usize, move: u32): void {
  const line = area + LINES + ply * LINES_BYTES
  const length = load<i32>(area + LENGTHS + ((ply + 1) << 2))
  store<u16>(line, move)
  memory.copy(line + 2, line + LINES_BYTES, (<usize>length) << 1)
  store<i32>(area + LENGTHS + (ply << 2), length + 1)
}
