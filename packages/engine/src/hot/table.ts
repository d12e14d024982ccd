/**
 * The transposition tables: results for positions, by key. Search and proof store different kinds
 * of values, and each has its own table.
 *
 * An entry is two words: the key mixed (exclusive or) with the data, so that an entry torn by two
 * threads writing at the same time fails its check; and the data:
 *
 *   value + 32768 in bits 0–15, move in bits 16–27, bound in bits 28–29, depth in bits 32–39,
 *   generation in bits 40–47.
 *
 * Entries come in buckets of four, a cache line. A new entry replaces the old one of its position,
 * otherwise the least valuable one by depth and age.
 */
export const LOWER: u32 = 1
export const UPPER: u32 = 2
export const EXACT: u32 = 3

const ENTRIES: usize = 4
const ENTRY_BYTES: usize = 16
const BUCKET_SHIFT: usize = 6

let searchAt: usize = 0
let searchBuckets: u64 = 0
let proofAt: usize = 0
let proofBuckets: u64 = 0
let generation: u64 = 0

/** Sets where the tables begin and how many buckets each has. */
export function setTables(at: usize, search: u32, proof: u32): void {
  searchAt = at
  searchBuckets = search
  proofAt = at + ((<usize>search) << BUCKET_SHIFT)
  proofBuckets = proof
}

/** Forgets everything. */
export function clearTables(): void {
  const bytes = (<usize>(searchBuckets + proofBuckets)) << BUCKET_SHIFT
  memory.fill(searchAt, 0, bytes)
}

/**
 * Marks all existing entries as older than new ones; threads that work together use the same
 * number.
 */
export function setGeneration(value: u32): void {
  generation = <u64>(value & 0xff)
}

/** The search's data for a position; 0 if there is none. */
export function probeSearch(key: u64): u64 {
  return probe(searchAt, searchBuckets, key)
}

/** The proof's data for a position; 0 if there is none. */
export function probeProof(key: u64): u64 {
  return probe(proofAt, proofBuckets, key)
}

export function storeSearch(key: u64, depth: i32, bound: u32, value: i32, move: u32): void {
  write(searchAt, searchBuckets, key, depth, bound, value, move)
}

export function storeProof(key: u64, depth: i32, bound: u32, value: i32, move: u32): void {
  write(proofAt, proofBuckets, key, depth, bound, value, move)
}

export function valueIn(data: u64): i32 {
  return <i32>(data & 0xffff) - 32768
}

export function moveIn(data: u64): u32 {
  return <u32>(data >> 16) & 0xfff
}

export function boundIn(data: u64): u32 {
  return <u32>(data >> 28) & 3
}

export function depthIn(data: u64): i32 {
  return <i32>(data >> 32) & 0xff
}

/** Share of the search's table that this generation has written, in thousandths, from a sample. */
export function fillPermille(): i32 {
  return fillOf(searchAt, searchBuckets)
}

/** Share of the proof's table that this generation has written, in thousandths, from a sample. */
export function proofFillPermille(): i32 {
  return fillOf(proofAt, proofBuckets)
}

// --- internal ---

/** The number of buckets sampled to tell how full a table is. */
const SAMPLE: u64 = 250

function fillOf(base: usize, buckets: u64): i32 {
  const sample = min(SAMPLE, buckets)
  let used = 0
  for (let at = base; at < base + ((<usize>sample) << BUCKET_SHIFT); at += ENTRY_BYTES) {
    const data = load<u64>(at, 8)
    if (data !== 0 && ((data >> 40) & 0xff) === generation) used++
  }
  return <i32>((used * 1000) / (<i32>sample * <i32>ENTRIES))
}

function bucketOf(base: usize, buckets: u64, key: u64): usize {
  // Scales the high half of the key to the number of buckets, which need not be a power of two.
  return base + ((<usize>(((key >> 32) * buckets) >> 32)) << BUCKET_SHIFT)
}

function probe(base: usize, buckets: u64, key: u64): u64 {
  let at = bucketOf(base, buckets, key)
  for (const end = at + ENTRIES * ENTRY_BYTES; at < end; at += ENTRY_BYTES) {
    const data = load<u64>(at, 8)
    if ((load<u64>(at) ^ data) === key && data !== 0) return data
  }
  return 0
}

function write(
  base: usize,
  buckets: u64,
  key: u64,
  depth: i32,
  bound: u32,
  value: i32,
  move: u32,
): void {
  let at = bucketOf(base, buckets, key)
  let place = at
  let least = i32.MAX_VALUE
  let kept = move
  for (const end = at + ENTRIES * ENTRY_BYTES; at < end; at += ENTRY_BYTES) {
    const data = load<u64>(at, 8)
    if ((load<u64>(at) ^ data) === key) {
      if (kept === 0) kept = moveIn(data)
      place = at
      break
    }
    const age = <i32>((generation - (data >> 40)) & 0xff)
    const worth = data === 0 ? i32.MIN_VALUE : depthIn(data) - age * 8
    if (worth < least) {
      least = worth
      place = at
    }
  }
  const data =
    <u64>(value + 32768) |
    ((<u64>kept) << 16) |
    ((<u64>bound) << 28) |
    ((<u64>depth) << 32) |
    (generation << 40)
  store<u64>(place, key ^ data)
  store<u64>(place, data, 8)
}
