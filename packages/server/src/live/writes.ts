import type { ChallengeId, CommandId, GameId, PlayerId } from '@hokito/protocol'
import type { BreakChange, Resting } from '../players/break-store.ts'
import type { EndedMatch } from '../ratings/store-ratings.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import type { ArrangedGame, ArrangementRow } from '../store/arrangements.ts'
import type { LeftDealChange } from '../store/left-deals.ts'
import type { LeftLines, LinesRow } from '../store/lines.ts'
import type { AtVersion } from '../store/passed-versions.ts'
import type { NewRound } from '../store/rounds.ts'

/** Changes that are stored together or not at all. */
export type Unit = readonly Write[]

/**
 * A change to store, often with a precondition that is checked in the same transaction. If it does
 * not hold, nothing of the unit is stored. Some kinds change nothing, and only add a precondition.
 */
export type Write =
  /** A game to store for the first time. */
  | ({ readonly kind: 'game' } & GameRow)
  /** An event. Its game must have no event of this version. */
  | ({ readonly kind: 'event' } & EventRow)
  /** The players of a game after they have changed seats. */
  | ({ readonly kind: 'seats'; readonly game: number } & Pick<GameRow, 'black' | 'white'>)
  /** The end of a game, which needs no more checks. */
  | { readonly kind: 'end'; readonly game: number; readonly at: number }
  /** When a game has to be checked next. */
  | { readonly kind: 'deadline'; readonly game: number | GameId; readonly at: number }
  /** The present arrangement of a side. The game must have no newer events. */
  | ({ readonly kind: 'arrangement' } & ArrangementRow)
  /**
   * The end of a placing phase, whose hidden arrangements are deleted. They must be the known ones.
   */
  | ({ readonly kind: 'arranged' } & ArrangedGame)
  /** The lines that a game has left must be the known ones. Nothing is changed. */
  | ({ readonly kind: 'leftLines' } & LeftLines)
  /** The lines of a side. The former ones must be known, and the game must have no newer events. */
  | ({ readonly kind: 'lines' } & LinesRow)
  /** The game must have no newer events. Nothing is changed. */
  | ({ readonly kind: 'latest' } & AtVersion)
  /** A round of a tournament. It must be the next one, for the players who are in. */
  | ({ readonly kind: 'round' } & NewRound)
  /** The breaks of players whose correspondence game begins must be known. Nothing is changed. */
  | ({ readonly kind: 'resting' } & Resting)
  /** A break. It must be allowed, and the player's running games must be known. */
  | ({ readonly kind: 'break' } & BreakChange)
  /** A game of an arena. Both players must be free. */
  | ({ readonly kind: 'arenaGame' } & NewArenaGame)
  /** A deal that was left, given again or settled. */
  | ({ readonly kind: 'leftDeal' } & LeftDealChange)
  /** A challenge that is taken, and so deleted. It must still be stored. */
  | { readonly kind: 'takenChallenge'; readonly challenge: ChallengeId }
  /** A challenge that is over, and so deleted if it is still stored. */
  | { readonly kind: 'endedChallenge'; readonly challenge: ChallengeId }
  /** A rated match that ends. */
  | ({ readonly kind: 'rated' } & EndedMatch)

export type WriteKind = Write['kind']

/** The writes of one kind, or of several. */
export type WriteOf<Kind extends WriteKind> = Extract<Write, { readonly kind: Kind }>

export interface GameRow {
  readonly id: GameId
  readonly black: PlayerId
  readonly white: PlayerId
  readonly createdAt: number
  readonly secret: string | undefined
  /** The challenge that led to the game. */
  readonly challenge?: ChallengeId | undefined
}

/** An event of a stored game (by its key) or of a new game in the same unit (by its id). */
export interface EventRow {
  readonly game: number | GameId
  readonly version: number
  readonly command: CommandId | undefined
  readonly event: unknown
}

/** The writes of one kind among others. */
export function writesOf<Kind extends WriteKind>(
  writes: readonly Write[],
  kind: Kind,
): readonly WriteOf<Kind>[] {
  return writes.filter((write): write is WriteOf<Kind> => write.kind === kind)
}
