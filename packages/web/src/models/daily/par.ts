import type { Engine } from '@hokito/engine'
import { bytesFrom, type Day, daySchema, positionOfDay } from '@hokito/protocol'
import { outcome, play } from '@hokito/rules'
import { signal } from '@preact/signals'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** How many games of the engine against itself make the par of a day. */
export const PAR_GAMES = 8

/** What strong play makes of a day's board: Black's margin, and how far games are from it. */
export interface Par {
  readonly mean: number
  /** The standard deviation of one game. */
  readonly spread: number
}

/** The par of these margins; undefined until all games are played. */
export function parOf(margins: readonly number[]): Par | undefined {
  if (margins.length < PAR_GAMES) return undefined
  const mean = margins.reduce((sum, each) => sum + each, 0) / margins.length
  const squares = margins.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return { mean, spread: Math.sqrt(squares / (margins.length - 1)) }
}

/** The margins of the engine's games, for each of the latest days. */
export interface ParStore {
  read(): ReadonlyMap<Day, readonly number[]>
  write(day: Day, margins: readonly number[]): void
}

/** Kept on this device, which may forbid it. What cannot be read is worked out again. */
export function createParStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>): ParStore {
  const read = () => parse(unlessRefused(() => storage().getItem(KEY)) ?? '')
  return {
    read,
    write: (day, margins) => {
      const kept = [...read()].filter(([each]) => each !== day)
      const latest = [...kept, [day, margins] as const]
        .sort(([a], [b]) => b.localeCompare(a))
        .slice(0, MOST_DAYS)
      unlessRefused(() => storage().setItem(KEY, JSON.stringify(Object.fromEntries(latest))))
    },
  }
}

interface ParOptions {
  readonly start: () => Promise<Engine>
  readonly store: ParStore
}

/**
 * Works out the par of a day, one game after another from where it was left. The same games are
 * played on every device: positions limit the engine, not time, and chance follows from the day.
 */
export function createPar(day: Day, { start, store }: ParOptions) {
  const margins = signal<readonly number[]>(store.read().get(day) ?? [])
  const hasFailed = signal(false)
  const stopping = new AbortController()
  const { signal: stopped } = stopping

  async function work(): Promise<void> {
    if (parOf(margins.peek()) !== undefined) return
    const engine = await start()
    try {
      await engine.configure({ threads: 1, hashMiB: HASH_MIB })
      while (!stopped.aborted && margins.peek().length < PAR_GAMES) {
        const margin = await playGame(engine, day, margins.peek().length, stopped)
        if (margin === undefined) return
        margins.value = [...margins.peek(), margin]
        store.write(day, margins.peek())
      }
    } finally {
      await engine.close()
    }
  }

  work().catch((error: unknown) => {
    if (stopped.aborted) return
    hasFailed.value = true
    reportError(error)
  })
  return { margins, hasFailed, dispose: () => stopping.abort() }
}

// --- internal ---

const KEY = 'hokito:par'
const MOST_DAYS = 60
/** Large enough for so few positions, and quick to clear on a phone. */
const HASH_MIB = 8
/** Positions for a move: about as strong as level 8, and ten seconds a day on a slow phone. */
const POSITIONS = 20_000

/**
 * The margin of one game; undefined if it was stopped. Every move gets up to 30% more or fewer
 * positions, so that the games differ.
 */
async function playGame(
  engine: Engine,
  day: Day,
  game: number,
  stopped: AbortSignal,
): Promise<number | undefined> {
  const random = bytesFrom('', `hokito-par-${day}-${game}`)
  let position = positionOfDay(day)
  await engine.newGame()
  for (;;) {
    const over = outcome(position)
    if (over !== undefined) return over.score.black - over.score.white
    const [byte = 0] = random(1)
    const nodes = Math.round(POSITIONS * (0.7 + (0.6 * byte) / 255))
    const { move } = await engine.search(position, { nodes }, { signal: stopped })
    if (stopped.aborted || move === undefined) return undefined
    position = play(position, move)
  }
}

const MARGIN = v.pipe(v.number(), v.integer(), v.minValue(-216), v.maxValue(216))
const DAYS = v.record(v.string(), v.pipe(v.array(MARGIN), v.maxLength(PAR_GAMES)))

function parse(text: string): ReadonlyMap<Day, readonly number[]> {
  const days = v.safeParse(DAYS, parseJson(text))
  if (!days.success) return new Map()
  return new Map(
    Object.entries(days.output).flatMap(([key, margins]) => {
      const day = daySchema.safeParse(key)
      return day.success ? [[day.data, margins] as const] : []
    }),
  )
}
