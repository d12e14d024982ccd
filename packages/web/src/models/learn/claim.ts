import type { Color, Direction, Miss, Value } from '@hokito/rules'

/**
 * A claim about a position that the rules can prove or refute. Squares, moves and stacks are
 * written as in the notation. Tests check each claim's `is` against the rules (`test/learn/check-claim.ts`).
 * The numbers and squares in sentences come from claims, and so does every statement about the
 * position that a sentence makes without figures.
 */
export type Claim =
  /** The stack on a square: `C4` is four pieces high with a white three on top. */
  | { readonly kind: 'stands'; readonly on: string; readonly is: string }
  | { readonly kind: 'marks' | 'height'; readonly on: string; readonly is: number }
  /** The total points of some squares, of either colour. */
  | { readonly kind: 'worth'; readonly on: readonly string[]; readonly is: number }
  /** All points of a side. */
  | { readonly kind: 'score'; readonly color: Color; readonly is: number }
  | { readonly kind: 'leader'; readonly is: Color | 'draw' }
  /** The square of the stack that is worth most to a side, more than any other. */
  | { readonly kind: 'dearest'; readonly color: Color; readonly is: string }
  /** The number of pieces, of one colour or number of marks if those are given. */
  | {
      readonly kind: 'pieces'
      readonly color?: Color
      readonly value?: Value
      readonly is: number
    }
  | { readonly kind: 'turn'; readonly is: Color }
  /** Has a side no move? */
  | { readonly kind: 'stuck'; readonly color: Color; readonly is: boolean }
  /** How many moves a side has. */
  | { readonly kind: 'moves'; readonly color: Color; readonly is: number }
  | { readonly kind: 'over'; readonly is: boolean }
  /** All squares that a piece can land on. */
  | { readonly kind: 'landings'; readonly from: string; readonly is: readonly string[] }
  /** Why a move is not possible. */
  | { readonly kind: 'cannot'; readonly move: string; readonly is: MissReason }
  /** The directions of the hops of a move that has only one path. */
  | { readonly kind: 'way'; readonly move: string; readonly is: readonly Direction[] }
  /** The squares that such a move touches before it lands. */
  | { readonly kind: 'touched'; readonly move: string; readonly is: string }
  /** The square of the nearest piece in a direction. */
  | {
      readonly kind: 'next'
      readonly from: string
      readonly towards: Direction
      readonly is: string
    }

/**
 * Why a piece cannot land; `backward` if only a path that turns back has the right number of hops.
 */
export type MissReason = Miss['code'] | 'backward'

/** The claims about a position, by the names that its sentences use. */
export type Claims = Readonly<Record<string, Claim>>

/** Numbers and squares for the placeholders of a sentence. */
export type Words = Readonly<Record<string, number | string>>

/** The values that sentences can take from claims: those that are a number or a square. */
export function wordsIn(claims: Claims): Words {
  const words: Record<string, number | string> = {}
  for (const [name, claim] of Object.entries(claims)) {
    if (typeof claim.is === 'number') words[name] = claim.is
    else if (saysSquare(claim)) words[name] = claim.is
  }
  return words
}

/** The reason for a miss, as claims name it. */
export function reasonOf(miss: Miss): MissReason {
  return miss.code === 'wrongCount' && miss.backward !== undefined ? 'backward' : miss.code
}

// --- internal ---

function saysSquare(
  claim: Claim,
): claim is Extract<Claim, { kind: 'dearest' | 'touched' | 'next' }> {
  return claim.kind === 'dearest' || claim.kind === 'touched' || claim.kind === 'next'
}
