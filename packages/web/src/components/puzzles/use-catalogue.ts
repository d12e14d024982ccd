import { readPuzzlePackInSteps } from '@hokito/engine/puzzles'
import packAddress from '@hokito/engine/puzzles/shipped.txt?url'
import { useEffect, useState } from 'preact/hooks'
import { type Catalogue, catalogueOf } from '../../models/puzzles/catalogue.ts'
import { readKeptFile, reportUnlessUnanswered } from '../../models/puzzles/kept-file.ts'
import { nextTask } from '../../ui/next-task.ts'

/** The loaded puzzles, or the state of loading. */
export type LoadedCatalogue = Catalogue | 'loading' | 'failed'

/**
 * All puzzles, loaded when a page first needs them, and a function to try again after a failure.
 */
export function useCatalogue(): readonly [loaded: LoadedCatalogue, retry: () => void] {
  const [loaded, setLoaded] = useState<LoadedCatalogue>('loading')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isWanted = true
    const tell = (result: LoadedCatalogue) => {
      if (isWanted) setLoaded(result)
    }
    tell('loading')
    loadOnce().then(tell, (error: unknown) => {
      reportUnlessUnanswered(error)
      tell('failed')
    })
    return () => {
      isWanted = false
    }
  }, [attempt])
  return [loaded, () => setAttempt((count) => count + 1)]
}

// --- internal ---

/** Puzzles never change while a page is open, so all its parts share them. */
let loading: Promise<Catalogue> | undefined

function loadOnce(): Promise<Catalogue> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Catalogue> {
  const text = await readKeptFile(packAddress, {
    get: (address) => fetch(address),
    caches: 'caches' in window ? caches : undefined,
  })
  await nextTask()
  const pack = await readPuzzlePackInSteps(text, nextTask)
  if (!pack.ok) throw new Error(`the puzzles: ${pack.error.code} in line ${pack.error.line}`)
  return catalogueOf(pack.value, nextTask)
}
