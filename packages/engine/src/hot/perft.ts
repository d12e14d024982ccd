/**
 * Counts move sequences with the search's own board. This checks the board against the rules and
 * measures its speed.
 */
import { generate, isEither, isStuck, play, scan, turn, undo } from './board'
import { poll } from './host'
import { area, MOVES, MOVES_BYTES } from './layout'

let wasStopped = false

/** Counts sequences of exactly `plies` plies; -1 if it was stopped. */
export function perft(plies: i32): f64 {
  wasStopped = false
  const count = countFrom(plies, 0)
  return wasStopped ? -1 : <f64>count
}

function countFrom(plies: i32, ply: usize): u64 {
  if (plies === 0) return 1
  // The last ply need not be played: counting its moves is enough.
  if (plies === 1) return isEither && isStuck(turn ^ 1) ? 0 : <u64>scan(turn)
  if (isEither && (isStuck(0) || isStuck(1))) return 0
  if (plies === 3 && poll() !== 0) wasStopped = true
  if (wasStopped) return 0
  let at = area + MOVES + ply * MOVES_BYTES
  const end = at + ((<usize>generate(ply)) << 2)
  let count: u64 = 0
  for (; at < end; at += 4) {
    play(load<u32>(at))
    count += countFrom(plies - 1, ply + 1)
    undo()
  }
  return count
}
