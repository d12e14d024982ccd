import { DELETED_NAME, type PlayerCard, type Profile } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { FindPlayer } from '../components/online/FindPlayer.tsx'
import { OpponentsPart } from '../components/online/OpponentsPart.tsx'
import { PlayerGames } from '../components/online/PlayerGames.tsx'
import { ProfileActions, useRelation } from '../components/online/ProfileActions.tsx'
import { RatingGraph } from '../components/online/RatingGraph.tsx'
import { LOCALES, useTranslate } from '../i18n/i18n.ts'
import { fetchProfile, playerRoute } from '../models/online/ratings.ts'
import { playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { formatRating } from '../words/online.ts'
import { localName } from '../words/players.ts'
import { describeScore } from '../words/ratings.ts'
import { shownName } from '../words/shown-name.ts'
import { formatSigned } from '../words/signed.ts'
import './account.css'
import './people.css'

/**
 * The public profile of a player with an account: ratings, results, and the latest rated matches.
 */
export function ProfilePage({ id: name }: { id: string }) {
  const t = useTranslate()
  const [profile, setProfile] = useState<Profile | 'unknown' | 'asked' | undefined>('asked')
  useTitle(name)
  const ask = async () => setProfile(await fetchProfile(name))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each name.
  useEffect(() => void ask(), [name])
  const isKnown = profile !== undefined && profile !== 'unknown' && profile !== 'asked'
  return (
    <div class="page profile">
      <h1>{isKnown ? shownName(profile) : name}</h1>
      {profile === undefined && (
        <Notice
          text={t('account.unanswered')}
          action={t('account.again')}
          onAction={() => void ask()}
        />
      )}
      {profile === 'unknown' && <Unknown name={name} />}
      {isKnown && <Known profile={profile} />}
    </div>
  )
}

// --- internal ---

/** Shown if nobody has the name: possible reasons, and ways on. */
function Unknown({ name }: { readonly name: string }) {
  const t = useTranslate()
  return (
    <>
      <p>
        {t('profile.unknown')} {t('profile.unknownNote')}
      </p>
      <FindPlayer key={name} first={name} />
      <div class="button-row">
        <a class="button" href={ROUTES.people}>
          {t('people.title')}
        </a>
        <a class="button" href={ROUTES.invite}>
          {t('home.invite')}
        </a>
      </div>
    </>
  )
}

function Known({ profile }: { readonly profile: Profile }) {
  const { name, since, speeds, matches } = profile
  const t = useTranslate()
  const date = useDate()
  const { relation, ask } = useRelation(name)
  return (
    <>
      <p class="note">{t('profile.since', { date: date(since) })}</p>
      {relation !== undefined && (
        <ProfileActions
          name={name}
          isBot={profile.isBot === true}
          relation={relation}
          onChanged={ask}
        />
      )}
      {speeds.length === 0 && <p>{t('profile.none')}</p>}
      {speeds.map((speed) => (
        <SpeedPart key={speed.speed} part={speed} />
      ))}
      {matches.length > 0 && (
        <section class="wide">
          <h2>{t('profile.latest')}</h2>
          <ul class="card-list">
            {matches.map((match) => (
              <MatchRow key={match.games[1]} match={match} />
            ))}
          </ul>
        </section>
      )}
      <OpponentsPart name={name} />
      <PlayerGames name={name} isSelf={relation?.isSelf === true} />
    </>
  )
}

function SpeedPart({ part }: { readonly part: Profile['speeds'][number] }) {
  const t = useTranslate()
  const { speed, rating, matches, asBlack, asWhite, graph } = part
  return (
    <section class="wide profile-speed">
      <h2>
        {t(`profile.speeds.${speed}`)} · {formatRating(rating)}
      </h2>
      {rating.isProvisional && <p class="note">{t('profile.provisional')}</p>}
      <RatingGraph points={graph} />
      <p>{t('profile.matches', { n: matches })}</p>
      <p>{t('profile.results.black', asBlack)}</p>
      <p>{t('profile.results.white', asWhite)}</p>
    </section>
  )
}

function MatchRow({ match }: { readonly match: Profile['matches'][number] }) {
  const t = useTranslate()
  const date = useDate()
  const { language } = useServices()
  const { games, speed, at, opponent, isOfBot, change } = match
  return (
    <li class="profile-match">
      <span>
        <Opponent name={opponent} isBot={isOfBot} /> · {t(`profile.speeds.${speed}`)} · {date(at)}
        <br />
        {describeScore(t, match, language.speech.value.language)}{' '}
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

/** Formats dates in the language of the page. */
function useDate(): (at: number) => string {
  const { language } = useServices()
  const format = new Intl.DateTimeFormat(LOCALES[language.speech.value.language], {
    dateStyle: 'medium',
  })
  return (at) => format.format(at)
}
