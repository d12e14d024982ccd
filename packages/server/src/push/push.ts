import { createHmac } from 'node:crypto'
import {
  awaitedIn,
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
import type { Metrics } from '../metrics.ts'
import type { Database } from '../store/database.ts'
import { newlyAwaited } from './awaited.ts'
import { Lane } from './lane.ts'
import { type PushServices, pushServiceOf } from './push-hosts.ts'
import { type PushKeys, pushKeysOf } from './push-keys.ts'
import { type Posted, post } from './push-post.ts'
import { type Subscription, Subscriptions } from './subscriptions.ts'

/** Whom messages are sent through, and by whom. */
export interface PushOptions extends PushServices {
  /** `mailto:` or `https:`; absent, the site's own address where that is https. */
  readonly contact?: string | undefined
}

/** What notifying players needs. */
export interface PushDependencies {
  readonly database: Database
  readonly secret: string
  readonly publicUrl: string | undefined
  /** Absent, nobody is notified. */
  readonly options: PushOptions | undefined
  readonly now: () => number
  /** Has a player a page open on this node, or on another one, that was used lately? It shows what there is to tell. */
  readonly isHere: (player: PlayerId) => boolean
  readonly isElsewhere: (player: PlayerId) => Promise<boolean>
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * Notifies players who have no page open of what waits for them. It happens on the node that has stored what it is
 * about, after that, once, and nothing waits for it: with a node that dies, or a push service that does not answer, a
 * message is lost and nothing else.
 */
export class Push {
  readonly #dependencies: PushDependencies
  readonly #keys: PushKeys
  readonly #contact: string
  readonly #lanes = new Map<string, Lane>()
  readonly #lookups = new Set<Promise<void>>()
  readonly #loggedAt = new Map<string, number>()
  readonly #end = new AbortController()
  /** Challenges of one player to another. */
  readonly #pairs = new Rates<string>(anHour(CHALLENGES_OF_ONE))
  readonly subscriptions: Subscriptions

  constructor(dependencies: PushDependencies) {
    const { database, secret, publicUrl, options } = dependencies
    this.#dependencies = dependencies
    this.#keys = pushKeysOf(secret)
    this.#contact = options?.contact ?? contactAt(publicUrl)
    this.subscriptions = new Subscriptions(database)
  }

  /** What browsers subscribe with; undefined where nobody is notified. */
  get key(): string | undefined {
    return this.#isOn ? this.#keys.publicKey : undefined
  }

  /** How many messages wait to be sent. */
  get countWaiting(): number {
    return [...this.#lanes.values()].reduce((sum, { countWaiting }) => sum + countWaiting, 0)
  }

  /** May messages be sent there? */
  isKnown(endpoint: string): boolean {
    return this.#serviceOf(endpoint) !== undefined
  }

  /** This node has stored how a game goes on, or begins. */
  wentOn(before: GameView | undefined, after: GameView): void {
    if (before !== undefined) this.#tellBreaks(before, after)
    for (const color of newlyAwaited(before, after)) {
      const deadline = deadlineOf(after)
      this.#notify(after.seats[color], {
        kind: before === undefined ? 'begun' : 'turn',
        name: after.seats[opposite(color)].name,
        path: `/play/${after.id}`,
        ...(deadline !== undefined && { deadline }),
      })
    }
  }

  /** The time of whose turn it is is nearly up. */
  remind(view: GameView): void {
    const deadline = deadlineOf(view)
    if (deadline === undefined) return
    for (const color of awaitedIn(view)) {
      const { name } = view.seats[opposite(color)]
      this.#notify(view.seats[color], { kind: 'last', name, path: `/play/${view.id}`, deadline })
    }
  }

  /** This node has stored a challenge to somebody. */
  challenged({ id, challenger, opponent, terms }: Addressed): void {
    const about = { kind: 'challenge', name: challenger.name, path: `/invite/${id}` } as const
    if (this.#pairs.take(`${challenger.id} ${opponent.id}`) > 0) return
    // A game at once needs whoever has offered it.
    const untilMs = isLive(terms.timeControl) ? MOMENT_MS : DAY_MS
    this.#notify(opponent, about, this.#dependencies.now() + untilMs)
  }

  /** Sends what waits, as far as that is done soon, and nothing more. */
  async close(): Promise<void> {
    const deadline = performance.now() + CLOSING_MS
    const isBusy = () =>
      this.#lookups.size > 0 || [...this.#lanes.values()].some(({ isIdle }) => !isIdle)
    while (isBusy() && performance.now() < deadline) await pause()
    for (const lane of this.#lanes.values()) lane.close()
    this.#end.abort()
    while (isBusy()) await pause()
  }

  get #isOn(): boolean {
    const { options } = this.#dependencies
    return options !== undefined && (options.hosts.length > 0 || options.testOrigin !== undefined)
  }

  #serviceOf(endpoint: string): string | undefined {
    const { options } = this.#dependencies
    return options && pushServiceOf(endpoint, options)
  }

  #notify(
    player: Pick<PlayerCard, 'id' | 'isBot'>,
    about: About,
    until: number | undefined = about.deadline,
  ): void {
    if (!this.#isOn || player.isBot) return
    const { metrics, logger, isHere } = this.#dependencies
    // As it is now: a server that stops is about to close all pages.
    if (isHere(player.id)) return
    if (this.#lookups.size >= MOST_LOOKUPS) return metrics.pushes.inc({ outcome: 'dropped' })
    const lookup: Promise<void> = this.#lookUp(player.id, about, until)
      .catch((error: unknown) => logger.error({ err: error }, 'notifying a player failed'))
      .finally(() => this.#lookups.delete(lookup))
    this.#lookups.add(lookup)
  }

  /** Who takes a break, or ends one, knows; the other player is told. */
  #tellBreaks(before: GameView, after: GameView): void {
    for (const color of COLORS) {
      const until = after.breaks?.[color]
      if (until === undefined || until === before.breaks?.[color]) continue
      const { name } = after.seats[color]
      const path = `/play/${after.id}`
      const isOver = until <= this.#dependencies.now()
      this.#notify(
        after.seats[opposite(color)],
        isOver ? { kind: 'back', name, path } : { kind: 'break', name, path, until },
      )
    }
  }

  async #lookUp(player: PlayerId, about: About, until: number | undefined): Promise<void> {
    const { now, isElsewhere } = this.#dependencies
    const devices = await this.subscriptions.of(player, now())
    if (devices.length === 0 || (await isElsewhere(player))) return
    for (const device of devices) this.#send(device, about, until)
  }

  #send(device: Subscription, about: About, until: number | undefined): void {
    const service = this.#serviceOf(device.endpoint)
    // The list has become shorter since.
    if (service === undefined) return
    const { metrics } = this.#dependencies
    const lane =
      this.#lanes.get(service) ?? new Lane(() => metrics.pushes.inc({ outcome: 'dropped' }))
    this.#lanes.set(service, lane)
    lane.add({
      key: `${device.endpoint} ${about.path}`,
      run: () => this.#post(service, device, { about, until }),
    })
  }

  async #post(
    service: string,
    { endpoint, p256dh, auth, language }: Subscription,
    { about, until }: { readonly about: About; readonly until: number | undefined },
  ): Promise<number | undefined> {
    const { now, logger } = this.#dependencies
    const message: PushMessage = { ...about, language }
    try {
      const posted = await post(
        {
          subscription: { endpoint, keys: { p256dh, auth } },
          text: padded(JSON.stringify(message)),
          topic: this.#topicOf(about.path),
          ttlSeconds: ttlSecondsUntil(until, now()),
          isUrgent: about.kind === 'challenge',
        },
        { keys: this.#keys, contact: this.#contact },
        this.#end.signal,
      )
      if (this.#end.signal.aborted) return undefined
      await this.#note(service, endpoint, posted)
      return posted.kind === 'later' ? (posted.afterMs ?? RETRY_MS) : undefined
    } catch (error) {
      logger.error({ err: error, service }, 'sending a notification failed')
      return undefined
    }
  }

  async #note(service: string, endpoint: string, posted: Posted): Promise<void> {
    const { metrics, now } = this.#dependencies
    metrics.pushes.inc({ outcome: posted.kind })
    switch (posted.kind) {
      case 'sent':
        return this.subscriptions.sent(endpoint, now())
      case 'gone':
        return this.subscriptions.gone(endpoint)
      case 'later':
      case 'failed':
        this.#log(service, posted.why)
        return this.subscriptions.failed(endpoint, now())
    }
  }

  /** Once a minute for a service, and never for which device: whoever knows the address can send there. */
  #log(service: string, why: string): void {
    const at = performance.now()
    if (at - (this.#loggedAt.get(service) ?? Number.NEGATIVE_INFINITY) < LOG_MS) return
    this.#loggedAt.set(service, at)
    this.#dependencies.logger.warn({ service, why }, 'a push service has not taken a notification')
  }

  /** Tells a push service nothing but that two messages are about the same. */
  #topicOf(path: string): string {
    const { secret } = this.#dependencies
    return createHmac('sha256', secret).update(`topic ${path}`).digest('base64url').slice(0, 32)
  }
}

// --- internal ---

type About = Omit<PushMessage, 'language'>

const DAY_MS = 86_400_000
/** Challenges of one player to another, in an hour: nobody is rung up by them. */
const CHALLENGES_OF_ONE = 5
/** How long a challenge to a game at once is worth telling. */
const MOMENT_MS = 600_000
/** For what has no end. */
const WEEK_SECONDS = (7 * DAY_MS) / 1000
/** Push services keep nothing for longer. */
const MOST_TTL_SECONDS = (28 * DAY_MS) / 1000
const LEAST_TTL_SECONDS = 60
const RETRY_MS = 5000
const CLOSING_MS = 2000
const LOG_MS = 60_000
/** Of whom it is being found out whether to notify them. */
const MOST_LOOKUPS = 500
/** Longer than any message: the longest name has 192 bytes. */
const MESSAGE_BYTES = 400

/** Whoever sees how long an encrypted message is learns nothing by it. */
function padded(text: string): string {
  return text + ' '.repeat(Math.max(0, MESSAGE_BYTES - Buffer.byteLength(text)))
}

function ttlSecondsUntil(until: number | undefined, now: number): number {
  if (until === undefined) return WEEK_SECONDS
  const seconds = Math.round((until - now) / 1000)
  return Math.min(Math.max(seconds, LEAST_TTL_SECONDS), MOST_TTL_SECONDS)
}

/** Some services take nothing from whoever cannot be written to. */
function contactAt(publicUrl: string | undefined): string {
  const isSafe = publicUrl?.startsWith('https:') === true
  return isSafe ? new URL(publicUrl).origin : 'mailto:nobody@hokito.invalid'
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
