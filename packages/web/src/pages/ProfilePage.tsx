import type { Profile } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { ShownProgress } from '../components/hall/ShownProgress.tsx'
import { BotOfProfile } from '../components/lobby/BotOfProfile.tsx'
import { FindPlayer } from '../components/people/FindPlayer.tsx'
import { OpponentsPart } from '../components/people/OpponentsPart.tsx'
import { PlayerGames } from '../components/people/PlayerGames.tsx'
import { ProfileActions, useRelation } from '../components/people/ProfileActions.tsx'
import { PublicStudies } from '../components/people/PublicStudies.tsx'
import { RatedMatches } from '../components/people/RatedMatches.tsx'
import { RatedSpeed } from '../components/people/RatedSpeed.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { fetchProfile } from '../models/people/ratings.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { formatDate } from '../words/dates.ts'
import { shownName } from '../words/shown-name.ts'
import './account.css'
import './online.css'
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
    <div class={isKnown ? 'page online profile' : 'page profile'}>
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
  const { name, since, speeds, matches, progress } = profile
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { relation, ask } = useRelation(name)
  return (
    <>
      {profile.isBot === true && <BotOfProfile name={name} />}
      <p class="note">{t('profile.since', { date: formatDate(language, since) })}</p>
      {relation !== undefined && (
        <ProfileActions
          name={name}
          isBot={profile.isBot === true}
          relation={relation}
          onChanged={ask}
        />
      )}
      <div class="online-main">
        {speeds.length === 0 && <p>{t('profile.none')}</p>}
        {speeds.map((speed) => (
          <RatedSpeed key={speed.speed} part={speed} />
        ))}
        <RatedMatches matches={matches} />
        <PlayerGames name={name} isSelf={relation?.isSelf === true} />
      </div>
      <aside class="online-aside">
        {progress !== undefined && <ShownProgress progress={progress} />}
        <PublicStudies name={name} />
        <OpponentsPart name={name} />
      </aside>
    </>
  )
}
