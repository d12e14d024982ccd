import {
  awaitedIn,
  type ChallengeId,
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

/** What a player is to be told. */
export interface Notice {
  readonly about: Omit<PushMessage, 'language'>
  /** The game or the challenge that it is about. */
  readonly subject: GameId | ChallengeId
  /** Is that played at once, and not over days? */
  readonly isLive: boolean
  /** Until when it is worth telling; undefined for what has no end. */
  readonly until: number | undefined
}

/** A way in which players are told. */
export interface Way {
  readonly isOn: boolean
  /** Finds out how a player is told of something; undefined where that is not wanted. */
  find(player: PlayerId, notice: Notice): Promise<(() => void | Promise<void>) | undefined>
  /** Counts what was not told for want of room. */
  lost(): void
}

/** What telling players needs. */
export interface NoticesDependencies {
  readonly ways: readonly Way[]
  readonly now: () => number
  /** Has a player a page open on this node, or on another one, that was used lately? It shows what there is to tell. */
  readonly isHere: (player: PlayerId) => boolean
  readonly isElsewhere: (player: PlayerId) => Promise<boolean>
  readonly logger: Logger
}

/**
 * Decides who has no page open and is told of what, and when, in whichever ways there are. It happens on the node that
 * has stored what it is about, after that, once, and nothing waits for it.
 */
export class Notices {
  readonly #dependencies: NoticesDependencies
  readonly #lookups = new Set<Promise<void>>()
  /** Challenges of one player to another. */
  readonly #pairs = new Rates<string>(anHour(CHALLENGES_OF_ONE))

  constructor(dependencies: NoticesDependencies) {
    this.#dependencies = dependencies
  }

  /** Is anybody told of anything? */
  get isOn(): boolean {
    return this.#ways.length > 0
  }

  /** This node has stored how a game goes on, or begins. */
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

  /** The time of whose turn it is is nearly up. */
  remind(view: GameView): void {
    const deadline = deadlineOf(view)
    if (deadline === undefined) return
    for (const color of awaitedIn(view)) {
      const { name } = view.seats[opposite(color)]
      this.#tell(view.seats[color], inGame(view, { kind: 'last', name, deadline }, deadline))
    }
  }

  /** This node has stored a challenge to somebody. */
  challenged({ id, challenger, opponent, terms }: Addressed): void {
    if (this.#pairs.take(`${challenger.id} ${opponent.id}`) > 0) return
    const isAtOnce = isLive(terms.timeControl)
    this.#tell(opponent, {
      about: { kind: 'challenge', name: challenger.name, path: `/invite/${id}` },
      subject: id,
      isLive: isAtOnce,
      // A game at once needs whoever has offered it.
      until: this.#dependencies.now() + (isAtOnce ? MOMENT_MS : DAY_MS),
    })
  }

  /** Waits until everybody is told of what has happened. */
  async close(): Promise<void> {
    await Promise.all(this.#lookups)
  }

  get #ways(): readonly Way[] {
    return this.#dependencies.ways.filter(({ isOn }) => isOn)
  }

  /** Who takes a break, or ends one, knows; the other player is told. */
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
    // As it is now: a server that stops is about to close all pages.
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

  /** One way that fails is no reason to leave the others out. */
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

const DAY_MS = 86_400_000
/** Challenges of one player to another, in an hour: nobody is rung up by them. */
const CHALLENGES_OF_ONE = 5
/** How long a challenge to a game at once is worth telling. */
const MOMENT_MS = 600_000
/** Of whom it is being found out whether to tell them. */
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
