/**
 * Makes and checks puzzles with the engine's hot code: for the command line, not for pages.
 * @packageDocumentation
 */
import { readFile } from 'node:fs/promises'
import { createPuzzleMaker, type PuzzleMaker } from './maker.ts'

export type { Flaw } from './check.ts'
export { FLAWS } from './check.ts'
export type { PuzzleMaker } from './maker.ts'
export { shapesOf } from './maker.ts'

/** The location of the pack that comes with the engine; pages get it unchanged. */
export const SHIPPED_PACK = new URL('../../../puzzles/shipped.txt', import.meta.url)

/** Starts a maker in Node. */
export async function startPuzzleMaker(): Promise<PuzzleMaker> {
  return createPuzzleMaker(await WebAssembly.compile(await readFile(HOT_CODE)))
}

// --- internal ---

const HOT_CODE = new URL('../../hot/hokito.wasm', import.meta.url)
