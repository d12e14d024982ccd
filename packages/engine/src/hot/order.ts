/** Lists of moves in the order of their places: words with the move in the low twelve bits, the place above. */

/** Brings the best of the rest of a list to the place `at` and returns its move. */
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
