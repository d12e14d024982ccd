import { useLocation } from 'preact-iso'
import { TournamentList } from '../components/online/TournamentList.tsx'
import { TournamentView } from '../components/online/TournamentView.tsx'
import { ROUTES } from '../routes.ts'

/** All tournaments, or one by its id. */
export function TournamentsPage({ id }: { id: string }) {
  const { path } = useLocation()
  return path.startsWith(`${ROUTES.tournament}/`) ? (
    <TournamentView key={id} id={id} />
  ) : (
    <TournamentList />
  )
}
