import { signal } from '@preact/signals'
import { locationStub } from 'preact-iso/prerender'
import { renderToString } from 'preact-render-to-string'
import { App, pageAt } from './App.tsx'
import type { Language, TextPart } from './i18n/i18n.ts'
import { createLanguage } from './i18n/language.ts'
import { memoryStorage } from './models/device/memory-storage.ts'
import { createSettings } from './models/device/settings.ts'
import { LESSON_IDS } from './models/learn/lesson-ids.ts'
import { createProgress } from './models/learn/progress.ts'
import { createComputer } from './models/local/computer.ts'
import { createGameStore } from './models/local/game-store.ts'
import type { Connection } from './models/online/connection.ts'
import { onlineBy } from './models/site/online.ts'
import { addressIn, lessonRoute, ROUTES } from './routes.ts'
import type { Services } from './services.ts'
import { type Head, headOf } from './words/head.ts'

export { LANGUAGES } from './i18n/i18n.ts'
export { GUESSED } from './pages/guessed.ts'
export { addressIn } from './routes.ts'

/** A page as it is sent to first-time visitors and to search engines. */
export interface BuiltPage extends Head {
  /** The content of `#app`. */
  readonly html: string
  /** The text shown without scripts. */
  readonly noScript: string
  /**
   * The files of `src` that the page is made of, besides the site's own: it needs all of them
   * straight away.
   */
  readonly sources: readonly string[]
}

/** The routes of the prerendered pages, in every language. */
export const BUILT_ROUTES: readonly string[] = [
  ROUTES.home,
  ROUTES.rules,
  ROUTES.learn,
  ...LESSON_IDS.map(lessonRoute),
  ROUTES.strategy,
  ROUTES.puzzles,
  ROUTES.online,
  ROUTES.daily,
  ROUTES.explorer,
  ROUTES.about,
]

/** The patterns of all other pages, whose content is on the device or on the server. */
export const OTHER_ROUTES: readonly string[] = [
  `${ROUTES.strategy}/:id`,
  `${ROUTES.strategy}/:id/:n`,
  ROUTES.watch,
  ROUTES.newGame,
  ROUTES.table,
  `${ROUTES.table}/:id`,
  `${ROUTES.game}/:id`,
  ROUTES.replay,
  ROUTES.analysis,
  ROUTES.study,
  `${ROUTES.study}/:id`,
  ROUTES.review,
  `${ROUTES.puzzles}/:id`,
  `${ROUTES.play}/:id`,
  ROUTES.invite,
  `${ROUTES.invite}/:id`,
  ROUTES.games,
  ROUTES.profile,
  ROUTES.account,
  ROUTES.class,
  `${ROUTES.class}/:id`,
  ROUTES.people,
  ROUTES.tournaments,
  `${ROUTES.tournament}/:id`,
  '/player/:id',
]

/**
 * The page to build: in a language, at that language's address or at the plain one, which decides
 * its links.
 */
export interface PageWish {
  readonly language: Language
  readonly route: string
  readonly isPlain: boolean
  /** The origin of the site. */
  readonly origin: string
}

/** Builds a page. */
export async function buildPage({
  language,
  route,
  isPlain,
  origin,
}: PageWish): Promise<BuiltPage> {
  const address = addressIn(language, route)
  locationStub(isPlain ? route : address)
  const page = pageAt(route)
  await page.load()
  // The text shown without scripts is in the catalogue part about the site, so that no page has to
  // load it.
  const services = await servicesOfNobody(language, [...new Set([...page.parts, 'about' as const])])
  const { translate } = services.language.speech.value
  const html = renderToString(<App services={services} />)
  services.language.dispose()
  return {
    ...headOf(translate, route, origin + address),
    html,
    noScript: translate('about.noScript'),
    sources: [
      PAGE_FILES[route] ?? LESSON_FILE,
      `i18n/${language}.json`,
      ...(page.parts.length > 0 ? ['i18n/part-files.ts'] : []),
      ...page.parts.map((part) => `i18n/${part}/${language}.json`),
    ],
  }
}

// --- internal ---

const PAGE_FILES: Readonly<Record<string, string>> = {
  [ROUTES.home]: 'pages/HomePage.tsx',
  [ROUTES.rules]: 'pages/RulesPage.tsx',
  [ROUTES.learn]: 'pages/LearnPage.tsx',
  [ROUTES.strategy]: 'pages/StrategyPage.tsx',
  [ROUTES.puzzles]: 'pages/PuzzlesPage.tsx',
  [ROUTES.online]: 'pages/OnlinePage.tsx',
  [ROUTES.daily]: 'pages/DailyPage.tsx',
  [ROUTES.explorer]: 'pages/ExplorerPage.tsx',
  [ROUTES.about]: 'pages/AboutPage.tsx',
}
const LESSON_FILE = 'pages/LessonPage.tsx'

/** The services of a device that stores nothing and has not reached the server yet. */
async function servicesOfNobody(language: Language, parts: readonly TextPart[]): Promise<Services> {
  const storage = memoryStorage()
  const settings = createSettings(storage)
  return {
    store: createGameStore(storage, new EventTarget()),
    settings,
    language: await createLanguage(
      { chosen: signal(undefined), asked: language, browser: [], parts },
      { lang: '' },
    ),
    sounds: { play: () => undefined },
    progress: createProgress(storage),
    offline: {
      hasUpdate: signal(false),
      isKept: signal(true),
      loadUpdate: () => undefined,
      loadNewest: () => undefined,
    },
    online: signal(
      onlineBy(UNANSWERED, { deviceStorage: () => storage, tabStorage: () => storage }),
    ),
    accountName: signal(undefined),
    deviceStorage: () => storage,
    tabStorage: () => storage,
    isLasting: true,
    hasComputer: true,
    newComputer: () => createComputer(undefined),
    // Before the first day of any puzzle or game, so that nothing of a day is built in.
    now: () => Date.UTC(2026, 0, 1),
    randomBytes: (count) => new Uint8Array(count),
  }
}

/** A connection to the server that is still connecting. */
const UNANSWERED: Connection = {
  status: signal('connecting'),
  isWaiting: signal(false),
  player: signal(undefined),
  called: signal(undefined),
  now: () => 0,
  send: async () => undefined,
  on: () => () => undefined,
  whenOnline: () => () => undefined,
}
