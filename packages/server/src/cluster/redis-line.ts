import { Redis } from 'ioredis'

/** A line on which every node hears what any of them says, itself included. */
export interface NodeLine {
  /** Says something; false where it is known not to have got through. */
  say(text: string): Promise<boolean>
  /** Gives up the connections there are, and makes new ones. */
  renew(): void
  close(): void
}

/** What comes in on a line. */
export interface LineEvents {
  readonly onText: (text: string) => void
  /** It can be listened to, for the first time or again: what was said before is lost. */
  readonly onOpen: () => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * A channel of Redis. It keeps nothing: what is said while somebody is away is lost to them. Connections
 * are made again for ever; nothing waits for Redis but what is on its way to it, and that is bounded.
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
        // Why is reported by the connection itself.
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

/** An error of ioredis holds the command that failed, and with it the password where that was refused. */
function withoutCommand(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('Redis failed')
  const code = 'code' in error ? String(error.code) : undefined
  return Object.assign(new Error(error.message), code !== undefined && { code })
}

const MOST_ON_ITS_WAY = 5000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3000

const OPTIONS = {
  // What cannot be said now is not said later: it would be out of date.
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
