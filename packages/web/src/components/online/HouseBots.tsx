import { type HouseBotsReply, QUICK_TIME_CONTROLS, type Terms } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchHouseBots, type HouseBot } from '../../models/online/house-bots.ts'
import { playerRoute } from '../../models/online/ratings.ts'
import { describeFirstMove, describeTime, nameWithRating } from '../../words/online.ts'
import { RatedCheck } from './RatedCheck.tsx'
import { useHasAccount } from './use-has-account.ts'

interface HouseBotsProps {
  readonly onPlay: (terms: Terms, bot: HouseBot) => void
}

/** The house bots: each accepts a match straight away, at any time control. */
export function HouseBots({ onPlay }: HouseBotsProps) {
  const t = useTranslate()
  const id = useId()
  const [index, setIndex] = useState(1)
  const [isRated, setRated] = useState(false)
  const hasAccount = useHasAccount()
  const timeControl = TIMES[index] ?? UNLIMITED
  const reply = useHouseBots(timeControl)
  const terms = termsOf(timeControl, isRated && timeControl.kind !== 'none')
  return (
    <div class="house-bots">
      <p class="note">{t('online.bots.note')}</p>
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
      {timeControl.kind !== 'none' && (
        <RatedCheck hasAccount={hasAccount} isRated={isRated} onChange={setRated} />
      )}
      {timeControl.kind !== 'none' && (
        <p class="note">{describeFirstMove(t, { terms, isListed: false })}</p>
      )}
      {reply === 'unanswered' && <p class="fault">{t('online.bots.unanswered')}</p>}
      <ul class="card-list">
        {reply !== undefined &&
          reply !== 'unanswered' &&
          reply.bots.map((bot) => (
            <li key={bot.id} class="challenge">
              <span>
                <a href={playerRoute(bot.name)}>
                  <strong>{nameWithRating(t, bot)}</strong>
                </a>{' '}
                · {t('newGame.levelIs', { level: bot.level })}
              </span>
              <button
                type="button"
                class="button"
                aria-label={t('online.bots.play', { name: nameWithRating(t, bot) })}
                onClick={() => onPlay(terms, bot)}
              >
                {t('online.accept')}
              </button>
            </li>
          ))}
      </ul>
      {reply !== undefined && reply !== 'unanswered' && reply.bots.length === 0 && (
        <p>{t('online.bots.none')}</p>
      )}
    </div>
  )
}

// --- internal ---

const UNLIMITED = { kind: 'none' } as const
const TIMES: readonly Terms['timeControl'][] = [...QUICK_TIME_CONTROLS, UNLIMITED]

/** The same terms as recommended for games between people. */
function termsOf(timeControl: Terms['timeControl'], isRated: boolean): Terms {
  return {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: !isRated,
    games: 2,
    ...(isRated && { isRated }),
  }
}

/** The bots with their ratings at a time control. The previous ones stay until the reply comes. */
function useHouseBots(
  timeControl: Terms['timeControl'],
): HouseBotsReply | 'unanswered' | undefined {
  const [reply, setReply] = useState<HouseBotsReply | 'unanswered' | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void fetchHouseBots(timeControl).then((answer) => {
      if (isCurrent) setReply(answer ?? 'unanswered')
    })
    return () => {
      isCurrent = false
    }
  }, [timeControl])
  return reply
}
