import type { Journal } from '../../src/live/journal.ts'
import type { Keys } from '../../src/live/store-writes.ts'
import type { Unit } from '../../src/live/writes.ts'

/**
 * Stores a unit and returns the keys of its new games.
 * @throws Error when the unit is refused
 */
export async function write(journal: Journal, unit: Unit): Promise<Keys> {
  const written = await journal.write(unit)
  if (!written.ok) throw new Error(`refused: ${JSON.stringify(written.error)}`)
  return written.value
}
