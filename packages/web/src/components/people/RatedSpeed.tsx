import type { Profile } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { formatDate } from '../../words/dates.ts'
import { formatRating } from '../../words/online.ts'
import { Results } from './Results.tsx'
import { Trend } from './Trend.tsx'

/** A player's rating at one speed over time, and the results of its games by colour. */
export function RatedSpeed({ part }: { readonly part: Profile['speeds'][number] }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { speed, rating, matches, asBlack, asWhite, graph } = part
  const name = t(`profile.speeds.${speed}`)
  const [first, last] = [graph[0], graph.at(-1)]
  return (
    <section class="wide profile-speed">
      <h2>
        {name} · {formatRating(rating)}
      </h2>
      {rating.isProvisional && <p class="note">{t('profile.provisional')}</p>}
      <Trend
        label={name}
        values={graph.map(({ value }) => value)}
        ends={first && last && [formatDate(language, first.at), formatDate(language, last.at)]}
      />
      <Results black={asBlack} white={asWhite} />
      <p class="note">{t('profile.matches', { n: matches })}</p>
    </section>
  )
}
