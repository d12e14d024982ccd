import { type Challenge, type Followed, type PeopleReply, TALK_KEPT_DAYS } from '@hokito/protocol'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { useHouseBots } from '../components/lobby/use-house-bots.ts'
import { useConnection } from '../components/online/use-connection.ts'
import { FindPlayer } from '../components/people/FindPlayer.tsx'
import { Leaderboards } from '../components/people/Leaderboards.tsx'
import { OtherBots } from '../components/people/OtherBots.tsx'
import { TeachNews } from '../components/people/TeachNews.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { accountRoute } from '../models/account/account-route.ts'
import { fetchPeople, type PeopleWish, sendPeople } from '../models/people/people.ts'
import { challengeRoute, playerRoute } from '../models/people/ratings.ts'
import { inviteRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { SavedCheck } from '../ui/SavedCheck.tsx'
import { useTitle } from '../ui/tab.ts'
import { useAskedAgain } from '../ui/use-asked-again.ts'
import { useLatestRequest } from '../ui/use-latest-request.ts'
import { useSaying } from '../ui/use-saying.ts'
import { describeTerms } from '../words/online.ts'
import { challengeTitle, describeLimitation, describePeopleRefusal } from '../words/people.ts'
import './account.css'
import './people.css'

/**
 * The user's people: followed players and whether they are here, challenges, and blocked players.
 * Also the strongest of all.
 */
export function PeoplePage() {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const [reply, setReply] = useState<PeopleReply | 'asked' | undefined>('asked')
  const [fault, setFault] = useSaying()
  useTitle(t('people.title'))
  const begin = useLatestRequest()
  const ask = useCallback(async () => {
    const isLatest = begin()
    const found = await fetchPeople()
    // Without an answer the previous one stays.
    if (isLatest()) setReply((before) => found ?? (before === 'asked' ? undefined : before))
  }, [begin])
  useNews(ask)
  const change = async (wish: PeopleWish, body: object) => {
    const answer = await sendPeople(wish, body)
    setFault(answer.ok ? undefined : (t) => describePeopleRefusal(t, answer.error))
    await ask()
  }
  const isKnown = reply !== undefined && reply !== 'asked'
  const bots = useHouseBots(isKnown) ?? []
  return (
    <div class="page people">
      <h1>{t('people.title')}</h1>
      <PagePicture ply={20} />
      <p class="lead">{t('people.lead')}</p>
      {isKnown &&
        reply.limitations.map((limitation) => (
          <Notice key={limitation.kind} text={describeLimitation(t, limitation, language)} />
        ))}
      {isKnown && reply.teaching !== undefined && <TeachNews answer={reply.teaching} />}
      {reply === undefined && (
        <Notice
          text={t('account.unanswered')}
          action={t('account.again')}
          onAction={() => void ask()}
        />
      )}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {isKnown && reply.people === undefined && <NoAccount />}
      {isKnown && reply.people !== undefined && <Own people={reply.people} />}
      {reply !== 'asked' && (
        <>
          <FindPlayer followed={isKnown ? (reply.people?.followed ?? []) : []} />
          {bots.length > 0 && <OtherBots bots={bots} />}
        </>
      )}
      {isKnown && reply.people !== undefined && (
        <OwnChoices people={reply.people} onChange={change} />
      )}
      {reply !== 'asked' && <Leaderboards />}
    </div>
  )
}

// --- internal ---

/**
 * The server sends no events about presence, so the page asks at this interval while it is in view.
 */
const ASK_MS = 15_000

type People = NonNullable<PeopleReply['people']>

/**
 * Asks straight away, whenever a challenge comes or goes, and regularly while the page is in view.
 */
function useNews(ask: () => Promise<void>): void {
  const connection = useConnection()
  useAskedAgain(ask, ASK_MS)
  useEffect(() => {
    const stops = (['challenged', 'challengeGone'] as const).map((event) =>
      connection.on(event, () => void ask()),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [ask, connection])
}

function NoAccount() {
  const t = useTranslate()
  const { url } = useLocation()
  return (
    <>
      <p>{t('people.guest')}</p>
      <a class="button button-main" href={accountRoute(url)}>
        {t('account.ways.signUp')}
      </a>
    </>
  )
}

interface OwnProps {
  readonly people: People
  readonly onChange: (wish: PeopleWish, body: object) => Promise<void>
}

function Own({ people }: Pick<OwnProps, 'people'>) {
  const t = useTranslate()
  const { challenges, followed, followers } = people
  const sorted = followed.toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
  return (
    <>
      {challenges.length > 0 && (
        <section class="wide">
          <h2>{t('people.challenges')}</h2>
          <ul class="people-list">
            {challenges.map((challenge) => (
              <ChallengeRow key={challenge.id} challenge={challenge} />
            ))}
          </ul>
        </section>
      )}
      <section class="wide">
        <h2>{t('people.followed')}</h2>
        {followed.length === 0 && <p class="note">{t('people.nobody')}</p>}
        <ul class="people-list">
          {sorted.map((one) => (
            <FollowedRow key={one.name} one={one} />
          ))}
        </ul>
        {followers > 0 && <p class="note">{t('people.followers', { n: followers })}</p>}
      </section>
    </>
  )
}

/** What the user has chosen about others, before the long lists of strangers. */
function OwnChoices({ people, onChange }: OwnProps) {
  const t = useTranslate()
  const { blocked, talks } = people
  return (
    <>
      {blocked.length > 0 && (
        <section class="wide">
          <h2>{t('people.blocked')}</h2>
          <ul class="people-list">
            {blocked.map(({ player, name }) => (
              <BlockedRow
                key={player}
                name={name}
                onUnblock={() => void onChange('block', { player, isOn: false })}
              />
            ))}
          </ul>
        </section>
      )}
      <section class="wide">
        <h2>{t('people.talk.title')}</h2>
        <SavedCheck
          label={t('people.talk.check')}
          isOn={talks}
          save={(isOn) => onChange('talk', { isOn })}
        />
        <p class="note">{t('people.talk.note', { days: TALK_KEPT_DAYS })}</p>
      </section>
    </>
  )
}

function ChallengeRow({ challenge: { id, challenger, terms } }: { readonly challenge: Challenge }) {
  const t = useTranslate()
  const { name } = challenger
  return (
    <li>
      <span class="people-who">
        <a class="people-name" href={playerRoute(name)}>
          {name}
        </a>
        <small>{describeTerms(t, terms)}</small>
      </span>
      <a
        class="button button-small button-main"
        href={inviteRoute(id)}
        aria-label={`${t('people.answer')}: ${name}`}
      >
        {t('people.answer')}
      </a>
    </li>
  )
}

function FollowedRow({ one: { name, isFriend, isHere } }: { readonly one: Followed }) {
  const t = useTranslate()
  return (
    <li>
      <span class={isHere ? 'people-dot people-dot-here' : 'people-dot'} aria-hidden="true" />
      <span class="people-who">
        <a class="people-name" href={playerRoute(name)}>
          {name}
        </a>
        <small>
          {[
            t(isHere ? 'people.here' : 'people.away'),
            ...(isFriend ? [t('people.friend')] : []),
          ].join(' · ')}
        </small>
      </span>
      <a
        class="button button-small"
        href={challengeRoute(name)}
        aria-label={challengeTitle(t, name)}
      >
        {t('people.challenge')}
      </a>
    </li>
  )
}

interface BlockedRowProps {
  readonly name: string
  readonly onUnblock: () => void
}

function BlockedRow({ name, onUnblock }: BlockedRowProps) {
  const t = useTranslate()
  return (
    <li>
      <span class="people-who people-name">{name}</span>
      <button
        type="button"
        class="button button-small"
        aria-label={`${t('people.unblock')}: ${name}`}
        onClick={onUnblock}
      >
        {t('people.unblock')}
      </button>
    </li>
  )
}
