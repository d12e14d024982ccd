import {
  type HouseBotsReply,
  QUICK_TIME_CONTROLS,
  type Terms,
  USUAL_TIME_CONTROL,
} from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchHouseBots, type HouseBot } from '../../models/lobby/house-bots.ts'
import { playerRoute } from '../../models/people/ratings.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { describeBot } from '../../words/bots.ts'
import { describeTime, nameWithRating } from '../../words/online.ts'
import { BOT_MARK } from '../../words/shown-name.ts'
import { BotFace } from '../people/BotFace.tsx'
import { RatedCheck } from './RatedCheck.tsx'
import './bots.css'

interface HouseBotsProps {
  /** Undefined until the server has replied. */
  readonly hasAccount: boolean | undefined
  readonly onPlay: (terms: Terms, bot: HouseBot) => void
}

/** The house bots: each accepts a match straight away, at any time control. */
export function HouseBots({ hasAccount, onPlay }: HouseBotsProps) {
  const t = useTranslate()
  const id = useId()
  const [index, setIndex] = useState(USUAL)
  const [isRated, setRated] = useState(false)
  const timeControl = TIMES[index] ?? UNLIMITED
  const reply = useHouseBots(timeControl)
  const terms = termsOf(timeControl, isRated && timeControl.kind !== 'none')
  // The list comes last on the page, and all at once, so that nothing else moves.
  if (reply === undefined) return null
  const bots = reply === 'unanswered' ? [] : reply.bots
  if (reply !== 'unanswered' && bots.length === 0) return <NoBots />
  return (
    <section class="house-bots">
      <h2>{t('online.bots.title')}</h2>
      <p class="note">{t('online.bots.note')}</p>
      {reply === 'unanswered' && <p class="fault">{t('online.bots.unanswered')}</p>}
      <div class="bot-terms">
        <label class="field" for={id}>
          {t('online.time')}
        </label>
        <select
          id={id}
          class="input"
          value={index}
          onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
        >
          {TIMES.map((time, place) => (
            <option key={describeTime(t, time)} value={place}>
              {describeTime(t, time)}
            </option>
          ))}
        </select>
        <span class="note">{t(`online.matchOf.${terms.games}`)}</span>
      </div>
      {/* Guests have read above why nothing can be rated. */}
      {timeControl.kind !== 'none' && hasAccount === true && (
        <RatedCheck hasAccount isRated={isRated} onChange={setRated} />
      )}
      <ul class="card-list">
        {bots.map((bot) => (
          <BotCard key={bot.id} bot={bot} onPlay={() => onPlay(terms, bot)} />
        ))}
      </ul>
    </section>
  )
}

// --- internal ---

const UNLIMITED = { kind: 'none' } as const
const TIMES: readonly Terms['timeControl'][] = [...QUICK_TIME_CONTROLS, UNLIMITED]
const USUAL = TIMES.indexOf(USUAL_TIME_CONTROL)

/** On a server without bots there are no terms to choose. */
function NoBots() {
  const t = useTranslate()
  return (
    <section class="house-bots">
      <h2>{t('online.bots.title')}</h2>
      <p>{t('online.bots.none')}</p>
    </section>
  )
}

function BotCard({ bot, onPlay }: { readonly bot: HouseBot; readonly onPlay: () => void }) {
  const t = useTranslate()
  const { name, level } = bot
  return (
    <li class="bot-card">
      <BotFace level={level} />
      <span class="bot-words">
        <a href={playerRoute(name)}>
          <strong>{name}</strong>
        </a>{' '}
        <small class="bot-mark">{BOT_MARK}</small>
        <span>{describeBot(t, bot)}</span>
        <span class="bot-ready">{t('online.bots.ready')}</span>
      </span>
      <button
        type="button"
        class="button"
        aria-label={t('online.bots.play', { name: nameWithRating(t, bot) })}
        onClick={onPlay}
      >
        {t('online.accept')}
      </button>
    </li>
  )
}

/** One game, as against a friend; a rated one is a match of two, as between people. */
function termsOf(timeControl: Terms['timeControl'], isRated: boolean): Terms {
  return {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: !isRated,
    games: isRated ? 2 : 1,
    ...(isRated && { isRated }),
  }
}

/** The bots with their ratings at a time control. The previous ones stay until the reply comes. */
function useHouseBots(
  timeControl: Terms['timeControl'],
): HouseBotsReply | 'unanswered' | undefined {
  const [reply, setReply] = useState<HouseBotsReply | 'unanswered' | undefined>(undefined)
  useEffect(() => {
    return takeReply(
      () => fetchHouseBots(timeControl),
      (answer) => setReply(answer ?? 'unanswered'),
    )
  }, [timeControl])
  return reply
}
