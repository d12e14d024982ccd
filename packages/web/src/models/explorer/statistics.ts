import { EXPLORER_STEP, type ExplorerStatistics, type ExplorerTopic } from '@hokito/protocol'

/** Games by who won. */
export interface Results {
  readonly games: number
  readonly black: number
  readonly draws: number
  readonly white: number
}

/** Results of the games with one value of a topic, and the average of its measure. */
export interface Counted extends Results {
  readonly value: string
  readonly average: number
}

/** The same for a numeric value: a count, or the lowest number of a step. */
export interface Measured extends Results {
  readonly at: number
  readonly average: number
}

/** The counts of a topic, the most frequent value first. */
export function countedBy(
  { counts }: ExplorerStatistics,
  topic: ExplorerTopic,
): readonly Counted[] {
  return counts
    .filter((count) => count.topic === topic)
    .map(({ value, total, ...results }) => ({
      value,
      ...resultsOf(results),
      average: total / Math.max(1, results.games),
    }))
    .sort((a, b) => b.games - a.games)
}

/**
 * The counts of a numeric topic, the lowest value first; values without a game have a count of
 * zero.
 */
export function measuredBy(statistics: ExplorerStatistics, topic: Numbered): readonly Measured[] {
  const found = countedBy(statistics, topic).map(({ value, ...rest }) => ({
    ...rest,
    at: Number(value),
  }))
  const places = found.map(({ at }) => at)
  const step = STEPPED.has(topic) ? EXPLORER_STEP : 1
  const measured: Measured[] = []
  for (let at = Math.min(...places); at <= Math.max(...places); at += step) {
    measured.push(found.find((one) => one.at === at) ?? { at, ...NO_GAMES, average: 0 })
  }
  return measured
}

/** The numeric topics. */
export type Numbered = Extract<
  ExplorerTopic,
  'plies' | 'margin' | 'firstChoices' | 'firstLead' | 'standing' | 'choices' | 'covers'
>

/** Is a topic counted in steps, each named by its lowest number? */
export function isStepped(topic: Numbered): boolean {
  return STEPPED.has(topic)
}

/** Results of all games; undefined if there are none. */
export function allResults(statistics: ExplorerStatistics): Counted | undefined {
  return countedBy(statistics, 'all')[0]
}

// --- internal ---

const STEPPED: ReadonlySet<ExplorerTopic> = new Set(['margin', 'firstChoices', 'firstLead'])
const NO_GAMES: Results = { games: 0, black: 0, draws: 0, white: 0 }

function resultsOf({ games, black, draws, white }: Results): Results {
  return { games, black, draws, white }
}
