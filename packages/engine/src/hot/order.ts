/**
 * Sorts lists of moves by priority: words with the move in the low twelve bits and its priority
 * above.
 */

/** Swaps the best remaining move of a list to the address `at` and returns it. */
export function pick(at: usize, end: usize): u32 {
  let bestAt = at
  let best = load<i32>(at)
  const first = best
  for (let other = at + 4; other < end; other += 4) {
    const word = load<i32>(other)
    if (word > best) {
      best = word
      bestAt = other
    }
  }
  store<i32>(bestAt, first)
  store<i32>(at, best)
  return <u32>best & 0xfff
}
