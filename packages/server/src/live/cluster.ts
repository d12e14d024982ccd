import type {
  Challenge,
  ChallengeId,
  CommandId,
  GameId,
  GameSummary,
  GameView,
  PlayerId,
  ServerMessages,
  StudyId,
  Update,
} from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import type { SharedTask } from '../store/shared.ts'
import type { Elsewhere, LiveGame } from './live-game.ts'

/** How a game reached its latest stored state. */
export interface StoredStep {
  readonly before: Game
  readonly updates: readonly Update[]
  /** The command that caused the updates, if it counts through them. */
  readonly command: CommandId | undefined
}

/** News of a game that has just been stored. */
export interface StoredNews {
  /** If it is new, with its challenge. */
  readonly begun?: { readonly challenge: ChallengeId | undefined } | undefined
  /** If it is not new. */
  readonly step?: StoredStep | undefined
}

/**
 * The servers on one database, its nodes, as one of them sees them. A server that has its database
 * alone is a cluster of one: it tells nobody, and nothing is elsewhere. Only the wiring knows which
 * of the two it is.
 */
export interface Cluster extends Elsewhere {
  /** May other nodes write to the same database? If not, memory is always up to date. */
  readonly hasOthers: boolean
  /** The number of other nodes heard. */
  readonly countHeard: number
  /** May news from other nodes have been missed? */
  readonly isDeaf: boolean

  /**
   * Takes this node's lease at its start. If no node was present before, records that time and the
   * grace, once for all running games. Returns how long games stood still, in milliseconds;
   * negative if the wall clock was set back.
   */
  takeLease(graceMs: number): Promise<number>
  /** Renews this node's lease by a heartbeat. */
  renewLease(): Promise<void>
  /**
   * Renews this node's lease before a decision. Resolves when the heartbeat is stored; undefined if
   * the last one is recent enough.
   */
  ensureLease(): Promise<void> | undefined
  /** Gives up this node's lease at its end. */
  leave(): Promise<void>

  /** Running games that are due for a check, and that no other node checks now. */
  claimDue(now: number, limit: number): Promise<readonly GameId[]>
  /** Runs a task unless another node is running it. */
  unlessOthersDo(task: SharedTask, run: () => Promise<void>): Promise<void>
  /** Compares memory with the database, in case news from another node was lost. */
  catchUp(): Promise<void>
  /**
   * Tells the other nodes who is connected here, and closes challenges that no connected player
   * offers any more.
   */
  meet(): Promise<void>

  /**
   * Gets the news of a player's games, of one game or of a study from other nodes until it is
   * unfollowed as often as it was followed.
   */
  follow(topic: PlayerId | GameId | StudyId): void
  unfollow(topic: PlayerId | GameId | StudyId): void
  /**
   * Follows a player for a few seconds. Resolves when the news arrive; undefined if there are no
   * other nodes.
   */
  followed(player: PlayerId): Promise<void> | undefined

  /**
   * The name of the node to which the player of this game who is connected here should move, as the
   * opponent is connected there. Undefined if the player should stay.
   */
  homeOf(live: LiveGame): string | undefined

  /** Asks the other nodes who has this game open there. Their answers arrive later. */
  ask(view: GameView): void
  /** How many players are connected to the other nodes, as they said a moment ago. */
  readonly countElsewhere: number
  /** Running public games that are open on other nodes, newest first. */
  listedGames(): Promise<readonly GameSummary[]>
  /**
   * Which of these players are connected to another node, according to the nodes that answer soon;
   * with `used`, only through a page that was used lately.
   */
  findElsewhere(players: readonly PlayerId[], used?: true): Promise<ReadonlySet<PlayerId>>
  /** May a maker of a challenge be connected to another node? */
  isMaybeElsewhere(player: PlayerId): boolean

  /** The latest state of a game is stored. */
  tellStored(game: Game, news: StoredNews): void
  /** These challenges are no longer stored as they were. */
  tellChallenges(challenges: readonly ChallengeId[]): void
  /**
   * Another node has removed these challenges. If its hints are lost, this node tells the makers
   * who are connected here of the games that began.
   */
  noteGone(challenges: readonly Challenge[]): void
  /** The connections to a game on this node have changed. */
  tellPresence(live: LiveGame): void
  /** A player has said a phrase in a game. */
  tellSaid(message: ServerMessages['said']): void
  /** A player has written a message in a game, stored under a number. */
  tellWritten(game: GameId, n: number): void
  /** A study has changed or was removed; `n` is the chapter, if it was one of its chapters. */
  tellStudy(study: StudyId, n: number | undefined): void
  /** Something has changed between these players and others, such as a block. */
  tellPeople(players: readonly PlayerId[]): void
  tellRenamed(player: PlayerId): void
  /** Sessions of a player have ended; `deleted` if the account is gone. */
  tellSignedOut(player: PlayerId, deleted?: true): void
}
