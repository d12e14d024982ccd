import { WhenUsed } from '../components/game/WhenUsed.tsx'
import { FirstTry } from '../components/hall/FirstTry.tsx'
import { HomeActions } from '../components/hall/HomeActions.tsx'
import { FriendsToday, StreakCard, TodaysPuzzle } from '../components/hall/lazy-parts.ts'
import { useHistory } from '../components/hall/use-history.ts'
import { LiveGame } from '../components/site/live-game.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { dailyLevelFor } from '../models/daily/daily-memory.ts'
import { puzzleRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import '../components/hall/hall.css'
import '../components/hall/home.css'

/** The first page: a board to touch, one press to a game, and what goes on. */
export function HomePage() {
  const t = useTranslate()
  const { progress, settings, accountName } = useServices()
  const { history, puzzleStore } = useHistory()
  const { games, daily, puzzles, damaged } = history
  useTitle(t('home.title'))
  // A player who has played, or has done all lessons, need not read first what the game is.
  const isNew = games.length === 0 && !progress.isComplete() && !settings.settings.value.knowsGoal
  const isFirst = isNew && daily.length === 0 && puzzles.tried.length === 0
  return (
    <div class="home">
      {damaged.length > 0 && (
        <Notice
          text={t('homePage.damagedSaves', {
            count: damaged.length,
            keys: damaged.map(({ key }) => key).join(', '),
          })}
        />
      )}
      {settings.damagedKey !== undefined && (
        <Notice text={t('homePage.damagedSettings', { key: settings.damagedKey })} />
      )}
      <div class="home-words">
        <h1>{t('homePage.headline')}</h1>
        {isFirst && <p class="lead">{t('homePage.lead')}</p>}
      </div>
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
        <HomeActions history={history} isNew={isNew} />
        {!isFirst && <StreakCard history={history} isBrief />}
        {/* The level at which the results of friends can most likely be compared with our own. */}
        {accountName.value !== undefined && (
          <FriendsToday level={dailyLevelFor(daily, history.next.level)} />
        )}
        <div class="home-live">
          <LiveGame />
        </div>
      </div>
    </div>
  )
}
