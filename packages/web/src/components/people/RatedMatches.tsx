import { DELETED_NAME, type PlayerCard, type Profile } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { formatDate } from '../../words/dates.ts'
import { localName } from '../../words/players.ts'
import { describeScore } from '../../words/ratings.ts'
import { shownName } from '../../words/shown-name.ts'
import { formatSigned } from '../../words/signed.ts'

/** A player's latest rated matches; nothing without any. */
export function RatedMatches({ matches }: { readonly matches: Profile['matches'] }) {
  const t = useTranslate()
  if (matches.length === 0) return null
  return (
    <section class="wide">
      <h2>{t('profile.latest')}</h2>
      <ul class="card-list">
        {matches.map((match) => (
          <MatchRow key={match.games.join(' ')} match={match} />
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

function MatchRow({ match }: { readonly match: Profile['matches'][number] }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { games, speed, at, opponent, isOfBot, change } = match
  return (
    <li class="profile-match">
      <span>
        <Opponent name={opponent} isBot={isOfBot} /> · {t(`profile.speeds.${speed}`)} ·{' '}
        {formatDate(language, at)}
        <br />
        {describeScore(t, { ...match, games: games.length }, language)}{' '}
        <strong>{t('profile.rating', { change: formatSigned(change) })}</strong>
      </span>
      <span class="button-row">
        {games.map((game, index) => (
          <a key={game} class="button button-small" href={playRoute(game)}>
            {t('profile.game', { n: index + 1 })}
          </a>
        ))}
      </span>
    </li>
  )
}

/** An opponent, with a link to their profile if they still have one. */
function Opponent({ name, isBot }: Pick<PlayerCard, 'name' | 'isBot'>) {
  const t = useTranslate()
  const words = t('profile.against', { name: shownName({ name: localName(t, name), isBot }) })
  return name === DELETED_NAME ? words : <a href={playerRoute(name)}>{words}</a>
}
