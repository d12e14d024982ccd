import type { TournamentId } from '@hokito/protocol'
import { ROUTES } from '../../routes.ts'

/**
 * Address of a tournament. In a file apart from the requests to the server, which the page of a
 * game does not need.
 */
export function tournamentRoute(id: TournamentId): string {
  return `${ROUTES.tournament}/${id}`
}
