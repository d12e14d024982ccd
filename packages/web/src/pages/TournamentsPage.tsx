import { TournamentList } from '../components/tournaments/TournamentList.tsx'
import { TournamentView } from '../components/tournaments/TournamentView.tsx'
import './online.css'

/**
 * All tournaments, or the one with the given id. The id does not come from the address, because the
 * address already belongs to the next page while that page loads.
 */
export function TournamentsPage({ id }: { id?: string | undefined }) {
  if (id === undefined) return <TournamentList />
  return <TournamentView key={id} id={id} />
}
