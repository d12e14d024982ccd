import {
  type GameView,
  LONGEST_TALK,
  type PeopleReply,
  type PlayerCard,
  TALK_KEPT_DAYS,
  type TournamentLink,
} from '@hokito/protocol'
import type { ByColor } from '@hokito/rules'
import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { accountRoute } from '../../models/account/account-route.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { fetchPeople, sendPeople } from '../../models/people/people.ts'
import { SavedCheck } from '../../ui/SavedCheck.tsx'
import { useSaying } from '../../ui/use-saying.ts'
import { describeRefusal } from '../../words/online.ts'
import { describePeopleRefusal } from '../../words/people.ts'
import { ReportForm } from '../people/ReportForm.tsx'
import { useRead } from './SaidPhrases.tsx'
import './talk.css'

/** The parts of a game page that are about people rather than the board. */
export interface PeopleParts {
  readonly OfTournament: ComponentType<{ readonly tournament: TournamentLink }>
  readonly Talk: ComponentType<TalkProps>
  readonly AboutOpponent: ComponentType<AboutOpponentProps>
}

interface TalkProps {
  readonly model: OnlineGame
  readonly names: ByColor<string>
  /** Whether it also says who can chat, and how long messages are kept. */
  readonly hasNote?: boolean
}

/** The talk of the two players, if both have switched it on. It is plain text. */
export function Talk({ model, names, hasNote }: TalkProps) {
  const t = useTranslate()
  const own = model.own.value
  const isMuted = model.isMuted.value
  const written = model.written.value ?? []
  const shown = isMuted ? written.filter(({ color }) => color === own) : written
  const list = useRef<HTMLUListElement>(null)
  const last = shown.at(-1)?.n
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a line has come.
  useEffect(() => list.current?.scrollTo({ top: list.current.scrollHeight }), [last])
  useRead(list, model.unread.written)
  return (
    <section class="talk" aria-label={t('people.talk.heading')}>
      <ul ref={list} class="talk-list" aria-live="polite">
        {shown.map(({ n, color, words }) => (
          <li key={n}>{t('online.game.says', { name: names[color], phrase: words })}</li>
        ))}
      </ul>
      <WriteForm model={model} />
      {hasNote === true && <p class="note">{t('people.talk.note', { days: TALK_KEPT_DAYS })}</p>}
    </section>
  )
}

interface AboutOpponentProps {
  readonly game: GameView
  readonly other: PlayerCard
  /** Do both write to each other already when this is opened? */
  readonly isTalking: boolean
}

/** Actions concerning the opponent: write to them freely, block or report them. */
export function AboutOpponent({ game, other, isTalking }: AboutOpponentProps) {
  const t = useTranslate()
  // The switch stays after a press that makes them talk: it has the focus, and shows its new state.
  const [hasSwitch] = useState(!isTalking && other.isBot !== true)
  const [isReporting, setReporting] = useState(false)
  const [told, setTold] = useSaying()
  const block = async () => {
    const answer = await sendPeople('block', { player: other.id, isOn: true })
    setTold((t) => (answer.ok ? t('people.isBlocked') : describePeopleRefusal(t, answer.error)))
  }
  return (
    <div class="about-opponent">
      {hasSwitch && <OwnWords />}
      <div class="button-row">
        <button type="button" class="button button-small" onClick={() => void block()}>
          {t('people.block')}
        </button>
        <button
          type="button"
          class="button button-small"
          aria-expanded={isReporting}
          onClick={() => setReporting(!isReporting)}
        >
          {t('people.report.title')}
        </button>
      </div>
      <p role="status">{told}</p>
      <p class="note">{t('people.blockNote')}</p>
      {isReporting && <ReportForm player={other.id} game={game.id} />}
    </div>
  )
}

// --- internal ---

/** The switch for writing freely, where players look for it. Guests read what it takes. */
function OwnWords() {
  const t = useTranslate()
  const { url } = useLocation()
  const [known, setKnown] = useState<PeopleReply | undefined>(undefined)
  const [fault, setFault] = useSaying()
  useEffect(() => void fetchPeople().then(setKnown), [])
  if (known === undefined) return null
  const { people } = known
  const save = async (isOn: boolean) => {
    const answer = await sendPeople('talk', { isOn })
    setFault(answer.ok ? undefined : (t) => describePeopleRefusal(t, answer.error))
    setKnown((await fetchPeople()) ?? known)
  }
  return (
    <section class="own-words">
      <h3>{t('people.talk.title')}</h3>
      {people !== undefined && (
        <SavedCheck label={t('people.talk.check')} isOn={people.talks} save={save} />
      )}
      <p class="note">
        {t('people.talk.note', { days: TALK_KEPT_DAYS })}{' '}
        {people === undefined && <a href={accountRoute(url)}>{t('nav.join')}</a>}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  )
}

function WriteForm({ model }: Pick<TalkProps, 'model'>) {
  const t = useTranslate()
  const [words, setWords] = useState('')
  const [fault, setFault] = useSaying()
  const send = async () => {
    const reply = await model.write(words)
    // If the request failed, the words stay, to be sent again.
    if (reply?.ok === true) setWords('')
    if (reply === undefined) return setFault((t) => t('account.unanswered'))
    if (reply.ok) return setFault(undefined)
    const { code, retryAfterMs } = reply.refusal
    setFault((t) => describeRefusal(t, code, retryAfterMs))
  }
  return (
    <form
      class="talk-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') void send()
      }}
    >
      <input
        class="input"
        aria-label={t('people.talk.field')}
        placeholder={t('people.talk.field')}
        maxLength={LONGEST_TALK}
        autocomplete="off"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      <button type="submit" class="button">
        {t('people.talk.send')}
      </button>
      <p class="fault" role="alert">
        {fault}
      </p>
    </form>
  )
}
