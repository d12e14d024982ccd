import { TournamentList } from '../components/online/TournamentList.tsx'
import { TournamentView } from '../components/online/TournamentView.tsx'

/** All tournaments, or the one that an id names. Not by the address: while the next page loads, that is the next one's. */
export function TournamentsPage({ id }: { id?: string | undefined }) {
  return id === undefined ? <TournamentList /> : <TournamentView key={id} id={id} />
}
