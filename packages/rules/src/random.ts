/**
 * A source of uniformly random bytes: cryptographic if fairness matters (`crypto.getRandomValues`),
 * {@link seededBytes} if a run must be repeatable.
 */
export type RandomBytes = (count: number) => Uint8Array

/**
 * A uniformly random whole number from 0 to `bound - 1`. It rejects draws that would favour small
 * numbers, so every number is exactly equally likely. It needs fewer than two draws on average.
 * @throws RangeError when `bound` is less than 1
 */
export function randomBelow(bound: bigint, randomBytes: RandomBytes): bigint {
  if (bound < 1n) throw new RangeError(`bound must be at least 1, got ${bound}`)
  const bits = (bound - 1n).toString(2).length
  const byteCount = Math.ceil(bits / 8)
  const mask = (1n << BigInt(bits)) - 1n
  for (;;) {
    let drawn = 0n
    for (const byte of randomBytes(byteCount)) drawn = (drawn << 8n) | BigInt(byte)
    drawn &= mask
    if (drawn < bound) return drawn
  }
}

/** {@link randomBelow} for bounds that fit a plain number, for example the length of a list. */
export function randomIndex(length: number, randomBytes: RandomBytes): number {
  return Number(randomBelow(BigInt(length), randomBytes))
}

/**
 * A repeatable source of bytes from a seed (splitmix32), for tests, benchmarks and bots. Never use
 * it to deal to people: anyone who knows the seed knows the deal.
 */
export function seededBytes(seed: number): RandomBytes {
  let state = seed >>> 0
  return (count) => {
    const bytes = new Uint8Array(count)
    for (let i = 0; i < count; i++) {
      state = (state + 0x9e3779b9) >>> 0
      let mixed = state
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      bytes[i] = (mixed ^ (mixed >>> 15)) >>> 24
    }
    return bytes
  }
}
