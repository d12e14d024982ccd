import type { Profile } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { ShownProgress } from '../components/hall/ShownProgress.tsx'
import { LiveGameOf } from '../components/lobby/LiveGameOf.tsx'
import { useHouseBots } from '../components/lobby/use-house-bots.ts'
import { FindPlayer } from '../components/people/FindPlayer.tsx'
import { OpponentsPart } from '../components/people/OpponentsPart.tsx'
import { OtherBots } from '../components/people/OtherBots.tsx'
import { PlayerGames } from '../components/people/PlayerGames.tsx'
import { PlayerHead } from '../components/people/PlayerHead.tsx'
import { QuietActions, useRelation } from '../components/people/ProfileActions.tsx'
import { PublicStudies } from '../components/people/PublicStudies.tsx'
import { RatedMatches } from '../components/people/RatedMatches.tsx'
import { RatedSpeed } from '../components/people/RatedSpeed.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { fetchNames } from '../models/people/people.ts'
import { fetchProfile, playerRoute } from '../models/people/ratings.ts'
import { ROUTES } from '../routes.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { takeReply } from '../ui/take-reply.ts'
import '../components/hall/hall.css'
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
    <div class={isKnown ? 'own-profile profile' : 'page profile'}>
      {!isKnown && <h1>{name}</h1>}
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

/** Shown if nobody has the name: the names that begin so, or else possible reasons, and ways on. */
function Unknown({ name }: { readonly name: string }) {
  const t = useTranslate()
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => takeReply(() => fetchNames(name), setNames), [name])
  return (
    <>
      <p>
        {t('profile.unknown')} {t(names.length > 0 ? 'profile.beginSo' : 'profile.unknownNote')}
      </p>
      {names.length > 0 && (
        <ul class="people-list">
          {names.map((found) => (
            <li key={found}>
              <a class="people-who people-name" href={playerRoute(found)}>
                {found}
              </a>
            </li>
          ))}
        </ul>
      )}
      <FindPlayer first={name} />
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
  const { name, isBot = false, speeds, matches, progress } = profile
  const t = useTranslate()
  const { relation, ask } = useRelation(name)
  const bots = useHouseBots(isBot)
  const bot = bots?.find((each) => each.name === name)
  return (
    <>
      <PlayerHead
        profile={profile}
        bot={isBot && bots === undefined ? 'asked' : bot}
        relation={relation}
        ask={ask}
      />
      <div class="own-columns">
        <div>
          {speeds.length === 0 && !isBot && <p>{t('profile.none')}</p>}
          {speeds.map((speed) => (
            <RatedSpeed key={speed.speed} part={speed} />
          ))}
          {progress !== undefined && <ShownProgress progress={progress} />}
        </div>
        <div>
          {bots !== undefined && bot !== undefined && <OtherBots bots={bots} shown={name} />}
          <RatedMatches matches={matches} />
          <PlayerGames
            name={name}
            isSelf={relation?.isSelf === true}
            shown={matches.flatMap(({ games }) => games)}
            isQuiet={matches.length > 0 || isBot}
          />
        </div>
        <div>
          <OpponentsPart name={name} />
          <PublicStudies name={name} />
          <LiveGameOf name={name} />
        </div>
      </div>
      {relation !== undefined && <QuietActions relation={relation} onChanged={ask} />}
    </>
  )
}
