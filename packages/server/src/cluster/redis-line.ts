import { Redis } from 'ioredis'

/**
 * A broadcast channel between nodes, and one for each topic; every node also hears itself. The same
 * text may arrive through several topics.
 */
export interface NodeLine {
  /**
   * Sends a text to all nodes, or to those that follow one of these topics. False if it may not
   * have been delivered.
   */
  say(text: string, topics?: readonly string[]): Promise<boolean>
  /** Follows a topic until it is unfollowed, on every new connection too. */
  follow(topic: string): void
  unfollow(topic: string): void
  /** Closes its connections and opens new ones. */
  renew(): void
  close(): void
}

/** The events of a line. */
export interface LineEvents {
  readonly onText: (text: string) => void
  /** Subscribed, for the first time or again: earlier messages are lost. */
  readonly onOpen: () => void
  /** From now on the messages of these topics arrive. */
  readonly onFollowed: (topics: ReadonlySet<string>) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * A Redis channel. It keeps nothing: a node that is away misses the messages. It reconnects for
 * ever. Nothing waits for Redis except the messages being sent, and their number is limited.
 */
export function openRedisLine(url: string, channel: string, events: LineEvents): NodeLine {
  const speaker = new Redis(url, OPTIONS)
  const listener = new Redis(url, OPTIONS)
  const report = (error: unknown) => events.onTrouble(withoutCommand(error))
  // Without listeners ioredis writes to the console.
  for (const connection of [speaker, listener]) connection.on('error', report)
  const speech = new Speech(speaker)
  const topics = new Topics({ listener, channel, onFollowed: events.onFollowed, report })
  listener.on('ready', () => {
    topics.followAll().then(events.onOpen, (error: unknown) => {
      report(error)
      // It is unknown what this connection follows. A Redis that refuses is not asked at once again.
      setTimeout(() => listener.disconnect(true), LONGEST_PAUSE_MS).unref()
    })
  })
  listener.on('message', (_, text) => events.onText(text))
  return {
    say: (text, to) => speech.say(text, to?.map((topic) => channelOf(channel, topic)) ?? [channel]),
    follow: (topic) => topics.follow(topic),
    unfollow: (topic) => topics.unfollow(topic),
    renew: () => {
      for (const connection of [speaker, listener]) connection.disconnect(true)
    },
    close: () => {
      speech.flush()
      for (const connection of [speaker, listener]) connection.disconnect()
    },
  }
}

// --- internal ---

function channelOf(channel: string, topic: string): string {
  return `${channel}:${topic}`
}

/** What a connection publishes. All texts of one turn of the event loop are sent together. */
class Speech {
  readonly #speaker: Redis
  #turn: Turn | undefined
  /** How many texts Redis has not answered. */
  #onItsWay = 0

  constructor(speaker: Redis) {
    this.#speaker = speaker
  }

  /** Publishes a text on these channels. False if it may not have been delivered. */
  async say(text: string, channels: readonly string[]): Promise<boolean> {
    if (this.#speaker.status !== 'ready' || this.#onItsWay >= MOST_ON_ITS_WAY) return false
    const turn = this.#turn ?? this.#begin()
    for (const channel of channels) turn.pipeline.publish(channel, text)
    this.#onItsWay++
    const isSaid = await turn.isSaid
    this.#onItsWay--
    return isSaid
  }

  /** Sends what was said in this turn, without waiting for its end. */
  flush(): void {
    this.#turn?.end()
    this.#turn = undefined
  }

  #begin(): Turn {
    const pipeline = this.#speaker.pipeline()
    let end = () => {}
    const isSaid = new Promise<boolean>((resolve) => {
      end = () => resolve(isDone(pipeline))
    })
    setImmediate(() => this.flush())
    this.#turn = { pipeline, isSaid, end }
    return this.#turn
  }
}

interface Turn {
  readonly pipeline: ReturnType<Redis['pipeline']>
  readonly isSaid: Promise<boolean>
  readonly end: () => void
}

async function isDone(pipeline: Turn['pipeline']): Promise<boolean> {
  try {
    return (await pipeline.exec())?.every(([error]) => error === null) === true
  } catch {
    // The connection itself reports the error.
    return false
  }
}

interface TopicsDependencies {
  readonly listener: Redis
  /** The channel of all nodes, whose name begins those of the topics. */
  readonly channel: string
  readonly onFollowed: (topics: ReadonlySet<string>) => void
  readonly report: (error: unknown) => void
}

/** The topics that a connection follows. Changes of the same moment are sent together. */
class Topics {
  readonly #dependencies: TopicsDependencies
  readonly #followed = new Set<string>()
  #changed = new Set<string>()

  constructor(dependencies: TopicsDependencies) {
    this.#dependencies = dependencies
  }

  follow(topic: string): void {
    this.#followed.add(topic)
    this.#change(topic)
  }

  unfollow(topic: string): void {
    this.#followed.delete(topic)
    this.#change(topic)
  }

  /** Subscribes to everything, on a new connection. */
  async followAll(): Promise<void> {
    const { listener, channel } = this.#dependencies
    await listener.subscribe(channel)
    await this.#subscribe([...this.#followed])
  }

  #change(topic: string): void {
    if (this.#changed.size === 0) setImmediate(() => this.#send())
    this.#changed.add(topic)
  }

  #send(): void {
    const changed = this.#changed
    this.#changed = new Set()
    const { listener, onFollowed, report } = this.#dependencies
    // A connection that is not ready yet will follow everything once it is.
    if (listener.status !== 'ready') return
    const followed = [...changed].filter((topic) => this.#followed.has(topic))
    const unfollowed = [...changed].filter((topic) => !this.#followed.has(topic))
    Promise.all([
      this.#subscribe(followed).then(() => onFollowed(new Set(followed))),
      this.#unsubscribe(unfollowed),
    ]).catch((error: unknown) => {
      report(error)
      // It is unknown what this connection follows.
      listener.disconnect(true)
    })
  }

  async #subscribe(topics: readonly string[]): Promise<void> {
    const { listener } = this.#dependencies
    for (const part of this.#partsOf(topics)) await listener.subscribe(...part)
  }

  async #unsubscribe(topics: readonly string[]): Promise<void> {
    const { listener } = this.#dependencies
    for (const part of this.#partsOf(topics)) await listener.unsubscribe(...part)
  }

  *#partsOf(topics: readonly string[]): Generator<readonly string[]> {
    const channels = topics.map((topic) => channelOf(this.#dependencies.channel, topic))
    for (let from = 0; from < channels.length; from += MOST_TOGETHER) {
      yield channels.slice(from, from + MOST_TOGETHER)
    }
  }
}

/** How many channels one message to Redis may name. */
const MOST_TOGETHER = 500

/**
 * An error of ioredis contains the command that failed, and with it the password if that was
 * refused.
 */
function withoutCommand(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('Redis failed')
  const code = 'code' in error ? String(error.code) : undefined
  return Object.assign(new Error(error.message), code !== undefined && { code })
}

const MOST_ON_ITS_WAY = 5000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3000

const OPTIONS = {
  // Messages that cannot be sent now are dropped: later they would be out of date.
  enableOfflineQueue: false,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 3000,
  commandTimeout: 3000,
  keepAlive: 10_000,
  retryStrategy: (times: number) =>
    Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times, 10)) *
    (0.5 + Math.random() / 2),
}
