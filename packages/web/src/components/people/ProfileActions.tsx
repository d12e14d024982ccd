import type { Relation } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { FRIENDLY_TERMS, timeOf } from '../../models/lobby/terms-form.ts'
import { fetchRelation, type PeopleWish, sendPeople } from '../../models/people/people.ts'
import { challengeRoute } from '../../models/people/ratings.ts'
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

/** Actions of the signed-in player on a profile. A guest can challenge a bot, and nothing else. */
export function ProfileActions({ name, isBot, relation, onChanged }: ProfileActionsProps) {
  const t = useTranslate()
  const [fault, setFault] = useSaying()
  const [isReporting, setReporting] = useState(false)
  const { player, isSelf, hasAccount, follows, isFollowed, hasBlocked, isApart } = relation
  if (isSelf || (!hasAccount && !isBot)) return null
  const send = async (wish: PeopleWish, body: object) => {
    const answer = await sendPeople(wish, body)
    setFault(answer.ok ? undefined : (t) => describePeopleRefusal(t, answer.error))
    await onChanged()
  }
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
      {hasAccount && (
        <QuietActions
          relation={relation}
          isReporting={isReporting}
          onBlock={() => void send('block', { player, isOn: !hasBlocked })}
          onReport={() => setReporting(!isReporting)}
        />
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
      {isReporting && <ReportForm player={player} />}
    </section>
  )
}

// --- internal ---

interface QuietActionsProps {
  readonly relation: Relation
  /** Is the form of a report open? */
  readonly isReporting: boolean
  readonly onBlock: () => void
  readonly onReport: () => void
}

/** Blocking and reporting, away from what players usually want here. */
function QuietActions({ relation, isReporting, onBlock, onReport }: QuietActionsProps) {
  const t = useTranslate()
  const { hasBlocked } = relation
  return (
    <>
      <div class="profile-quiet">
        <button type="button" class="button button-text" onClick={onBlock}>
          {t(hasBlocked ? 'people.unblock' : 'people.block')}
        </button>
        <button
          type="button"
          class="button button-text"
          aria-expanded={isReporting}
          onClick={onReport}
        >
          {t('people.report.title')}
        </button>
      </div>
      <p class="note">{t(hasBlocked ? 'people.isBlocked' : 'people.blockNote')}</p>
    </>
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
