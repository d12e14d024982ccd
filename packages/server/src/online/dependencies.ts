import type { Logger } from 'pino'
import type { Chance } from '../ground/chance.ts'
import type { ServerClock } from '../ground/clock.ts'
import type { Limits } from '../ground/limits.ts'
import type { Rhythm } from '../ground/rhythm.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Metrics } from '../metrics.ts'
import type { MailOptions } from '../notify/mail/mailer.ts'
import type { PushOptions } from '../notify/push/push.ts'
import type { Database } from '../store/database.ts'

/** The parts that online play is built from, wired only here. */
export interface OnlineDependencies {
  readonly database: Database
  readonly secret: string
  /** The Redis through which nodes send each other hints; given if the database is shared. */
  readonly redisUrl?: string | undefined
  /** The name by which load balancers lead pages to this node, if they do. */
  readonly node?: string | undefined
  readonly chance: Chance
  readonly clock: ServerClock
  readonly limits: Limits
  readonly rhythm: Rhythm
  readonly publicUrl: string | undefined
  readonly metrics: Metrics
  readonly visitors: Visitors
  readonly logger: Logger
  /** The levels at which house bots play. */
  readonly houseLevels: readonly number[]
  /** The hour in UTC at which the daily arena starts; if absent, there is none. */
  readonly arenaHour: number | undefined
  /** The push services for players who have no page open; if absent, no one is notified. */
  readonly push: PushOptions | undefined
  /** The mail server for e-mails to accounts; if absent, none are sent. */
  readonly mail: MailOptions | undefined
}
