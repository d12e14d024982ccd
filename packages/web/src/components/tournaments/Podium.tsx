import type { TournamentDetail } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { shownName } from '../../words/shown-name.ts'
import { PlayerFace } from '../people/PlayerFace.tsx'

interface PodiumProps {
  readonly detail: TournamentDetail
  /** Shown above it. */
  readonly children?: ComponentChildren
}

/**
 * The first three of those who have scored. If everyone would be on the podium, it shows only the
 * winner.
 */
export function Podium({ detail: { tournament, standings }, children }: PodiumProps) {
  const t = useTranslate()
  const best = standings.filter(({ place, score, points }) => place <= 3 && score + points > 0)
  // A match won because the opponent did not come has no points.
  const isPlayed = best.some(({ points }) => points > 0)
  const { endedAt, entered } = tournament
  if (endedAt === undefined || !isPlayed) return null
  const shown = best.length === entered ? best.filter(({ place }) => place === 1) : best
  return (
    <section>
      <h2>{t('tournaments.podium')}</h2>
      {children}
      <ol class="podium">
        {shown.map(({ name, isBot, place, score }) => (
          <li key={name} class={`podium-place podium-place-${place}`} value={place}>
            <PlayerFace name={name} matches={4 - place} />
            <strong>{shownName({ name, isBot })}</strong>
            <span class="podium-step">
              <span aria-hidden="true">{place}</span>
              <small>{t('tournaments.scored', { score })}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
