import {
  DAY_MS,
  dayAt,
  HOUR_MS,
  MINUTE_MS,
  type PlayerId,
  playerIdSchema,
  startOfDay,
  type Terms,
} from '@hokito/protocol'
import type { Chance } from '../ground/chance.ts'
import type { Database } from '../store/database.ts'

export interface DailyArenaDependencies {
  readonly database: Database
  readonly chance: Pick<Chance, 'tournamentId'>
  readonly now: () => number
  /** The hour in UTC at which it starts; if absent, there is none. */
  readonly hour: number | undefined
}

/**
 * Announces an arena for each day, as soon as that of the day before is over, so that there is
 * always a tournament to play in. An index over the days lets only one node announce it.
 */
export class DailyArena {
  readonly #dependencies: DailyArenaDependencies
  /** The start of the arena announced last, or found to be announced. */
  #announced = 0

  constructor(dependencies: DailyArenaDependencies) {
    this.#dependencies = dependencies
  }

  async run(): Promise<void> {
    const { database, chance, now, hour } = this.#dependencies
    if (hour === undefined) return
    const startsAt = nextStart(now(), hour)
    if (startsAt === this.#announced) return
    await database.db
      .insertInto('tournaments')
      .values({
        id: chance.tournamentId(),
        kind: 'arena',
        maker: NO_MAKER,
        termsJson: JSON.stringify(TERMS),
        rounds: 0,
        createdAt: now(),
        startsAt,
        round: 0,
        entered: 0,
        endedAt: null,
        lastsMinutes: MINUTES,
        admitsBots: null,
        wavedAt: null,
        name: null,
        day: dayAt(startsAt),
        class: null,
      })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute()
    this.#announced = startsAt
  }
}

/** When the arena starts that is in progress at an instant, or else the next one. */
export function nextStart(now: number, hour: number): number {
  const today = startOfDay(dayAt(now)) + hour * HOUR_MS
  // An arena that runs over midnight belongs to the day on which it started.
  const candidates = [today - DAY_MS, today, today + DAY_MS]
  return candidates.find((startsAt) => now < startsAt + MINUTES * MINUTE_MS) ?? today
}

// --- internal ---

const MINUTES = 60

/** No player has this id: the server itself has made the tournament. */
const NO_MAKER: PlayerId = playerIdSchema.parse('000000000000')

const TERMS: Terms = {
  setup: { kind: 'standard' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  allowsTakebacks: false,
  games: 1,
}
