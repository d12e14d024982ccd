import { TournamentList } from '../components/online/TournamentList.tsx'
import { TournamentView } from '../components/online/TournamentView.tsx'

/**
 * All tournaments, or the one with the given id. The id does not come from the address, because
 * while the next page loads that is already the next one's.
 */
export function TournamentsPage({ id }: { id?: string | undefined }) {
  return id === undefined ? <TournamentList /> : <TournamentView key={id} id={id} />
}
