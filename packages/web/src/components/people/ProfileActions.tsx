import type { Relation } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import { FRIENDLY_TERMS, timeOf } from '../../models/lobby/terms-form.ts'
import { fetchRelation, type PeopleWish, sendPeople } from '../../models/people/people.ts'
import { challengeRoute } from '../../models/people/ratings.ts'
import { ROUTES } from '../../routes.ts'
import { useSaying } from '../../ui/use-saying.ts'
import { describeFirstMove, describeRefusal, describeTime } from '../../words/online.ts'
import { describePeopleRefusal } from '../../words/people.ts'
import { ReportForm } from './ReportForm.tsx'

interface ProfileActionsProps {
  readonly name: string
  /** Whether the player is a bot. */
  readonly isBot: boolean
  readonly relation: Relation
  /** Called after a change, to load the relation again. */
  readonly onChanged: () => Promise<void>
}

/**
 * The relation between the signed-in player and the player of a profile; undefined until it is
 * known.
 */
export function useRelation(name: string): {
  readonly relation: Relation | undefined
  readonly ask: () => Promise<void>
} {
  const [relation, setRelation] = useState<Relation | undefined>(undefined)
  const ask = async () => {
    const found = await fetchRelation(name)
    setRelation(found === 'unknown' ? undefined : found)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each name.
  useEffect(() => void ask(), [name])
  return { relation, ask }
}

/** What one does with the player of a profile: a game first. */
export function ProfileActions({ name, isBot, relation, onChanged }: ProfileActionsProps) {
  const t = useTranslate()
  const { fault, send } = useSending(onChanged)
  const { isSelf, hasAccount, follows, isFollowed, hasBlocked, isApart } = relation
  if (isSelf) return null
  if (!hasAccount && !isBot) return <GuestActions />
  return (
    <section class="profile-actions">
      {isFollowed && <p class="note">{t('people.followsYou')}</p>}
      {isApart && !hasBlocked && <p>{describeRefusal(t, 'blocked')}</p>}
      <div class="button-row">
        {!isApart && (
          <>
            <a class="button button-main" href={challengeRoute(name)}>
              {t('people.challenge')}
            </a>
            {hasAccount && (
              <button
                type="button"
                class="button"
                onClick={() => void send('follow', { name, isOn: !follows })}
              >
                {t(follows ? 'people.unfollow' : 'people.follow')}
              </button>
            )}
          </>
        )}
      </div>
      {isBot && !isApart && <p class="note">{describeAsked(t)}</p>}
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  )
}

/** Blocking and reporting, away from what players usually want here. Not for guests. */
export function QuietActions({ relation, onChanged }: Omit<ProfileActionsProps, 'name' | 'isBot'>) {
  const t = useTranslate()
  const { fault, send } = useSending(onChanged)
  const [isReporting, setReporting] = useState(false)
  const { player, isSelf, hasAccount, hasBlocked } = relation
  if (isSelf || !hasAccount) return null
  return (
    <section class="profile-foot">
      <div class="profile-quiet">
        <button
          type="button"
          class="button button-text"
          onClick={() => void send('block', { player, isOn: !hasBlocked })}
        >
          {t(hasBlocked ? 'people.unblock' : 'people.block')}
        </button>
        <button
          type="button"
          class="button button-text"
          aria-expanded={isReporting}
          onClick={() => setReporting(!isReporting)}
        >
          {t('people.report.title')}
        </button>
      </div>
      <p class="note">{t(hasBlocked ? 'people.isBlocked' : 'people.blockNote')}</p>
      <p class="fault" role="alert">
        {fault}
      </p>
      {isReporting && <ReportForm player={player} />}
    </section>
  )
}

// --- internal ---

/** Sends a wish about the player; the words of its refusal, if it was refused. */
function useSending(onChanged: () => Promise<void>) {
  const [fault, setFault] = useSaying()
  const send = async (wish: PeopleWish, body: object) => {
    const answer = await sendPeople(wish, body)
    setFault(answer.ok ? undefined : (t) => describePeopleRefusal(t, answer.error))
    await onChanged()
  }
  return { fault, send }
}

/** What a guest can do with a person: nothing yet, so how to get there. */
function GuestActions() {
  const t = useTranslate()
  const { url } = useLocation()
  return (
    <section class="profile-actions">
      <div class="button-row">
        <a class="button button-main" href={ROUTES.online}>
          {t('online.title')}
        </a>
        <a class="button" href={accountRoute(url)}>
          {t('account.ways.signUp')}
        </a>
      </div>
      <p class="note">{t('people.guest')}</p>
    </section>
  )
}

/** The terms of a challenge to a bot: the friendly ones, in a challenge that is not listed. */
function describeAsked(t: Translate): string {
  const timeControl = timeOf(FRIENDLY_TERMS)
  return [
    describeTime(t, timeControl),
    describeFirstMove(t, { terms: { timeControl }, isListed: false }),
  ].join(' · ')
}
