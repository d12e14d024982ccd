import {
  DAILY_LEVELS,
  type DailyLevel,
  type Day,
  positionOfDay,
  stateOfDay,
} from '@hokito/protocol'
import { useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { dayQuery, gameQuery } from '../../models/daily/daily-link.ts'
import type { DailyModel } from '../../models/daily/daily-model.ts'
import { type DailyFate, type DailyGame, marginOfDaily } from '../../models/daily/daily-store.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useAddress } from '../../ui/links.ts'
import { describeDay, describeFate, describeMargin } from '../../words/daily.ts'
import { joinSentences } from '../../words/sentences.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'
import { DayCalendar } from './DayCalendar.tsx'
import { DayTable } from './DayTable.tsx'
import { OthersMoves } from './OthersMoves.tsx'
import { ShareDay } from './ShareDay.tsx'

interface DailyOverviewProps {
  readonly daily: DailyModel
  readonly today: Day
  readonly day: Day
  readonly level: DailyLevel
  readonly onLevel: (level: DailyLevel) => void
}

/** A day: its beginning, the levels to play, the player's results and the moves of others. */
export function DailyOverview({ daily, today, day, level, onLevel }: DailyOverviewProps) {
  const t = useTranslate()
  const { hasComputer, language, now } = useServices()
  const date = describeDay(language.speech.value.language, day, 'full')
  const [isOpen] = useState(() => stateOfDay(day, now()) === 'open')
  const games = daily.games.value.filter((game) => game.day === day)
  const game = games.find((each) => each.level === level)
  const hasCounted = games.some(({ fate }) => isCounted(fate))
  return (
    <>
      <p class="daily-date">{date}</p>
      <div class="daily-top">
        <DiagramBoard
          position={useMemo(() => positionOfDay(day), [day])}
          label={t('daily.boardLabel')}
        />
        <div class="daily-play">
          <Choice
            legend={t('newGame.level')}
            options={DAILY_LEVELS.map((each) => ({
              value: String(each),
              label: String(each),
              name: t('newGame.levelIs', { level: each }),
            }))}
            value={String(level)}
            onChange={(value) => onLevel(DAILY_LEVELS.find((each) => `${each}` === value) ?? level)}
          />
          {game !== undefined && <OwnGame game={game} />}
          {!isOpen && <p>{t('daily.over')}</p>}
          {hasComputer ? (
            <PlayButtons day={day} level={level} game={game} isOpen={isOpen} />
          ) : (
            <p class="note">{t('notice.noComputer')}</p>
          )}
          <ShareDay day={day} date={date} games={games} />
        </div>
      </div>
      <section class="daily-part">
        <h2>{t('daily.table', { level })}</h2>
        <DayTable day={day} level={level} fate={game?.fate.kind} />
      </section>
      <section class="daily-part">
        <h2>{t('daily.others')}</h2>
        {hasCounted || !isOpen ? (
          <OthersMoves key={day} day={day} />
        ) : (
          <p>{t('daily.othersHidden')}</p>
        )}
      </section>
      <section class="daily-part">
        <h2>{t('daily.days')}</h2>
        <DayCalendar today={today} day={day} played={daily.playedDays.value} />
      </section>
    </>
  )
}

// --- internal ---

/** Whether the server has a game of the player's, perhaps played on another device. */
function isCounted(fate: DailyFate): boolean {
  return fate.kind === 'counted' || (fate.kind === 'refused' && fate.reason === 'alreadyTried')
}

/** The result of the player's own game of that level. */
function OwnGame({ game }: { game: DailyGame }) {
  const t = useTranslate()
  const margin = marginOfDaily(game)
  return (
    <p role="status">
      {joinSentences(
        margin === undefined ? '' : describeMargin(t, margin),
        // The table shows the current place.
        game.fate.kind === 'counted' ? '' : describeFate(t, game.fate),
      )}
    </p>
  )
}

interface PlayButtonsProps {
  readonly day: Day
  readonly level: DailyLevel
  readonly game: DailyGame | undefined
  readonly isOpen: boolean
}

/** Plays the game that counts, as long as it is open; after it, games that do not count. */
function PlayButtons({ day, level, game, isOpen }: PlayButtonsProps) {
  const t = useTranslate()
  const at = useAddress()
  const isOver = game !== undefined && game.fate.kind !== 'running'
  const canCount = isOpen && !isOver
  return (
    <div class="button-row">
      {canCount && (
        <a class="button button-main" href={at(ROUTES.daily) + gameQuery(day, level, false)}>
          {game === undefined ? t('daily.play', { level }) : t('daily.continue', { level })}
        </a>
      )}
      {isOver && (
        <a class="button" href={at(ROUTES.daily) + gameQuery(day, level, false)}>
          {t('daily.look')}
        </a>
      )}
      {!canCount && (
        <a class="button button-main" href={at(ROUTES.daily) + gameQuery(day, level, true)}>
          {t('daily.practise', { level })}
        </a>
      )}
      {!isOpen && <a href={at(ROUTES.daily) + dayQuery(undefined)}>{t('daily.toToday')}</a>}
    </div>
  )
}
