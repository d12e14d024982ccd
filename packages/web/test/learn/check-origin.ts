import {
  dealOf,
  formatPosition,
  formatSquare,
  isSingle,
  type Piece,
  type Position,
  parseRecord,
  pieceCount,
  replay,
  SQUARES,
} from '@hokito/rules'

/**
 * Where a position comes from: it is the start of a deal, a known game leads to it, or it is made up
 * and has too few pieces for a game, in which all 36 stay on the board. `nowhere` has all pieces,
 * and no known game leads to it.
 */
export type Origin = 'deal' | 'game' | 'madeUp' | 'nowhere'

/** Where a position comes from, given some games as HGN. */
export function originOf(position: Position, games: readonly string[] = []): Origin {
  if (pieceCount(position) < SQUARES.length) return 'madeUp'
  if (isDeal(position)) return 'deal'
  return games.some((game) => leadsTo(game, position)) ? 'game' : 'nowhere'
}

/**
 * The squares with a stack that no game makes: two singles make two, and stacks land on stacks, so
 * every height is even.
 */
export function oddStacksIn({ board }: Position): readonly string[] {
  return SQUARES.filter((square) => {
    const stack = board[square]
    return stack !== undefined && !isSingle(stack) && stack.height % 2 === 1
  }).map(formatSquare)
}

// --- internal ---

function isDeal({ board, turn }: Position): boolean {
  const pieces = board.flatMap((stack): readonly Piece[] =>
    stack === undefined ? [] : [stack.top],
  )
  return turn === 'black' && dealOf(pieces) !== undefined
}

/** @throws Error when the game cannot be read */
function leadsTo(game: string, position: Position): boolean {
  const record = parseRecord(game)
  if (!record.ok) throw new Error(`a game of this test is wrong: ${record.error.code}`)
  const positions = replay(record.value)
  const wanted = formatPosition(position)
  return positions.ok && positions.value.some((each) => formatPosition(each) === wanted)
}
