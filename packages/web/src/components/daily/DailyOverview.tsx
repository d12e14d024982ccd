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
import {
  type DailyFate,
  type DailyGame,
  marginOfDaily,
  positionAfter,
} from '../../models/daily/daily-store.ts'
import { streakOf } from '../../models/device/days.ts'
import { createPuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { dailyDays } from '../../models/site/history.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useAddress } from '../../ui/links.ts'
import { describeDay, describeFate, describeMargin } from '../../words/daily.ts'
import { describeLevel } from '../../words/levels.ts'
import { joinSentences } from '../../words/sentences.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'
import { DayCalendar } from './DayCalendar.tsx'
import { DayMemory } from './DayMemory.tsx'
import { DayPar } from './DayPar.tsx'
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
  const margin = game && marginOfDaily(game)
  const hasCounted = games.some(({ fate }) => isCounted(fate))
  const streak = useStreak(daily, today)
  const [path, setPath] = useState<readonly string[]>([])
  return (
    <>
      <p class="daily-date">{date}</p>
      <div class="daily-top">
        <DayBoard day={day} path={path} />
        <div class="daily-column">
          <div class="daily-play">
            <LevelChoice level={level} onLevel={onLevel} />
            {game !== undefined && <OwnGame game={game} />}
            {!isOpen && <p>{t('daily.over')}</p>}
            {hasComputer ? (
              <PlayButtons day={day} level={level} games={games} isOpen={isOpen} />
            ) : (
              <p class="note">{t('notice.noComputer')}</p>
            )}
            {hasComputer && margin !== undefined && <DayPar key={day} day={day} margin={margin} />}
            <ShareDay day={day} date={date} games={games} />
          </div>
          {hasComputer && margin === undefined && <p class="note">{t('daily.par.later')}</p>}
          <DayMemory games={daily.games.value} level={level} day={day} />
          <section class="daily-part daily-others">
            <h2>{t('daily.others')}</h2>
            {hasCounted || !isOpen ? (
              <OthersMoves day={day} path={path} onPath={setPath} />
            ) : (
              <p>{t('daily.othersHidden')}</p>
            )}
          </section>
          <section class="daily-part">
            <h2>{t('daily.table', { level })}</h2>
            <DayTable day={day} level={level} fate={game?.fate.kind} />
          </section>
        </div>
      </div>
      <section class="daily-part">
        <h2>{t('daily.days')}</h2>
        <DayCalendar today={today} day={day} played={daily.playedDays.value} streak={streak} />
      </section>
    </>
  )
}

// --- internal ---

/** The days in a row with this game or the puzzle of the day. */
function useStreak(daily: DailyModel, today: Day): number {
  const { deviceStorage } = useServices()
  const [puzzles] = useState(() => createPuzzleStore(deviceStorage).value.peek())
  return streakOf(dailyDays({ daily: daily.games.value, puzzles }), today)
}

interface DayBoardProps {
  readonly day: Day
  /** The moves of others that are looked at. */
  readonly path: readonly string[]
}

/** The beginning of a day, or where the moves of others lead from it. */
function DayBoard({ day, path }: DayBoardProps) {
  const t = useTranslate()
  const position = useMemo(() => positionAfter(day, path) ?? positionOfDay(day), [day, path])
  return (
    <div class="daily-board">
      <DiagramBoard
        position={position}
        label={
          path.length === 0 ? t('daily.boardLabel') : t('daily.othersBoard', { ply: path.length })
        }
      />
    </div>
  )
}

function LevelChoice({ level, onLevel }: Pick<DailyOverviewProps, 'level' | 'onLevel'>) {
  const t = useTranslate()
  return (
    <Choice
      legend={t('newGame.level')}
      columns={5}
      options={DAILY_LEVELS.map((each) => ({
        value: String(each),
        label: String(each),
        name: t('newGame.levelIs', { level: each }),
      }))}
      value={String(level)}
      onChange={(value) => onLevel(DAILY_LEVELS.find((each) => `${each}` === value) ?? level)}
      about={describeLevel(t, level)}
    />
  )
}

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
  /** The player's games of the day. */
  readonly games: readonly DailyGame[]
  readonly isOpen: boolean
}

/**
 * Plays the game that counts, as long as it is open. After it, the next level that is not yet
 * played, if it was won, and games that do not count.
 */
function PlayButtons({ day, level, games, isOpen }: PlayButtonsProps) {
  const t = useTranslate()
  const at = useAddress()
  const game = games.find((each) => each.level === level)
  const isOver = game !== undefined && game.fate.kind !== 'running'
  const canCount = isOpen && !isOver
  const hasWon = isOver && (marginOfDaily(game) ?? 0) > 0
  const isUnplayed = (other: DailyLevel) => games.every((each) => each.level !== other)
  const next =
    isOpen && hasWon ? DAILY_LEVELS.find((each) => each > level && isUnplayed(each)) : undefined
  return (
    <div class="button-row">
      {next !== undefined && (
        <a class="button button-main" href={at(ROUTES.daily) + gameQuery(day, next, false)}>
          {t('daily.play', { level: next })}
        </a>
      )}
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
        <a
          class={next === undefined ? 'button button-main' : 'button'}
          href={at(ROUTES.daily) + gameQuery(day, level, true)}
        >
          {t('daily.practise', { level })}
        </a>
      )}
      {!isOpen && <a href={at(ROUTES.daily) + dayQuery(undefined)}>{t('daily.toToday')}</a>}
    </div>
  )
}
