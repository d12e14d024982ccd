import { type RandomBytes, randomBelow } from './random.ts'
import { err, ok, type Result } from './result.ts'
import { SQUARE_COUNT } from './square.ts'
import { type BySquare, COLORS, type Piece, VALUES, type Value } from './types.ts'

/**
 * Setups that chance can deal. `mirrored` is a standard deal whose two numbers are equal.
 * `twosInFront` is a standard deal with White's twos on its front rank and Black's twos on its home
 * rank, which measures as nearly even (docs/ratings.md).
 */
export const RANDOM_SETUPS = ['standard', 'mirrored', 'scattered', 'twosInFront'] as const
export type RandomSetup = (typeof RANDOM_SETUPS)[number]

/** The ways a game can be set up; `custom` starts from a position instead of a deal. */
export const SETUPS = [...RANDOM_SETUPS, 'custom'] as const
export type Setup = (typeof SETUPS)[number]

/**
 * A starting arrangement by its number: each side's own 18 pieces on its own three ranks, or all 36
 * anywhere on the board.
 */
export type Deal =
  | { readonly kind: 'standard'; readonly black: number; readonly white: number }
  | { readonly kind: 'scattered'; readonly number: bigint }

/** Number of arrangements of one side: 18! / (6!)³. */
export const SIDE_ARRANGEMENTS = 17_153_136

/** Number of scattered arrangements: 36! / (6!)⁶. */
export const SCATTERED_ARRANGEMENTS = 2_670_177_736_637_149_247_308_800n

/** Why a text is not a deal id. `at` is the offset of the first wrong character. */
export interface DealError {
  readonly code: 'badDealId' | 'leadingZero' | 'dealOutOfRange'
  readonly at: number
}

/** The piece on each square at the start of a deal. */
export function arrange(deal: Deal): BySquare<Piece> {
  return deal.kind === 'standard' ? arrangeStandard(deal) : arrangeScattered(deal)
}

/**
 * The deal that puts these 36 pieces on their squares: a standard one if each side is at home, else
 * a scattered one. Undefined unless there are six pieces of each kind.
 */
export function dealOf(pieces: BySquare<Piece>): Deal | undefined {
  if (pieces.length !== SQUARE_COUNT) return undefined
  const kinds = pieces.map(kindOf)
  const counts = ALL_KINDS.map((kind) => kinds.filter((other) => other === kind).length)
  if (counts.some((count) => count !== EACH)) return undefined
  const isAtHome = pieces.every(({ color }, square) => (color === 'black') === square < HALF)
  if (!isAtHome) return { kind: 'scattered', number: rankOfSequence(kinds, ALL_KINDS.length) }
  const black = pieces.slice(0, HALF).map(({ value }) => value - 1)
  const white = pieces
    .slice(HALF)
    .reverse()
    .map(({ value }) => value - 1)
  return {
    kind: 'standard',
    black: Number(rankOfSequence(black, VALUES.length)),
    white: Number(rankOfSequence(white, VALUES.length)),
  }
}

/** Are both sides' pieces in the same places, so that only the first move differs? */
export function isMirrored(deal: Deal): boolean {
  return deal.kind === 'standard' && deal.black === deal.white
}

/** A uniformly random deal of a kind. Use a cryptographic source for games between people. */
export function randomDeal(kind: RandomSetup, randomBytes: RandomBytes): Deal {
  if (kind === 'scattered') {
    return { kind, number: randomBelow(SCATTERED_ARRANGEMENTS, randomBytes) }
  }
  if (kind === 'twosInFront') return randomTwosInFront(randomBytes)
  const black = Number(randomBelow(BigInt(SIDE_ARRANGEMENTS), randomBytes))
  if (kind === 'mirrored') return { kind: 'standard', black, white: black }
  return { kind, black, white: Number(randomBelow(BigInt(SIDE_ARRANGEMENTS), randomBytes)) }
}

/** Parses a deal id such as `77.1234567` or `s2417367987991170404826482`. */
export function parseDeal(text: string): Result<Deal, DealError> {
  const isScattered = text.startsWith('s')
  const pattern = isScattered ? /^s(\d*)/ : /^(\d*)(\.?)(\d*)/
  const matched = pattern.exec(text)
  const [all = '', first = '', dot = '', second = ''] = matched ?? []
  if (all.length < text.length) return err({ code: 'badDealId', at: all.length })
  if (isScattered) return parseScattered(first)
  if (first === '' || dot === '' || second === '') {
    return err({ code: 'badDealId', at: first === '' ? 0 : text.length })
  }
  return parseStandard(first, second)
}

/** Formats a deal as its id. */
export function formatDeal(deal: Deal): string {
  return deal.kind === 'standard' ? `${deal.black}.${deal.white}` : `s${deal.number}`
}

// --- internal ---

const EACH = 6
const HALF = SQUARE_COUNT / 2

/** Sort order of the six kinds of piece in a scattered deal: `a` < `b` < `c` < `A` < `B` < `C`. */
const ALL_KINDS = [0, 1, 2, 3, 4, 5] as const

/** White's twos stand in front, Black's at home; the ones and threes stand at random. */
function randomTwosInFront(randomBytes: RandomBytes): Deal {
  const twos = new Array<number>(EACH).fill(1)
  const others = () =>
    sequenceOfRank(randomBelow(arrangements([EACH, EACH]), randomBytes), 2).map((kind) => kind * 2)
  // Both sides are read from their home rank on.
  const black = [...twos, ...others()]
  const white = [...others(), ...twos]
  const numberOf = (sequence: readonly number[]) => Number(rankOfSequence(sequence, VALUES.length))
  return { kind: 'standard', black: numberOf(black), white: numberOf(white) }
}

function kindOf({ color, value }: Piece): number {
  return (color === 'black' ? 0 : VALUES.length) + value - 1
}

function valueOfKind(kind: number): Value {
  const value = VALUES[kind % VALUES.length]
  if (value === undefined) throw new Error(`no such kind of piece: ${kind}`)
  return value
}

function pieceOfKind(kind: number): Piece {
  return { color: kind < VALUES.length ? COLORS[0] : COLORS[1], value: valueOfKind(kind) }
}

function arrangeStandard(deal: {
  readonly black: number
  readonly white: number
}): BySquare<Piece> {
  const black = sequenceOfRank(BigInt(deal.black), VALUES.length)
  // White's half is read from its own side of the table: the same squares rotated by 180°.
  const white = sequenceOfRank(BigInt(deal.white), VALUES.length).reverse()
  return [...black.map(pieceOfKind), ...white.map((kind) => pieceOfKind(kind + VALUES.length))]
}

function arrangeScattered(deal: { readonly number: bigint }): BySquare<Piece> {
  return sequenceOfRank(deal.number, ALL_KINDS.length).map(pieceOfKind)
}

/** Number of different sequences with `counts[k]` pieces of each kind k. */
function arrangements(counts: readonly number[]): bigint {
  let result = 1n
  let placed = 0
  for (const count of counts) {
    for (let i = 1; i <= count; i++) result = (result * BigInt(++placed)) / BigInt(i)
  }
  return result
}

/** The sequence (six of each of `kinds` kinds) with this lexicographic rank, counted from 0. */
function sequenceOfRank(rank: bigint, kinds: number): number[] {
  const counts = new Array<number>(kinds).fill(EACH)
  const total = arrangements(counts)
  if (rank < 0n || rank >= total) throw new RangeError(`deal number ${rank} is not below ${total}`)
  let rest = rank
  return Array.from({ length: kinds * EACH }, () => {
    for (const [kind, count] of counts.entries()) {
      if (count === 0) continue
      counts[kind] = count - 1
      const below = arrangements(counts)
      if (rest < below) return kind
      rest -= below
      counts[kind] = count
    }
    throw new Error('a rank within range always finds its next piece')
  })
}

/** The inverse of {@link sequenceOfRank}. */
function rankOfSequence(sequence: readonly number[], kinds: number): bigint {
  const counts = new Array<number>(kinds).fill(EACH)
  let rank = 0n
  for (const placed of sequence) {
    for (const [kind, count] of counts.entries()) {
      if (kind > placed || count === 0) continue
      counts[kind] = count - 1
      if (kind === placed) break
      rank += arrangements(counts)
      counts[kind] = count
    }
  }
  return rank
}

function hasLeadingZero(digits: string): boolean {
  return digits.length > 1 && digits.startsWith('0')
}

function parseScattered(digits: string): Result<Deal, DealError> {
  if (digits === '') return err({ code: 'badDealId', at: 1 })
  if (hasLeadingZero(digits)) return err({ code: 'leadingZero', at: 1 })
  // Length first: a pasted megabyte of digits must not become a giant number.
  if (digits.length > String(SCATTERED_ARRANGEMENTS).length)
    return err({ code: 'dealOutOfRange', at: 1 })
  const number = BigInt(digits)
  if (number >= SCATTERED_ARRANGEMENTS) return err({ code: 'dealOutOfRange', at: 1 })
  return ok({ kind: 'scattered', number })
}

function parseStandard(first: string, second: string): Result<Deal, DealError> {
  const secondAt = first.length + 1
  if (hasLeadingZero(first)) return err({ code: 'leadingZero', at: 0 })
  if (hasLeadingZero(second)) return err({ code: 'leadingZero', at: secondAt })
  const black = Number(first)
  const white = Number(second)
  if (black >= SIDE_ARRANGEMENTS) return err({ code: 'dealOutOfRange', at: 0 })
  if (white >= SIDE_ARRANGEMENTS) return err({ code: 'dealOutOfRange', at: secondAt })
  return ok({ kind: 'standard', black, white })
}
