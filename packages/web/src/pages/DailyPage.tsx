import { DAILY_LEVELS, type Day, dayAt, daySchema, FIRST_DAY } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { DailyOverview } from '../components/daily/DailyOverview.tsx'
import { DailyScreen } from '../components/daily/DailyScreen.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { DAILY_API } from '../models/daily/daily-api.ts'
import { dayQuery } from '../models/daily/daily-link.ts'
import { dailyLevelFor } from '../models/daily/daily-memory.ts'
import { createDailyModel } from '../models/daily/daily-model.ts'
import { createDailyStore } from '../models/daily/daily-store.ts'
import { nextLevelHere } from '../models/site/next-level-here.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import '../components/daily/daily.css'

/** The game of the day: the same starting layout for everyone. The prerendered page has no day. */
export function DailyPage() {
  const t = useTranslate()
  const { now } = useServices()
  const { query } = useLocation()
  const [today, setToday] = useState<Day | undefined>(undefined)
  const isPlaying = query.level !== undefined
  useTitle(t('daily.title'))
  useEffect(() => {
    const look = () => setToday((before) => (isPlaying && before) || dayAt(now()))
    look()
    // The page may come back into view on another day. A game that has begun goes on.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [now, isPlaying])
  return today === undefined ? <Words /> : <OfDay today={today} />
}

// --- internal ---

/** The part that does not depend on the day. */
function Words({ children }: { children?: ComponentChildren }) {
  const t = useTranslate()
  return (
    <div class="daily">
      <h1>{t('daily.title')}</h1>
      <p class="lead">{t('daily.lead')}</p>
      {children}
    </div>
  )
}

function OfDay({ today }: { today: Day }) {
  const { url, query, route } = useLocation()
  const services = useServices()
  const { deviceStorage } = services
  const at = useAddress()
  useTopOf(url)
  const daily = useOwned(() =>
    createDailyModel({
      store: createDailyStore(deviceStorage),
      api: DAILY_API,
      events: window,
    }),
  )
  const day = dayOfQuery(query.day, today)
  const asked = DAILY_LEVELS.find((each) => String(each) === query.level)
  const [level, setLevel] = useState(
    () => asked ?? dailyLevelFor(daily.games.peek(), nextLevelHere(services).level),
  )
  if (asked === undefined) {
    return (
      <Words>
        <DailyOverview
          key={day}
          daily={daily}
          today={today}
          day={day}
          level={level}
          onLevel={setLevel}
        />
      </Words>
    )
  }
  const isPractice = query.practice !== undefined
  return (
    <DailyScreen
      key={`${day} ${asked} ${isPractice}`}
      daily={daily}
      gameKey={{ day, level: asked }}
      isPractice={isPractice}
      onBack={() => {
        setLevel(asked)
        route(at(ROUTES.daily) + dayQuery(day === today ? undefined : day))
      }}
    />
  )
}

/**
 * Scrolls to the top at every new address, except on Back and Forward. The router does that only
 * when the path changes, and here the query does.
 */
function useTopOf(url: string): void {
  const shown = useRef(url)
  const popped = useRef('')
  useLayoutEffect(() => {
    const follow = () => {
      popped.current = location.pathname + location.search
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  useLayoutEffect(() => {
    if (url !== shown.current && url !== popped.current) scrollTo(0, 0)
    shown.current = url
    popped.current = ''
  }, [url])
}

/** The day in an address; today if it names none so far. */
function dayOfQuery(text: string | undefined, today: Day): Day {
  const day = daySchema.safeParse(text)
  const isPast = day.success && day.data >= FIRST_DAY && day.data <= today
  return isPast ? day.data : today
}
