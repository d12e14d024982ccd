import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS, type PlayerId, type PushMessage } from '@hokito/protocol'
import type { Logger } from 'pino'
import { Lane } from '../../ground/lane.ts'
import type { Metrics } from '../../metrics.ts'
import type { Notice, Way } from '../notices.ts'
import { type PushServices, pushServiceOf } from './push-hosts.ts'
import { type PushKeys, pushKeysOf } from './push-keys.ts'
import { type Posted, post } from './push-post.ts'
import {
  type Subscription,
  Subscriptions,
  type SubscriptionsDependencies,
} from './subscriptions.ts'

/** The push services, and the sender. */
export interface PushOptions extends PushServices {
  /** `mailto:` or `https:`; if absent, the site's own address if that is https. */
  readonly contact?: string | undefined
}

export interface PushDependencies extends SubscriptionsDependencies {
  readonly secret: string
  readonly publicUrl: string | undefined
  /** If absent, no one is notified. */
  readonly options: PushOptions | undefined
  readonly now: () => number
  readonly metrics: Metrics
  readonly logger: Logger
}

/**
 * Notifies players on their devices. Nothing waits for it: if a node dies, or a push service does
 * not answer, only the message is lost.
 */
export class Push implements Way {
  readonly #dependencies: PushDependencies
  readonly #keys: PushKeys
  readonly #contact: string
  readonly #lanes = new Map<string, Lane>()
  readonly #loggedAt = new Map<string, number>()
  readonly #end = new AbortController()
  readonly subscriptions: Subscriptions

  constructor(dependencies: PushDependencies) {
    const { secret, publicUrl, options } = dependencies
    this.#dependencies = dependencies
    this.#keys = pushKeysOf(secret)
    this.#contact = options?.contact ?? contactAt(publicUrl)
    this.subscriptions = new Subscriptions(dependencies)
  }

  /** The key that browsers subscribe with; undefined if no one is notified. */
  get key(): string | undefined {
    return this.isOn ? this.#keys.publicKey : undefined
  }

  /** The number of messages waiting to be sent. */
  get countWaiting(): number {
    return [...this.#lanes.values()].reduce((sum, { countWaiting }) => sum + countWaiting, 0)
  }

  /** May messages be sent to this endpoint? */
  isKnown(endpoint: string): boolean {
    return this.#serviceOf(endpoint) !== undefined
  }

  /** Finds a player's devices to notify. */
  async find(player: PlayerId, notice: Notice): Promise<(() => void) | undefined> {
    const devices = await this.subscriptions.of(player, this.#dependencies.now())
    if (devices.length === 0) return undefined
    return () => {
      for (const device of devices) this.#send(device, notice)
    }
  }

  lost(): void {
    this.#dependencies.metrics.pushes.inc({ outcome: 'dropped' })
  }

  /** Sends as many waiting messages as is possible quickly, then nothing more. */
  async close(): Promise<void> {
    const deadline = performance.now() + CLOSING_MS
    const isBusy = () => [...this.#lanes.values()].some(({ isIdle }) => !isIdle)
    while (isBusy() && performance.now() < deadline) await wait(POLL_MS)
    for (const lane of this.#lanes.values()) lane.close()
    this.#end.abort()
    while (isBusy()) await wait(POLL_MS)
  }

  get isOn(): boolean {
    const { options } = this.#dependencies
    return options !== undefined && (options.hosts.length > 0 || options.testOrigin !== undefined)
  }

  #serviceOf(endpoint: string): string | undefined {
    const { options } = this.#dependencies
    return options && pushServiceOf(endpoint, options)
  }

  #send(device: Subscription, notice: Notice): void {
    const service = this.#serviceOf(device.endpoint)
    // The host was removed from the list since.
    if (service === undefined) return
    const lane = this.#lanes.get(service) ?? new Lane(() => this.lost())
    this.#lanes.set(service, lane)
    lane.add({
      key: `${device.endpoint} ${notice.about.path}`,
      run: () => this.#post(service, device, notice),
    })
  }

  async #post(
    service: string,
    { endpoint, p256dh, auth, language }: Subscription,
    { about, until }: Notice,
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

  /**
   * Once a minute for each service. Never logs the endpoint: anyone who knows it can send to it.
   */
  #log(service: string, why: string): void {
    const at = performance.now()
    if (at - (this.#loggedAt.get(service) ?? Number.NEGATIVE_INFINITY) < LOG_MS) return
    this.#loggedAt.set(service, at)
    this.#dependencies.logger.warn({ service, why }, 'a push service has not taken a notification')
  }

  /** A push service learns only whether two messages are about the same thing. */
  #topicOf(path: string): string {
    const { secret } = this.#dependencies
    return createHmac('sha256', secret).update(`topic ${path}`).digest('base64url').slice(0, 32)
  }
}

// --- internal ---

/** For notices that never become pointless. */
const WEEK_SECONDS = (7 * DAY_MS) / 1000
/** Push services keep nothing for longer. */
const MOST_TTL_SECONDS = (28 * DAY_MS) / 1000
const LEAST_TTL_SECONDS = 60
const RETRY_MS = 5000
const CLOSING_MS = 2000
const POLL_MS = 20
const LOG_MS = 60_000
/** Longer than any message: the longest name has 192 bytes. */
const MESSAGE_BYTES = 400

/** Padding hides the length of an encrypted message. */
function padded(text: string): string {
  return text + ' '.repeat(Math.max(0, MESSAGE_BYTES - Buffer.byteLength(text)))
}

function ttlSecondsUntil(until: number | undefined, now: number): number {
  if (until === undefined) return WEEK_SECONDS
  const seconds = Math.round((until - now) / 1000)
  return Math.min(Math.max(seconds, LEAST_TTL_SECONDS), MOST_TTL_SECONDS)
}

/** Some services accept nothing from a sender without a contact. */
function contactAt(publicUrl: string | undefined): string {
  const isSafe = publicUrl?.startsWith('https:') === true
  return isSafe ? new URL(publicUrl).origin : 'mailto:nobody@hokito.invalid'
}
