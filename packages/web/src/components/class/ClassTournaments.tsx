import type { ClassId, Tournament } from '@hokito/protocol'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchClassTournaments } from '../../models/tournaments/tournaments.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ClassTournamentForm } from '../tournaments/TournamentForm.tsx'
import { TournamentCards } from '../tournaments/TournamentList.tsx'

/** The tournaments of all classes of the player. */
export interface SeenTournaments {
  /** Undefined until the server has answered. */
  readonly all: readonly Tournament[] | 'unanswered' | undefined
  /** Asks the server again. */
  readonly ask: () => void
}

export function useClassTournaments(): SeenTournaments {
  const [all, setAll] = useState<SeenTournaments['all']>(undefined)
  const ask = useCallback(
    () => void fetchClassTournaments().then((found) => setAll(found ?? 'unanswered')),
    [],
  )
  useEffect(ask, [ask])
  return { all, ask }
}

interface ClassTournamentsProps {
  readonly seen: SeenTournaments
  /** The class whose tournaments are shown, for its teacher; a pupil has one class. */
  readonly taught?: ClassId
}

/** The tournaments of a class, and a form for its teacher to make another one. */
export function ClassTournaments({ seen: { all, ask }, taught }: ClassTournamentsProps) {
  const t = useTranslate()
  const own =
    typeof all === 'object' && taught !== undefined
      ? all.filter((one) => one.class === taught)
      : all
  const title = `tournaments-${taught ?? 'own'}`
  return (
    <section class="class-tournaments" aria-labelledby={title}>
      {taught === undefined ? (
        <h2 id={title}>{t('tournaments.title')}</h2>
      ) : (
        <h3 id={title}>{t('tournaments.title')}</h3>
      )}
      {own === 'unanswered' ? (
        <Notice text={t('class.unanswered')} action={t('class.again')} onAction={ask} />
      ) : (
        own && (own.length === 0 ? <p>{t('tournaments.none')}</p> : <TournamentCards all={own} />)
      )}
      {taught !== undefined && <ClassTournamentForm ofClass={taught} />}
    </section>
  )
}
