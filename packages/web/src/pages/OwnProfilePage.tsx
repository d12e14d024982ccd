import type { Profile } from '@hokito/protocol'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { DaysGrid } from '../components/hall/DaysGrid.tsx'
import { DeviceData } from '../components/hall/DeviceData.tsx'
import { EmptyProfile, Untried } from '../components/hall/EmptyProfile.tsx'
import { GoalCard } from '../components/hall/GoalCard.tsx'
import { KeyFigures } from '../components/hall/KeyFigures.tsx'
import { LastGames } from '../components/hall/LastGames.tsx'
import { Levels } from '../components/hall/Levels.tsx'
import { TodaysPuzzle } from '../components/hall/lazy-parts.ts'
import { ProfileHead } from '../components/hall/ProfileHead.tsx'
import { ShowProgress } from '../components/hall/ShowProgress.tsx'
import { StreakCard } from '../components/hall/StreakCard.tsx'
import { AccuracyTrend, DailyMeans, PuzzleTrend } from '../components/hall/Trends.tsx'
import { type History, useHistory } from '../components/hall/use-history.ts'
import { OpponentsPart } from '../components/people/OpponentsPart.tsx'
import { RatedMatches } from '../components/people/RatedMatches.tsx'
import { RatedSpeed } from '../components/people/RatedSpeed.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { dayOf } from '../models/device/days.ts'
import { createPastGames, fetchGames, type PastGames } from '../models/online/past-games.ts'
import { fetchProfile } from '../models/people/ratings.ts'
import type { PuzzleStore } from '../models/puzzles/puzzle-store.ts'
import { listGames } from '../models/site/all-games.ts'
import { markedDays } from '../models/site/history.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/tab.ts'
import '../components/hall/hall.css'
import './people.css'

/**
 * The user's own profile, for guests too: what this device has stored, and with an account also its
 * ratings and matches.
 */
export function OwnProfilePage() {
  const t = useTranslate()
  const { accountName, progress } = useServices()
  const { history, puzzleStore } = useHistory()
  const past = usePastGames()
  const { profile, reload } = useProfile(accountName.value)
  const { finished, marks } = allOf(history, past)
  useTitle(t('progress.title'))
  const isEmpty =
    finished.length === 0 &&
    marks.size === 0 &&
    history.puzzles.tried.length === 0 &&
    progress.done.value.size === 0
  // The puzzle stays while it is solved, although the page is not empty then. A page with an account
  // has more to show, and a link to the puzzle.
  const [isEmptyAtFirst] = useState(isEmpty)
  const hasPuzzle = isEmptyAtFirst && accountName.value === undefined
  return (
    <div class="own-profile">
      <ProfileHead
        name={accountName.value ?? past.player.value?.name}
        profile={profile}
        history={history}
      />
      {isEmpty ? <EmptyProfile /> : <Untried history={history} />}
      <div class="own-columns">
        <div>
          <KeyFigures history={history} profile={profile} />
          {profile?.speeds.length === 0 && (
            <p>
              {t('profile.none')} <a href={ROUTES.online}>{t('progress.getRated')}</a>
            </p>
          )}
          <StreakCard history={history} />
          <GoalCard history={history} />
        </div>
        <div>
          {profile?.speeds.map((part) => (
            <RatedSpeed key={part.speed} part={part} />
          ))}
          <LastGames games={finished} daily={history.daily} player={past.player.value?.id} />
          <PuzzleTrend puzzles={history.puzzles} />
          <AccuracyTrend />
          {profile !== undefined && <RatedMatches matches={profile.matches} />}
          {profile !== undefined && <OpponentsPart name={profile.name} />}
          {hasPuzzle && <OwnPuzzle store={puzzleStore} />}
        </div>
        <div>
          {marks.size > 1 && <DaysGrid marks={marks} today={history.today} />}
          {profile !== undefined && (
            <ShowProgress {...{ history, marks, profile }} onChanged={reload} />
          )}
          <Levels history={history} />
          <DailyMeans history={history} />
        </div>
      </div>
      <DeviceData />
    </div>
  )
}

// --- internal ---

/** Our online games; a guest may have some, too. */
function usePastGames() {
  const [past] = useState(() => createPastGames(fetchGames))
  useEffect(() => void past.reload(), [past])
  return past
}

/** The finished games and the marked days, of this device and online. */
function allOf(history: History, past: PastGames) {
  const { finished } = listGames({
    local: history.games,
    running: [],
    finished: past.finished.value,
    hasMore: past.next.value !== undefined,
    player: past.player.value?.id,
  })
  const marks = markedDays(
    history,
    past.finished.value.map(({ since }) => dayOf(since)),
  )
  return { finished, marks }
}

/** The puzzle of the day, as a first thing to do. */
function OwnPuzzle({ store }: { readonly store: PuzzleStore }) {
  const t = useTranslate()
  return (
    <section class="own-puzzle">
      <h2>{t('nav.puzzleOfDay')}</h2>
      <TodaysPuzzle store={store} />
    </section>
  )
}

/** Our account as others see it; undefined without one, and until it is known. */
function useProfile(name: string | undefined) {
  const [profile, setProfile] = useState<Profile | undefined>(undefined)
  const latest = useRef(name)
  latest.current = name
  const reload = useCallback(async () => {
    const found = name === undefined ? undefined : await fetchProfile(name)
    if (latest.current === name && found !== 'unknown') setProfile(found)
  }, [name])
  useEffect(() => {
    setProfile(undefined)
    void reload()
  }, [reload])
  return { profile, reload }
}
