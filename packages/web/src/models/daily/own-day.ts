import { formatMove, type GameRecord } from '@hokito/rules'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** Where games of the day are kept on this device: what follows says of which day and at which level. */
export const DAILY_PREFIX = 'hokito:daily:'

/**
 * Are a record's moves those of a game of the day that is kept here, in which we are Black? Nobody else plays them by
 * chance. What is kept is only compared, and not read as the store does, which takes more than the pages that ask for this.
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

/** So few moves may be the same in two games. */
const FEWEST = 8

function movesIn(kept: unknown): unknown {
  return typeof kept === 'object' && kept !== null && 'moves' in kept ? kept.moves : undefined
}
