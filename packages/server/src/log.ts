import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

const STANDARD_ERROR = 2

/**
 * A logger that writes JSON lines. It redacts everything that would let someone impersonate another
 * player: cookies, tokens, and the secrets behind deals.
 */
export function createLogger(level: LogLevel, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: { paths: SECRETS, censor: '[secret]' },
    formatters: { log: withoutBytes },
  }
  return pino(options, to ?? destination({ fd: STANDARD_ERROR, sync: true }))
}

// --- internal ---

const SECRETS = ['cookie', 'token', 'secret', 'tokenHash'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** The fields of a line. A damaged id may be bytes, at which the redaction throws. */
function withoutBytes(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? String(value) : value,
    ]),
  )
}
