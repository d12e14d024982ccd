import { useMemo, useState } from 'preact/hooks'
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso'
import { PieceLookContext } from './board/index.ts'
import { Footer } from './components/site/Footer.tsx'
import { GameCall } from './components/site/GameCall.tsx'
import { Header } from './components/site/Header.tsx'
import { UpdateNotice } from './components/site/UpdateNotice.tsx'
import { useHead } from './components/site/use-head.ts'
import { withTexts } from './components/site/with-texts.tsx'
import { type Translate, TranslateContext } from './i18n/i18n.ts'
import { ErrorPage } from './pages/ErrorPage.tsx'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { ROUTES } from './routes.ts'
import { type Services, ServicesContext } from './services.ts'

/** The whole site: one header, one page at a time. */
export function App({ services }: { services: Services }) {
  const { translate } = services.language.speech.value
  const { marks, pattern } = services.settings.settings.value
  const look = useMemo(() => ({ marks, isPatterned: pattern }), [marks, pattern])
  return (
    <ServicesContext.Provider value={services}>
      <TranslateContext.Provider value={translate}>
        <PieceLookContext.Provider value={look}>
          <LocationProvider>
            <Shell translate={translate} />
          </LocationProvider>
        </PieceLookContext.Provider>
      </TranslateContext.Provider>
    </ServicesContext.Provider>
  )
}

// --- internal ---

const HomePage = lazy(async () => (await import('./pages/HomePage.tsx')).HomePage)
const GamePage = lazy(async () => (await import('./pages/GamePage.tsx')).GamePage)
const NewGamePage = lazy(async () => (await import('./pages/NewGamePage.tsx')).NewGamePage)
const ReplayPage = lazy(async () => (await import('./pages/ReplayPage.tsx')).ReplayPage)
const OnlinePage = lazy(async () =>
  withTexts('online', (await import('./pages/OnlinePage.tsx')).OnlinePage),
)
const PlayPage = lazy(async () =>
  withTexts('online', (await import('./pages/PlayPage.tsx')).PlayPage),
)
const InvitePage = lazy(async () =>
  withTexts('online', (await import('./pages/InvitePage.tsx')).InvitePage),
)
const LearnPage = lazy(async () =>
  withTexts('guide', (await import('./pages/LearnPage.tsx')).LearnPage),
)
const LessonPage = lazy(async () =>
  withTexts('guide', (await import('./pages/LessonPage.tsx')).LessonPage),
)
const RulesPage = lazy(async () =>
  withTexts('guide', (await import('./pages/RulesPage.tsx')).RulesPage),
)
const GamesPage = lazy(async () => (await import('./pages/GamesPage.tsx')).GamesPage)
const AboutPage = lazy(async () => (await import('./pages/AboutPage.tsx')).AboutPage)

function Shell({ translate }: { translate: Translate }) {
  const [failure, setFailure] = useState<Error | undefined>(undefined)
  const { path } = useLocation()
  useHead(translate, path)
  // Where a board wants the whole window there is no footer.
  const isGame = [ROUTES.game, ROUTES.play, ROUTES.learn].some((route) =>
    path.startsWith(`${route}/`),
  )
  return (
    <div class={isGame ? 'shell shell-game' : 'shell'}>
      <a class="skip-link" href="#content">
        {translate('app.skip')}
      </a>
      <Header path={path} />
      {/* Never over a running game: it can wait. */}
      {!isGame && <UpdateNotice />}
      <GameCall />
      <main id="content" tabIndex={-1}>
        {failure !== undefined ? (
          <ErrorPage error={failure} />
        ) : (
          <ErrorBoundary onError={setFailure}>
            <Router>
              <Route path={ROUTES.home} component={HomePage} />
              <Route path={ROUTES.newGame} component={NewGamePage} />
              <Route path={`${ROUTES.game}/:id`} component={GamePage} />
              <Route path={ROUTES.replay} component={ReplayPage} />
              <Route path={ROUTES.online} component={OnlinePage} />
              <Route path={`${ROUTES.play}/:id`} component={PlayPage} />
              <Route path={`${ROUTES.invite}/:id`} component={InvitePage} />
              <Route path={ROUTES.learn} component={LearnPage} />
              <Route path={`${ROUTES.learn}/:id`} component={LessonPage} />
              <Route path={ROUTES.rules} component={RulesPage} />
              <Route path={ROUTES.games} component={GamesPage} />
              <Route path={ROUTES.about} component={AboutPage} />
              <Route default component={NotFoundPage} />
            </Router>
          </ErrorBoundary>
        )}
      </main>
      {!isGame && <Footer />}
    </div>
  )
}
