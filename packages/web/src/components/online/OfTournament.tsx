import type { TournamentLink } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/online/tournament-route.ts'

/** A link from a game to its tournament. */
export function OfTournament({ tournament }: { readonly tournament: TournamentLink }) {
  const t = useTranslate()
  return (
    <p class="note">
      <a href={tournamentRoute(tournament.id)}>
        {t(`tournaments.name.${tournament.kind}`, { maker: tournament.maker })}
      </a>
    </p>
  )
}
