import type { ExplorerTopic, PlayerId } from '@hokito/protocol'
import type { Color, EndingKind, EndRule } from '@hokito/rules'

/**
 * Finished public games, with the columns by which the explorer finds them; see
 * `explorer/explored.ts`.
 */
export interface ExploredGamesTable {
  /** The game's key, which orders the games by their beginning. */
  game: number
  black: PlayerId
  white: PlayerId
  winner: Color | 'draw'
  ending: EndingKind
  endRule: EndRule
  /** The folded name of the beginning. */
  deal: string
  plies: number
  /** Black's points less White's at the end. */
  margin: number
  /** As `formatPosition` writes it. */
  lastPosition: string
  endedAt: number
  /**
   * 1 once its moves count because another game began with the same deal. All games of a deal have
   * the same value.
   */
  isShared: number
}

/** The results of several games, and the sum of a measurement. */
export interface Sums {
  games: number
  black: number
  draws: number
  white: number
  total: number
}

/**
 * Moves played in a position in games that share a deal, under folded names. `total` is the sum of
 * margins.
 */
export interface ExploredMovesTable extends Sums {
  endRule: EndRule
  position: string
  move: string
}

/** Counts of all explored games by one property each. */
export interface ExploredCountsTable extends Sums {
  topic: ExplorerTopic
  value: string
}

/** Games that were still running when the explorer reached them. */
export interface UnexploredTable {
  game: number
}
