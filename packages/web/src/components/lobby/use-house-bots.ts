import type { Terms } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { fetchHouseBots, type HouseBot } from '../../models/lobby/house-bots.ts'

/** The house bots; undefined until they are known, and where they are not wanted. */
export function useHouseBots(isWanted: boolean): readonly HouseBot[] | undefined {
  const [bots, setBots] = useState<readonly HouseBot[] | undefined>(undefined)
  useEffect(() => {
    if (isWanted) void fetchHouseBots(ANY_TIME).then((reply) => setBots(reply?.bots ?? []))
  }, [isWanted])
  return bots
}

// --- internal ---

/** The level is the same at all speeds. */
const ANY_TIME: Terms['timeControl'] = { kind: 'none' }
