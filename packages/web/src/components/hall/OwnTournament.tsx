import type { Tournament } from '@hokito/protocol'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useServices } from '../../services.ts'
import type { TournamentWayProps } from './TournamentWay.tsx'

/**
 * A link to the tournament in which the player is. The server says which one after the page is
 * there, so the link takes the place of another way (`children`), and nothing moves. Only players
 * with an account enter tournaments, so others load nothing.
 */
export function OwnTournament({ children }: { readonly children: ComponentChildren }) {
  const { accountName } = useServices()
  const isMember = accountName.value !== undefined
  const [found, setFound] = useState<Found | undefined>(undefined)
  useEffect(() => {
    if (!isMember) return
    let isGone = false
    // Offline the code may be missing, and the page does without.
    const load = async () => {
      const answer = await find().catch(() => undefined)
      if (!isGone) setFound(answer)
    }
    void load()
    return () => {
      isGone = true
      setFound(undefined)
    }
  }, [isMember])
  if (found === undefined) return <>{children}</>
  const { Way, tournament } = found
  return <Way tournament={tournament}>{children}</Way>
}

// --- internal ---

interface Found {
  readonly Way: ComponentType<TournamentWayProps>
  readonly tournament: Tournament
}

async function find(): Promise<Found | undefined> {
  const { fetchOwnTournaments } = await import('../../models/tournaments/tournaments.ts')
  const own = await fetchOwnTournaments()
  const tournament = own?.find(({ endedAt }) => endedAt === undefined)
  if (tournament === undefined) return undefined
  const { TournamentWay: Way } = await import('./TournamentWay.tsx')
  return { Way, tournament }
}
