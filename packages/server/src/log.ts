import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

const STANDARD_ERROR = 2

/**
 * A logger that writes JSON lines. It redacts everything that would let someone impersonate another
 * player: cookies, tokens, and the secrets behind deals.
 */
export function createLogger(level: LogLevel, to?: DestinationStream): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '[secret]' } }
  return pino(options, to ?? destination({ fd: STANDARD_ERROR, sync: true }))
}

// --- internal ---

const SECRETS = ['cookie', 'token', 'secret', 'tokenHash'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])
