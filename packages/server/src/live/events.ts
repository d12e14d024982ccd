import type {
  ChallengeId,
  PlayerCard,
  PlayerId,
  ServerMessages,
  StudyId,
  Update,
} from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import type { StoredNews } from './cluster.ts'
import type { ConnectionId } from './connection-id.ts'
import type { Addressed } from './opponent.ts'

/** The events of this server, by name. An event is published after it is stored. */
export interface ServerEvents {
  /** A game has new events; the connection `except` gets them in its reply. */
  readonly gameUpdated: {
    readonly updates: readonly Update[]
    readonly except: ConnectionId | undefined
  }
  /** Any change in a game. */
  readonly gameChanged: Game
  /** A change that lists of games show. */
  readonly gameListChanged: Game
  /**
   * A game has begun, or its players have to hear about it again; with `only`, one of them, who
   * waited with another challenge.
   */
  readonly gameStarted: {
    readonly game: Game
    readonly challenge: ChallengeId | undefined
    readonly only?: PlayerId
  }
  /** This node has stored a game. */
  readonly gameStored: StoredNews & { readonly game: Game }
  /**
   * A change that this node has stored, for notifications. `before` is undefined if the game is
   * new.
   */
  readonly gameCommitted: { readonly before: Game | undefined; readonly after: Game }
  readonly moveMade: Game
  readonly gameEnded: Game
  /** The list of the lobby has changed. */
  readonly lobbyChanged: undefined
  /** A challenge to one player is open. */
  readonly challengeOpened: Addressed
  /** A challenge to one player is not open any more. */
  readonly challengeClosed: Addressed
  /** A player on this node has made a challenge to one player. */
  readonly challengeMade: Addressed
  /** A challenge to one player has ended without a game on this node. */
  readonly challengeGone: { readonly challenge: Addressed; readonly isDeclined: boolean }
  /** A study has changed on this node, with the chapter if it was one of its chapters. */
  readonly studyChanged: ServerMessages['study']
  /** A study was removed on this node. */
  readonly studyRemoved: StudyId
  /** Sessions of a player have ended. */
  readonly signedOut: PlayerId
  /** A token of a player was revoked. */
  readonly tokenRevoked: PlayerId
  /**
   * Blocks, classes, chat settings or sanctions of these players have changed. A hint to other nodes
   * names no more than two.
   */
  readonly peopleChanged: readonly [PlayerId] | readonly [PlayerId, PlayerId]
}

/** Events whose publisher waits until their subscribers are done. */
export interface AwaitedEvents {
  /** A player has another name. */
  readonly renamed: PlayerCard
  /**
   * A player may no longer play, or is about to delete the account. No challenge of theirs may be
   * accepted.
   */
  readonly leaving: PlayerId
  /** An account was deleted, and its name removed from its games. */
  readonly accountDeleted: PlayerId
}

/**
 * Informs the parts of the server about events. Publishers do not know the subscribers, which
 * `online/subscriptions.ts` lists. Subscribers are called in the order in which they subscribed.
 */
export class EventStream {
  readonly #subscribers = new Map<keyof ServerEvents, Subscriber[]>()
  readonly #awaited = new Map<keyof AwaitedEvents, AwaitedSubscriber[]>()

  on<Name extends keyof ServerEvents>(
    name: Name,
    subscriber: (event: ServerEvents[Name]) => void,
  ): void {
    this.#subscribers.set(name, [...(this.#subscribers.get(name) ?? []), subscriber as Subscriber])
  }

  publish<Name extends keyof ServerEvents>(name: Name, event: ServerEvents[Name]): void {
    for (const subscriber of this.#subscribers.get(name) ?? []) subscriber(event)
  }

  /** Subscribes to an event whose publisher waits for its subscribers. */
  onAwaited<Name extends keyof AwaitedEvents>(
    name: Name,
    subscriber: (event: AwaitedEvents[Name]) => Promise<void>,
  ): void {
    const others = this.#awaited.get(name) ?? []
    this.#awaited.set(name, [...others, subscriber as AwaitedSubscriber])
  }

  /**
   * Resolves when all subscribers have finished, one after another. Rejects as soon as one fails.
   */
  async publishAwaited<Name extends keyof AwaitedEvents>(
    name: Name,
    event: AwaitedEvents[Name],
  ): Promise<void> {
    for (const subscriber of this.#awaited.get(name) ?? []) await subscriber(event)
  }
}

// --- internal ---

type Subscriber = (event: unknown) => void
type AwaitedSubscriber = (event: unknown) => Promise<void>
