import type { Opponents } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchOpponents } from '../../models/people/people.ts'
import { playerRoute } from '../../models/people/ratings.ts'

/** The opponents of most of a player's latest games, and the results. */
export function OpponentsPart({ name }: { readonly name: string }) {
  const t = useTranslate()
  const [found, setFound] = useState<Opponents | undefined>(undefined)
  useEffect(() => void fetchOpponents(name).then(setFound), [name])
  if (found === undefined || found.opponents.length === 0) return null
  return (
    <section class="wide">
      <h2>{t('profile.opponents')}</h2>
      <ul class="people-list">
        {found.opponents.map(({ name: opponent, hasAccount, ...tally }) => (
          <li key={opponent}>
            <span class="people-who">
              {hasAccount ? (
                <a class="people-name" href={playerRoute(opponent)}>
                  {opponent}
                </a>
              ) : (
                <span class="people-name">{opponent}</span>
              )}
              <small>{t('profile.record', tally)}</small>
            </span>
          </li>
        ))}
      </ul>
      <p class="note">{t('profile.looked', { n: found.games })}</p>
    </section>
  )
}
