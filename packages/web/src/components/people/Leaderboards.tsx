import { type Leaders, SPEEDS, type Speed } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchLeaders } from '../../models/people/people.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { ROUTES } from '../../routes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { takeReply } from '../../ui/take-reply.ts'
import { formatRating } from '../../words/online.ts'

/** The strongest players at each speed, by ratings that are certain enough. */
export function Leaderboards() {
  const t = useTranslate()
  const [speed, setSpeed] = useState<Speed>('fast')
  const [leaders, setLeaders] = useState<Leaders | undefined>(undefined)
  useEffect(() => takeReply(() => fetchLeaders(speed), setLeaders), [speed])
  return (
    <section class="wide leaders">
      <h2>{t('people.leaders.title')}</h2>
      <p class="note">{t('people.leaders.note')}</p>
      <Choice
        legend={t('people.leaders.speed')}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: t(`profile.speeds.${value}`) }))}
        onChange={setSpeed}
      />
      {leaders?.leaders.length === 0 && (
        <p>
          {t('people.leaders.none')} <a href={ROUTES.online}>{t('online.title')}</a>
        </p>
      )}
      {leaders !== undefined && leaders.leaders.length > 0 && <Board leaders={leaders} />}
    </section>
  )
}

// --- internal ---

function Board({ leaders: { leaders } }: { readonly leaders: Leaders }) {
  const t = useTranslate()
  return (
    <table class="people-table">
      <thead>
        <tr>
          <th scope="col" aria-label="#" />
          <th scope="col">{t('people.leaders.player')}</th>
          <th scope="col">{t('people.leaders.rating')}</th>
          <th scope="col">{t('people.leaders.matches')}</th>
        </tr>
      </thead>
      <tbody>
        {leaders.map(({ name, rating, matches }, index) => (
          <tr key={name}>
            <td>{index + 1}</td>
            <th scope="row">
              <a href={playerRoute(name)}>{name}</a>
            </th>
            <td>{formatRating(rating)}</td>
            <td>{matches}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
