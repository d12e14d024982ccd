import type { Tournament } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon } from '../../ui/Icon.tsx'
import { PAIR } from '../../ui/page-icons.ts'
import { formatMoment } from '../../words/dates.ts'
import { tournamentName } from '../../words/tournaments.ts'
import { useTexts } from '../game/use-texts.ts'
import { WideLink } from './WideLink.tsx'

export interface TournamentWayProps {
  readonly tournament: Tournament
  /** Shown until the words are loaded. */
  readonly children: ComponentChildren
}

/** A link to a tournament that the player has entered: that it is running, or when it starts. */
export function TournamentWay({ tournament, children }: TournamentWayProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const hasTexts = useTexts('tournaments')
  if (!hasTexts) return <>{children}</>
  const { id, kind, round, startsAt } = tournament
  const way = { href: tournamentRoute(id), icon: <DrawnIcon path={PAIR} /> }
  if (round === 0) {
    const date = formatMoment(language, startsAt)
    return (
      <WideLink
        {...way}
        title={t('tournaments.own.next')}
        note={t('tournaments.startsAt', { date })}
      />
    )
  }
  return (
    <WideLink
      {...way}
      title={t(kind === 'arena' ? 'tournaments.own.arena' : 'tournaments.own.running')}
      note={tournamentName(t, language, tournament)}
    />
  )
}
