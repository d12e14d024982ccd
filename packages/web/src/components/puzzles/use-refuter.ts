import type { Engine } from '@hokito/engine'
import { useEffect, useState } from 'preact/hooks'
import { createRefuter, type Refuter } from '../../models/puzzles/refuter.ts'
import { useServices } from '../../services.ts'

/** The engine that shows what is wrong with a move; undefined if it cannot run. */
export function useRefuter(): Refuter | undefined {
  const { hasComputer } = useServices()
  const [refuter] = useState(() => (hasComputer ? createRefuter(startEngine) : undefined))
  useEffect(() => () => refuter?.dispose(), [refuter])
  return refuter
}

// --- internal ---

async function startEngine(): Promise<Engine> {
  const { startEngine } = await import('@hokito/engine/browser')
  return startEngine()
}
