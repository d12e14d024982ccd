import type { TournamentLink } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { useServices } from '../../services.ts'
import { tournamentName } from '../../words/tournaments.ts'

/** A link from a game to its tournament. */
export function OfTournament({ tournament }: { readonly tournament: TournamentLink }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  return (
    <p class="note">
      <a href={tournamentRoute(tournament.id)}>{tournamentName(t, language, tournament)}</a>
    </p>
  )
}
