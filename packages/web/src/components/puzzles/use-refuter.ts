import { useEffect, useState } from 'preact/hooks'
import { startEngine } from '../../models/device/start-engine.ts'
import { createRefuter, type Refuter } from '../../models/puzzles/refuter.ts'
import { useServices } from '../../services.ts'

/** The engine that shows what is wrong with a move; undefined if it cannot run. */
export function useRefuter(): Refuter | undefined {
  const { hasComputer } = useServices()
  const [refuter] = useState(() => (hasComputer ? createRefuter(startEngine) : undefined))
  useEffect(() => () => refuter?.dispose(), [refuter])
  return refuter
}
