import { Redis } from 'ioredis'

/** A broadcast channel between nodes; every node also hears itself. */
export interface NodeLine {
  /** Sends a text; false if it certainly was not delivered. */
  say(text: string): Promise<boolean>
  /** Closes its connections and opens new ones. */
  renew(): void
  close(): void
}

/** The events of a line. */
export interface LineEvents {
  readonly onText: (text: string) => void
  /** Subscribed, for the first time or again: earlier messages are lost. */
  readonly onOpen: () => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * A Redis channel. It keeps nothing: a node that is away misses the messages. It reconnects for
 * ever. Nothing waits for Redis except the messages being sent, and their number is limited.
 */
export function openRedisLine(url: string, channel: string, events: LineEvents): NodeLine {
  const speaker = new Redis(url, OPTIONS)
  const listener = new Redis(url, OPTIONS)
  let onItsWay = 0
  const report = (error: unknown) => events.onTrouble(withoutCommand(error))
  // Without listeners ioredis writes to the console.
  for (const connection of [speaker, listener]) connection.on('error', report)
  listener.on('ready', () => {
    listener.subscribe(channel).then(events.onOpen, report)
  })
  listener.on('message', (_, text) => events.onText(text))
  return {
    say: async (text) => {
      if (speaker.status !== 'ready' || onItsWay >= MOST_ON_ITS_WAY) return false
      onItsWay++
      try {
        await speaker.publish(channel, text)
        return true
      } catch {
        // The connection itself reports the error.
        return false
      } finally {
        onItsWay--
      }
    },
    renew: () => {
      for (const connection of [speaker, listener]) connection.disconnect(true)
    },
    close: () => {
      for (const connection of [speaker, listener]) connection.disconnect()
    },
  }
}

// --- internal ---

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
