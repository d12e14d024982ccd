import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { WhenUsed } from '../components/game/WhenUsed.tsx'
import { FirstTry } from '../components/hall/FirstTry.tsx'
import { HomeActions } from '../components/hall/HomeActions.tsx'
import {
  FriendsToday,
  SettingsDialog,
  StreakCard,
  TodaysPuzzle,
} from '../components/hall/lazy-parts.ts'
import { type History, useHistory } from '../components/hall/use-history.ts'
import { LiveGame } from '../components/site/live-game.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { dailyLevelFor } from '../models/daily/daily-memory.ts'
import { createLastRunning } from '../models/online/last-running.ts'
import { endOfDay } from '../models/puzzles/puzzle-store.ts'
import { playedDays } from '../models/site/history.ts'
import { puzzleRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import '../components/hall/hall.css'
import '../components/hall/home.css'

/** The first page: a board to touch, one press to a game, and what goes on. */
export function HomePage() {
  const t = useTranslate()
  const { path, query, route } = useLocation()
  const { progress, settings, accountName, deviceStorage } = useServices()
  const { history, puzzleStore } = useHistory()
  const { games, daily, puzzles, damaged } = history
  useTitle(t('home.title'))
  const hasPlayed = games.length > 0 || playedDays(daily).size > 0
  // A player who has played, or has done all lessons, need not read first what the game is.
  const isNew = !hasPlayed && !progress.isComplete() && !settings.settings.value.knowsGoal
  const isFirst = isNew && daily.length === 0 && puzzles.tried.length === 0
  // Known on arrival, so that nothing changes its place while the page is open.
  const [isLearner] = useState(() => !isFirst && hasDoneLittle(history, progress.done.peek().size))
  const [isPuzzleLater] = useState(
    () => isLearner || isSpent(history) || hasRunning(history, deviceStorage),
  )
  const actions = <HomeActions history={history} isNew={isNew} />
  return (
    <div class={isLearner ? 'home home-learner' : 'home'}>
      <Damaged damaged={damaged} />
      <div class="home-words">
        <h1>{t('homePage.headline')}</h1>
        {isFirst && <p class="lead">{t('homePage.lead')}</p>}
      </div>
      {isPuzzleLater && <div class="home-first">{actions}</div>}
      <section class="home-board">
        <h2>
          {isFirst ? (
            t('homePage.try.title')
          ) : (
            <a href={puzzleRoute('daily')}>{t('nav.puzzleOfDay')}</a>
          )}
        </h2>
        {isFirst ? <WhenUsed>{() => <FirstTry />}</WhenUsed> : <TodaysPuzzle store={puzzleStore} />}
      </section>
      <div class="home-ways">
        {!isPuzzleLater && actions}
        {!isFirst && <StreakCard history={history} isBrief />}
        {/* The level at which the results of friends can most likely be compared with our own. */}
        {accountName.value !== undefined && (
          <FriendsToday level={dailyLevelFor(daily, history.next.level)} />
        )}
        <div class="home-live">
          <LiveGame />
        </div>
      </div>
      {query.settings !== undefined && <SettingsDialog onClose={() => route(path, true)} />}
    </div>
  )
}

// --- internal ---

/** What was stored on this device and cannot be read. */
function Damaged({ damaged }: Pick<History, 'damaged'>) {
  const t = useTranslate()
  const { damagedKey } = useServices().settings
  return (
    <>
      {damaged.length > 0 && (
        <Notice
          text={t('homePage.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      {damagedKey !== undefined && (
        <Notice text={t('homePage.damagedSettings', { key: damagedKey })} />
      )}
    </>
  )
}

/** Until this many games, lessons and puzzles are done, the next step comes before a puzzle. */
const LITTLE = 3

function hasDoneLittle({ games, daily, puzzles }: History, lessons: number): boolean {
  const ended = games.filter(({ record }) => record.ending !== undefined)
  return ended.length + daily.length + puzzles.tried.length + lessons < LITTLE
}

/** Whether today's puzzle is solved, or its solution was seen. */
function isSpent({ puzzles, today }: History): boolean {
  return endOfDay(puzzles.days[today]) !== undefined
}

/** Whether a game waits to go on: one of this device, or one online when the device last knew. */
function hasRunning({ running }: History, storage: () => Storage): boolean {
  return running !== undefined || createLastRunning(storage).read().length > 0
}
