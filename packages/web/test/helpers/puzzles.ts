import { readFileSync } from 'node:fs'
import { type PuzzlePack, readPuzzlePack } from '@hokito/engine/puzzles'

/**
 * A few puzzles of all kinds and both end rules, as the text of a pack; their ratings are invented.
 */
export const PUZZLES = readFileSync(new URL('./puzzles.txt', import.meta.url), 'utf8')

/** The same puzzles, parsed. */
export function puzzlePack(): PuzzlePack {
  const pack = readPuzzlePack(PUZZLES)
  if (!pack.ok) throw new Error(`${pack.error.code} in line ${pack.error.line}`)
  return pack.value
}
