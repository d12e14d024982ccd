import { readFileSync } from 'node:fs'
import type { Move } from '@hokito/rules'
import { type Core, type CoreParts, createCore } from '../src/core.ts'
import type { PackedMove } from '../src/packed.ts'
import { Searcher } from '../src/searcher.ts'

/** What a core with so large tables is made of, in a thread of its own. */
export function parts(hashMiB: number): CoreParts {
  return { module, thread: 0, threads: 1, hashMiB }
}

/** A core with so large tables, as in a thread of its own. */
export function startCore(hashMiB: number): Core {
  return createCore(parts(hashMiB), () => false)
}

/** A searcher with so large tables, as in a thread of its own. */
export function startSearcher(hashMiB: number): Searcher {
  return new Searcher(parts(hashMiB))
}

/** A move as the hot code writes it. */
export function packMove({ from, to }: Move): PackedMove {
  return (from << 6) | to
}

// --- internal ---

/** The hot code is tested as it is shipped: compiled. */
const module = new WebAssembly.Module(
  readFileSync(new URL('../dist/hot/hokito.wasm', import.meta.url)),
)
