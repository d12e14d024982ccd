/**
 * The transposition table: what was learned about a position, by its key.
 *
 * An entry is four 32-bit words in one buffer: the key's low half; the key's high half mixed (exclusive
 * or) with the two words after it, so that an entry torn by two threads writing at once fails its check;
 * `value + 32768` in bits 16–31, depth in bits 8–15 and bound in bits 0–1; the move in bits 0–11 and the
 * generation in bits 16–23. Entries come in buckets of four: a new one takes its own old place, else the
 * one of an older search, else the shallowest.
 *
 * The buffer may be shared between threads. `probe` leaves what it found in the fields of this object.
 */
export const BOUND_LOWER = 1
export const BOUND_UPPER = 2
export const BOUND_EXACT = 3

const WORDS = 4
const BUCKET = 4
const BYTES = WORDS * 4

export class Table {
  /** What the last successful {@link probe} found. */
  value = 0
  depth = 0
  bound = 0
  move = 0
  readonly #words: Int32Array
  readonly #mask: number
  #generation = 0

  /** `buffer` holds a power of two of buckets; see {@link tableBytes}. */
  constructor(buffer: ArrayBufferLike) {
    this.#words = new Int32Array(buffer)
    this.#mask = this.#words.length / (WORDS * BUCKET) - 1
  }

  /** Marks all entries as older than what comes. */
  nextSearch(): void {
    this.#generation = (this.#generation + 1) & 0xff
  }

  /** Forgets everything. */
  clear(): void {
    this.#words.fill(0)
  }

  /** Is anything known about this position? */
  probe(keyLo: number, keyHi: number): boolean {
    const words = this.#words
    let at = (keyLo & this.#mask) * WORDS * BUCKET
    for (let i = 0; i < BUCKET; i++, at += WORDS) {
      const data = words[at + 2]!
      const extra = words[at + 3]!
      if (words[at] === keyLo && words[at + 1] === (keyHi ^ data ^ extra) && data !== 0) {
        this.value = (data >>> 16) - 32768
        this.depth = (data >>> 8) & 0xff
        this.bound = data & 3
        this.move = extra & 0xfff
        return true
      }
    }
    return false
  }

  /** Remembers a value between -32768 and 32767; a move of 0 keeps the one known before. */
  store(
    keyLo: number,
    keyHi: number,
    depth: number,
    bound: number,
    value: number,
    move: number,
  ): void {
    const words = this.#words
    const bucket = (keyLo & this.#mask) * WORDS * BUCKET
    let place = bucket
    let worst = 1 << 30
    let kept = move
    for (let i = 0, at = bucket; i < BUCKET; i++, at += WORDS) {
      const data = words[at + 2]!
      const extra = words[at + 3]!
      if (words[at] === keyLo && words[at + 1] === (keyHi ^ data ^ extra)) {
        if (kept === 0) kept = extra & 0xfff
        place = at
        break
      }
      const age = (this.#generation - (extra >>> 16)) & 0xff
      const worth = data === 0 ? -1000 : ((data >>> 8) & 0xff) - age * 8
      if (worth < worst) {
        worst = worth
        place = at
      }
    }
    const data = ((value + 32768) << 16) | (depth << 8) | bound
    const extra = kept | (this.#generation << 16)
    words[place] = keyLo
    words[place + 1] = keyHi ^ data ^ extra
    words[place + 2] = data
    words[place + 3] = extra
  }

  /** Share of a sample of entries that this search has written, in thousandths. */
  fillPermille(): number {
    const words = this.#words
    const sample = Math.min(1000, words.length / WORDS)
    let used = 0
    for (let i = 0; i < sample; i++) {
      const extra = words[i * WORDS + 3]!
      if (words[i * WORDS + 2] !== 0 && ((extra >>> 16) & 0xff) === this.#generation) used++
    }
    return Math.round((used * 1000) / sample)
  }
}

/** Bytes of the largest table that fits into `mib` MiB: buckets are a power of two. */
export function tableBytes(mib: number): number {
  const buckets = Math.max(1, Math.floor((mib * 1_048_576) / (BYTES * BUCKET)))
  return 2 ** Math.floor(Math.log2(buckets)) * BYTES * BUCKET
}
