import type { TournamentId } from '@hokito/protocol'
import { ROUTES } from '../../routes.ts'

/** Address of a tournament. Apart from what asks the server, which the page of a game does without. */
export function tournamentRoute(id: TournamentId): string {
  return `${ROUTES.tournament}/${id}`
}
