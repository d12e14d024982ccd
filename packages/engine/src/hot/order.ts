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

/** Brings the best `most` of a list of `all` moves to its beginning, in order. `most` is smaller. */
export function sortFirst(start: usize, most: i32, all: i32): void {
  const last = start + ((<usize>(most - 1)) << 2)
  const end = start + ((<usize>all) << 2)
  for (let at = start + 4; at < end; at += 4) {
    const word = load<i32>(at)
    let place = at
    if (at > last) {
      const worst = load<i32>(last)
      if (word <= worst) continue
      store<i32>(at, worst)
      place = last
    }
    for (; place > start && load<i32>(place - 4) < word; place -= 4) {
      store<i32>(place, load<i32>(place - 4))
    }
    store<i32>(place, word)
  }
}
