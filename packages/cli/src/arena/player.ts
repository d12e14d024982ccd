import type { SearchLimits } from '@hokito/engine'
import type { Beginning, GameOptions, Move, Result } from '@hokito/rules'

/** A game as a player sees it when it must move. */
export interface Turn {
  readonly beginning: Beginning
  readonly moves: readonly Move[]
  readonly limits: SearchLimits
  /** The player loses on time after this. */
  readonly allowedMs: number
}

/** Why a player gave no move: it was late, or a sentence about what it did instead. */
export type PlayerError =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'broken'; readonly why: string }

/** A player that chooses moves in one game after another. */
export interface Player {
  readonly name: string
  newGame(options: GameOptions): Promise<Result<undefined, PlayerError>>
  choose(turn: Turn): Promise<Result<Move, PlayerError>>
  close(): Promise<void>
}
