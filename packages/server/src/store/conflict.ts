import type { BreakRefusal, ChallengeId, GameId, PlayerId, TournamentId } from '@hokito/protocol'

/** Which precondition of a write does not hold, usually because another write came first. */
export type Conflict =
  /** The game already has an event of this version. */
  | { readonly kind: 'versionTaken'; readonly game: number; readonly version: number }
  /** The game has events after this version. */
  | { readonly kind: 'versionPassed'; readonly game: number; readonly version: number }
  /** A side of the game has placed its pieces unseen. */
  | { readonly kind: 'arrangementUnseen'; readonly game: number }
  /** A side of the game has set conditional lines unseen. */
  | { readonly kind: 'linesUnseen'; readonly game: number }
  /** The challenge is no longer stored. */
  | { readonly kind: 'challengeGone'; readonly challenge: ChallengeId }
  /**
   * Another node has begun the round, a player has entered or left since the pairing, or the
   * tournament is over.
   */
  | { readonly kind: 'roundTaken'; readonly tournament: TournamentId; readonly round: number }
  /** One of the players has another game or pauses, or the arena is over. */
  | { readonly kind: 'arenaGameTaken'; readonly tournament: TournamentId; readonly game: GameId }
  /** A break of one of these players has begun or ended unseen. */
  | { readonly kind: 'breakUnseen'; readonly players: readonly PlayerId[] }
  /** A game of the player has begun unseen. */
  | { readonly kind: 'gameUnseen'; readonly player: PlayerId }
  /** The player may not begin or end a break. */
  | { readonly kind: 'breakRefused'; readonly code: BreakRefusal | 'noAccount' }

/** A write whose precondition does not hold, as the same object that was to be stored. */
export interface RefusedWrite {
  readonly write: object
  readonly conflict: Conflict
}

/** The error for a conflict that the caller cannot resolve. */
export function unresolvedConflict(conflict: Conflict): Error {
  return new Error(`unresolved conflict: ${JSON.stringify(conflict)}`)
}
