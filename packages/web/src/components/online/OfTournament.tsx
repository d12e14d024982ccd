import type { GameView, TournamentLink } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchTournamentOf, tournamentRoute } from '../../models/online/tournaments.ts'

/** The way from a game to the tournament that it belongs to, if it belongs to one. */
export function OfTournament({ game: { id } }: { readonly game: GameView }) {
  const t = useTranslate()
  const [tournament, setTournament] = useState<TournamentLink | undefined>(undefined)
  useEffect(() => {
    void fetchTournamentOf(id).then(setTournament)
  }, [id])
  if (tournament === undefined) return null
  return (
    <p class="note">
      <a href={tournamentRoute(tournament.id)}>
        {t(`tournaments.name.${tournament.kind}`, { maker: tournament.maker })}
      </a>
    </p>
  )
}
