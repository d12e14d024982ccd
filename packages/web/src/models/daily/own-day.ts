import { formatMove, type GameRecord } from '@hokito/rules'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** The prefix of the keys of games of the day on this device; the day and the level follow it. */
export const DAILY_PREFIX = 'hokito:daily:'

/**
 * Do a record's moves belong to a game of the day stored here, in which we are Black? No other game
 * has the same moves by chance. This only compares the stored text. The store parses it, which
 * would load more code than the pages that ask need.
 */
export function isOfDay(storage: () => Storage, { moves }: Pick<GameRecord, 'moves'>): boolean {
  const played = JSON.stringify(moves.map(formatMove))
  if (moves.length < FEWEST) return false
  const kept = unlessRefused(() =>
    keysWith(storage(), DAILY_PREFIX).map((key) => storage().getItem(key) ?? ''),
  )
  return kept?.some((text) => JSON.stringify(movesIn(parseJson(text))) === played) === true
}

// --- internal ---

/** Two different games may share this few moves. */
const FEWEST = 8

function movesIn(kept: unknown): unknown {
  return typeof kept === 'object' && kept !== null && 'moves' in kept ? kept.moves : undefined
}
