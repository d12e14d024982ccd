import {
  awaitedIn,
  type ChallengeId,
  DAY_MS,
  type GameId,
  type GameView,
  isLive,
  type PlayerCard,
  type PlayerId,
  type PushMessage,
} from '@hokito/protocol'
import { COLORS, opposite } from '@hokito/rules'
import type { Logger } from 'pino'
import { deadlineOf } from '../game/ending.ts'
import { anHour } from '../limiting/rate.ts'
import { Rates } from '../limiting/rates.ts'
import type { Addressed } from '../live/opponent.ts'
import { newlyAwaited } from './awaited.ts'

/** A notification for a player. */
export interface Notice {
  readonly about: Omit<PushMessage, 'language'>
  /** The game or the challenge that it is about. */
  readonly subject: GameId | ChallengeId
  /** Is that a live game, not a correspondence game? */
  readonly isLive: boolean
  /** When the notice becomes pointless; undefined if never. */
  readonly until: number | undefined
}

/** A way to notify players. */
export interface Way {
  readonly isOn: boolean
  /** Prepares the notification of a player; undefined if the player does not want it. */
  find(player: PlayerId, notice: Notice): Promise<(() => void | Promise<void>) | undefined>
  /** Counts a notification dropped because the queue was full. */
  lost(): void
}

export interface NoticesDependencies {
  readonly ways: readonly Way[]
  readonly now: () => number
  /**
   * Does a player have a page open on this node, or on another one, that was used lately? That page
   * shows the news.
   */
  readonly isHere: (player: PlayerId) => boolean
  readonly isElsewhere: (player: PlayerId) => Promise<boolean>
  readonly logger: Logger
}

/**
 * Decides which players without an open page to notify, of what, when, and in which ways. The node
 * that stored the change does so, once, after the commit. Nothing waits for it.
 */
export class Notices {
  readonly #dependencies: NoticesDependencies
  readonly #lookups = new Set<Promise<void>>()
  /** Challenges of one player to another. */
  readonly #pairs = new Rates<string>(anHour(CHALLENGES_OF_ONE))

  constructor(dependencies: NoticesDependencies) {
    this.#dependencies = dependencies
  }

  /** Is any way of notifying players on? */
  get isOn(): boolean {
    return this.#ways.length > 0
  }

  /** This node has stored a change or the beginning of a game. */
  wentOn(before: GameView | undefined, after: GameView): void {
    if (before !== undefined) this.#tellBreaks(before, after)
    for (const color of newlyAwaited(before, after)) {
      const deadline = deadlineOf(after)
      this.#tell(
        after.seats[color],
        inGame(
          after,
          {
            kind: before === undefined ? 'begun' : 'turn',
            name: after.seats[opposite(color)].name,
            ...(deadline !== undefined && { deadline }),
          },
          deadline,
        ),
      )
    }
  }

  /** The time of the side to move is running out. */
  remind(view: GameView): void {
    const deadline = deadlineOf(view)
    if (deadline === undefined) return
    for (const color of awaitedIn(view)) {
      const { name } = view.seats[opposite(color)]
      this.#tell(view.seats[color], inGame(view, { kind: 'last', name, deadline }, deadline))
    }
  }

  /** This node has stored a challenge to a player. */
  challenged({ id, challenger, opponent, terms }: Addressed): void {
    if (this.#pairs.take(`${challenger.id} ${opponent.id}`) > 0) return
    const isAtOnce = isLive(terms.timeControl)
    this.#tell(opponent, {
      about: { kind: 'challenge', name: challenger.name, path: `/invite/${id}` },
      subject: id,
      isLive: isAtOnce,
      // A live game needs the challenger to be there.
      until: this.#dependencies.now() + (isAtOnce ? MOMENT_MS : DAY_MS),
    })
  }

  /** Waits until all players are notified of past events. */
  async close(): Promise<void> {
    await Promise.all(this.#lookups)
  }

  get #ways(): readonly Way[] {
    return this.#dependencies.ways.filter(({ isOn }) => isOn)
  }

  /** Notifies the opponent when a player begins or ends a break. */
  #tellBreaks(before: GameView, after: GameView): void {
    for (const color of COLORS) {
      const until = after.breaks?.[color]
      if (until === undefined || until === before.breaks?.[color]) continue
      const { name } = after.seats[color]
      const isOver = until <= this.#dependencies.now()
      this.#tell(
        after.seats[opposite(color)],
        inGame(after, isOver ? { kind: 'back', name } : { kind: 'break', name, until }, undefined),
      )
    }
  }

  #tell(player: Pick<PlayerCard, 'id' | 'isBot'>, notice: Notice): void {
    const { isHere, logger } = this.#dependencies
    // Checked now, because a stopping server is about to close all pages.
    if (!this.isOn || player.isBot || isHere(player.id)) return
    if (this.#lookups.size >= MOST_LOOKUPS) {
      for (const way of this.#ways) way.lost()
      return
    }
    const lookup: Promise<void> = this.#lookUp(player.id, notice)
      .catch((error: unknown) => logger.error({ err: error }, 'notifying a player failed'))
      .finally(() => this.#lookups.delete(lookup))
    this.#lookups.add(lookup)
  }

  async #lookUp(player: PlayerId, notice: Notice): Promise<void> {
    const found = await Promise.all(this.#ways.map((way) => this.#find(way, player, notice)))
    const tells = found.filter((tell) => tell !== undefined)
    if (tells.length === 0 || (await this.#dependencies.isElsewhere(player))) return
    for (const tell of tells) await this.#unlessItFails(async () => tell())
  }

  #find(way: Way, player: PlayerId, notice: Notice) {
    return this.#unlessItFails(() => way.find(player, notice))
  }

  /** A failing way does not affect the others. */
  async #unlessItFails<T>(task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task()
    } catch (error) {
      this.#dependencies.logger.error({ err: error }, 'notifying a player failed')
      return undefined
    }
  }
}

// --- internal ---

/**
 * The most challenges of one player to another that notify in an hour, so that no one is pestered.
 */
const CHALLENGES_OF_ONE = 5
/** How long a challenge to a live game is worth a notification. */
const MOMENT_MS = 600_000
/** The most look-ups in progress. */
const MOST_LOOKUPS = 500

function inGame(
  { id, terms }: GameView,
  about: Omit<Notice['about'], 'path'>,
  until: number | undefined,
): Notice {
  return {
    about: { ...about, path: `/play/${id}` },
    subject: id,
    isLive: isLive(terms.timeControl),
    until,
  }
}
