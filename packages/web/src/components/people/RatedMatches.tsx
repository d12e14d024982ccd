import { DELETED_NAME, type PlayerCard, type Profile } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { serverPictureOf } from '../../models/game/server-picture.ts'
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
  const [shown, setShown] = useState(FIRST_SHOWN)
  if (matches.length === 0) return null
  return (
    <section class="wide">
      <h2>{t('profile.latest')}</h2>
      <ul class="card-list">
        {matches.slice(0, shown).map((match) => (
          <MatchRow key={match.games.join(' ')} match={match} />
        ))}
      </ul>
      {shown < matches.length && (
        <button type="button" class="button button-text" onClick={() => setShown(matches.length)}>
          {t('profile.games.more')}
        </button>
      )}
    </section>
  )
}

// --- internal ---

const FIRST_SHOWN = 5
/** Twice the size on the page, for fine screens. */
const SIZE = 192

function MatchRow({ match }: { readonly match: Profile['matches'][number] }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { games, speed, at, opponent, isOfBot, change } = match
  const last = games.at(-1) ?? games[0]
  return (
    <li class="profile-match">
      <a class="hall-board" href={playRoute(last)}>
        <img src={serverPictureOf(last, SIZE)} loading="lazy" alt={t('profile.games.board')} />
      </a>
      <span>
        <Opponent name={opponent} isBot={isOfBot} />
        <small>
          {games.length === 1
            ? `${t(`profile.games.results.${resultOf(match.scored)}`)} ·`
            : describeScore(t, { ...match, games: games.length }, language)}{' '}
          <strong class={change < 0 ? 'game-lost' : 'game-won'}>
            {t('profile.rating', { change: formatSigned(change) })}
          </strong>
        </small>
        <small>
          {t(`profile.speeds.${speed}`)} · {formatDate(language, at)}
        </small>
      </span>
      {/* The board leads to a single game. */}
      {games.length > 1 && (
        <span class="match-games">
          {games.map((game, index) => (
            <a key={game} class="button button-text" href={playRoute(game)}>
              {t('profile.game', { n: index + 1 })}
            </a>
          ))}
        </span>
      )}
    </li>
  )
}

/** The result of a single game. */
function resultOf(scored: number): 'won' | 'drawn' | 'lost' {
  if (scored === 1) return 'won'
  return scored === 0 ? 'lost' : 'drawn'
}

/** An opponent, with a link to their profile if they still have one. */
function Opponent({ name, isBot }: Pick<PlayerCard, 'name' | 'isBot'>) {
  const t = useTranslate()
  const words = t('profile.against', { name: shownName({ name: localName(t, name), isBot }) })
  return name === DELETED_NAME ? words : <a href={playerRoute(name)}>{words}</a>
}
