import {
  Component,
  type ComponentChildren,
  type ComponentType,
  type FunctionComponent,
} from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { exec } from 'preact-iso/router'
import { Definitions, PieceLookContext } from './board/index.ts'
import { Footer } from './components/site/Footer.tsx'
import { Header } from './components/site/Header.tsx'
import { UpdateNotice } from './components/site/UpdateNotice.tsx'
import { useHead } from './components/site/use-head.ts'
import { pageWithTexts } from './components/site/with-texts.tsx'
import { type TextPart, type Translate, TranslateContext } from './i18n/i18n.ts'
import type { LanguageModel } from './i18n/language.ts'
import { ErrorPage } from './pages/ErrorPage.tsx'
import { type Address, addressIn, ROUTES, readAddress } from './routes.ts'
import { type Services, ServicesContext } from './services.ts'
import { useLinksToHere } from './ui/links.ts'
import { Notice } from './ui/Notice.tsx'
import { nextTask } from './ui/next-task.ts'
import { createTab, TabContext, useTab } from './ui/tab.ts'

/** The whole site: one header, one page at a time. */
export function App({ services }: { services: Services }) {
  const { translate } = services.language.speech.value
  const { marks, pattern } = services.settings.settings.value
  const look = useMemo(() => ({ marks, isPatterned: pattern }), [marks, pattern])
  const [tab] = useState(createTab)
  useTab(tab, translate('call.title'), translate('call.begun'))
  return (
    <ServicesContext.Provider value={services}>
      <TranslateContext.Provider value={translate}>
        <PieceLookContext.Provider value={look}>
          <TabContext.Provider value={tab}>
            <LocationProvider>
              <Shell services={services} translate={translate} />
            </LocationProvider>
          </TabContext.Provider>
        </PieceLookContext.Provider>
      </TranslateContext.Provider>
    </ServicesContext.Provider>
  )
}

/**
 * The page at a route: the parts of the catalogue that it uses, and its code, to be loaded before
 * it is shown.
 */
export function pageAt(route: string): {
  readonly parts: readonly TextPart[]
  readonly load: () => Promise<unknown>
} {
  const found = PAGES.find(({ pattern }) => exec(route, pattern))
  return {
    parts: found?.parts ?? [],
    load: async () => found?.Page.preload(),
  }
}

// --- internal ---

type AnyPage = ComponentType<{ id: string; path: string }>

/**
 * A page at the routes of a pattern, loaded on the first visit, with its parts of the catalogue.
 */
function page(pattern: string, load: () => Promise<AnyPage>, parts: readonly TextPart[] = []) {
  const Page = lazy(async () => {
    const Loaded: AnyPage = await load().catch(insteadOf)
    // When the script takes over a prerendered page: after the header, not in one long task with
    // it.
    await nextTask()
    return Loaded
  })
  return { pattern, parts, Page: pageWithTexts(parts, Page) }
}

/** The path at which this document was loaded. Loading it again would give the same result. */
const ARRIVED_AT = globalThis.location?.pathname

/**
 * Fallback for a page chunk that fails to load. In a new version of the site that file has another
 * name, which the document at the page's address knows: it is loaded in full, once. If that does
 * not help, the page breaks and the error is reported.
 */
function insteadOf(error: unknown): FunctionComponent | Promise<never> {
  if (location.pathname !== ARRIVED_AT && navigator.onLine) {
    location.reload()
    return new Promise(() => undefined)
  }
  return () => {
    throw error
  }
}

const PAGES = [
  page(ROUTES.home, async () => (await import('./pages/HomePage.tsx')).HomePage, ['home']),
  page(ROUTES.newGame, async () => (await import('./pages/NewGamePage.tsx')).NewGamePage, [
    'terms',
  ]),
  page(`${ROUTES.table}/:id?`, async () => (await import('./pages/TablePage.tsx')).TablePage, [
    'table',
    'terms',
  ]),
  page(`${ROUTES.game}/:id`, async () => (await import('./pages/GamePage.tsx')).GamePage),
  page(ROUTES.replay, async () => (await import('./pages/ReplayPage.tsx')).ReplayPage, ['record']),
  page(ROUTES.analysis, async () => (await import('./pages/AnalysisPage.tsx')).AnalysisPage, [
    'record',
  ]),
  page(`${ROUTES.study}/:id?`, async () => (await import('./pages/StudyPage.tsx')).StudyPage, [
    'record',
    'study',
  ]),
  page(ROUTES.review, async () => (await import('./pages/ReviewPage.tsx')).ReviewPage, [
    'record',
    'review',
  ]),
  page(ROUTES.online, async () => (await import('./pages/OnlinePage.tsx')).OnlinePage, [
    'online',
    'terms',
  ]),
  page(ROUTES.watch, async () => (await import('./pages/WatchPage.tsx')).WatchPage, [
    'online',
    'tournaments',
    'watch',
  ]),
  page(ROUTES.daily, async () => (await import('./pages/DailyPage.tsx')).DailyPage, ['daily']),
  page(`${ROUTES.play}/:id`, async () => (await import('./pages/PlayPage.tsx')).PlayPage, [
    'online',
  ]),
  page(ROUTES.invite, async () => (await import('./pages/NewInvitePage.tsx')).NewInvitePage, [
    'account',
    'online',
    'terms',
  ]),
  page(`${ROUTES.invite}/:id`, async () => (await import('./pages/InvitePage.tsx')).InvitePage, [
    'account',
    'home',
    'online',
    'terms',
  ]),
  page(ROUTES.learn, async () => (await import('./pages/LearnPage.tsx')).LearnPage, ['guide']),
  page(ROUTES.strategy, async () => (await import('./pages/StrategyPage.tsx')).StrategyPage, [
    'chapters',
    'course',
  ]),
  page(
    `${ROUTES.strategy}/:id`,
    async () => (await import('./pages/ChapterPage.tsx')).ChapterPage,
    ['chapters', 'course', 'guide', 'played', 'puzzles'],
  ),
  page(
    `${ROUTES.strategy}/:id/:n`,
    async () => (await import('./pages/CourseExercisePage.tsx')).CourseExercisePage,
    ['chapters', 'course', 'guide', 'played', 'puzzles'],
  ),
  page(`${ROUTES.learn}/:id`, async () => (await import('./pages/LessonPage.tsx')).LessonPage, [
    'guide',
  ]),
  page(ROUTES.puzzles, async () => (await import('./pages/PuzzlesPage.tsx')).PuzzlesPage, [
    'played',
    'progress',
    'puzzles',
  ]),
  page(`${ROUTES.puzzles}/:id`, async () => (await import('./pages/PuzzlePage.tsx')).PuzzlePage, [
    'played',
    'puzzles',
  ]),
  page(ROUTES.rules, async () => (await import('./pages/RulesPage.tsx')).RulesPage, ['guide']),
  page(ROUTES.games, async () => (await import('./pages/GamesPage.tsx')).GamesPage, [
    'games',
    'daily',
    'home',
  ]),
  page(ROUTES.explorer, async () => (await import('./pages/ExplorerPage.tsx')).ExplorerPage, [
    'games',
  ]),
  ...[ROUTES.account, ROUTES.people, '/player/:id'].map((pattern) =>
    page(pattern, async () => (await import('./pages/AccountPage.tsx')).AccountPage, [
      'account',
      'games',
      'online',
      'progress',
      'watch',
    ]),
  ),
  page(`${ROUTES.class}/:id?`, async () => (await import('./pages/ClassPage.tsx')).ClassPage, [
    'account',
    'chapters',
    'class',
    'guide',
    'online',
    'tournaments',
  ]),
  page(ROUTES.profile, async () => (await import('./pages/OwnProfilePage.tsx')).OwnProfilePage, [
    'account',
    'daily',
    'games',
    'home',
    'online',
    'progress',
    'settings',
  ]),
  ...[ROUTES.tournaments, `${ROUTES.tournament}/:id`].map((pattern) =>
    page(pattern, async () => (await import('./pages/TournamentsPage.tsx')).TournamentsPage, [
      'online',
      'tournaments',
      'watch',
    ]),
  ),
  page(ROUTES.about, async () => (await import('./pages/AboutPage.tsx')).AboutPage, ['about']),
] as const

const { Page: NotFound } = page(
  '/404',
  async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage,
)

interface ShellProps {
  readonly services: Services
  readonly translate: Translate
}

function Shell({ services, translate }: ShellProps) {
  // A message about missing storage appears once per visit.
  const [isUnsaid, setUnsaid] = useState(!services.isLasting)
  const { path } = useLocation()
  const address = readAddress(path)
  const { route } = address
  useHead(translate, path)
  useLinksToHere()
  useLanguageOf(address, services.language)
  // A page whose board needs the whole window has no footer.
  const isGame = [ROUTES.game, ROUTES.play, ROUTES.learn, ROUTES.puzzles, ROUTES.table].some(
    (folder) => route.startsWith(`${folder}/`),
  )
  return (
    <div class={isGame ? 'shell shell-game' : 'shell'}>
      <Definitions />
      <a class="skip-link" href="#content">
        {translate('app.skip')}
      </a>
      <Header route={route} />
      {/* Never over a running game: it can wait. */}
      {!isGame && <UpdateNotice />}
      {!isGame && isUnsaid && (
        <Notice text={translate('notice.noStorage')} onAction={() => setUnsaid(false)} />
      )}
      <main id="content" tabIndex={-1}>
        <ErrorBoundary path={path}>
          <Router>
            {PAGES.map(({ pattern, Page }) => (
              <Route key={pattern} path={addressIn(address.language, pattern)} component={Page} />
            ))}
            <Route default component={NotFound} />
          </Router>
        </ErrorBoundary>
      </main>
      {!isGame && <Footer />}
    </div>
  )
}

/** The page; or the error that broke it, until the next navigation. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
  override componentDidCatch(error: Error) {
    this.setState({ error })
  }
  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (before.path !== this.props.path) this.setState({ error: undefined })
  }
  override render({ children }: ErrorBoundaryProps) {
    const { error } = this.state
    return error === undefined ? children : <ErrorPage error={error} />
  }
}

interface ErrorBoundaryProps {
  readonly path: string
  readonly children: ComponentChildren
}

/**
 * Keeps language and address in step: an address sets the language, and a newly chosen language
 * changes the address, if the page has one in that language.
 */
function useLanguageOf({ language, route }: Address, { speech, ask }: LanguageModel): void {
  const { route: goTo } = useLocation()
  const spoken = speech.value.language
  const before = useRef(spoken)
  useEffect(() => {
    if (language !== undefined) ask(language)
  }, [language, ask])
  useEffect(() => {
    const isNews = before.current !== spoken
    before.current = spoken
    const address = addressIn(spoken, route)
    if (isNews && language !== spoken && address !== route) goTo(address, true)
  }, [spoken, language, route, goTo])
}
