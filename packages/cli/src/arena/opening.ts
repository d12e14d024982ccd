import {
  type Beginning,
  type EndRule,
  legalMoves,
  type Move,
  outcome,
  play,
  type RandomBytes,
  type RandomSetup,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
} from '@hokito/rules'

/** The start of a game: a deal, and moves that are played for both sides. */
export interface Opening {
  readonly beginning: Beginning
  readonly moves: readonly Move[]
}

/** Options of openings. */
export interface OpeningOptions {
  readonly kind: RandomSetup
  /** Number of random moves before the players choose. */
  readonly randomPlies: number
  readonly endRule: EndRule
  /** The same seed gives the same openings. */
  readonly seed: number
}

/** The opening with this number: always the same one, and never a finished game. */
export function openingOf(
  index: number,
  { kind, randomPlies, endRule, seed }: OpeningOptions,
): Opening {
  const randomBytes = seededBytes((seed + Math.imul(index, 0x9e3779b1)) >>> 0)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const deal = randomDeal(kind, randomBytes)
    const moves = randomMoves(start(deal, endRule), randomPlies, randomBytes)
    if (moves !== undefined) return { beginning: { kind: 'deal', deal }, moves }
  }
  throw new Error(`no game lasts longer than ${randomPlies} random plies`)
}

// --- internal ---

/** Enough to find games of twenty-odd random plies, which most games last. */
const ATTEMPTS = 1000

function randomMoves(
  first: ReturnType<typeof start>,
  plies: number,
  randomBytes: RandomBytes,
): readonly Move[] | undefined {
  let position = first
  const moves: Move[] = []
  while (moves.length < plies) {
    const legal = legalMoves(position)
    const move = legal.length === 0 ? undefined : legal[randomIndex(legal.length, randomBytes)]
    if (move === undefined) return undefined
    moves.push(move)
    position = play(position, move)
  }
  return outcome(position) === undefined ? moves : undefined
}
