import type { ExplorerStatistics } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { FindGames } from '../components/explorer/FindGames.tsx'
import { ResultsShare } from '../components/explorer/ResultsShare.tsx'
import { Statistics } from '../components/explorer/Statistics.tsx'
import { LiveGame } from '../components/site/live-game.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { EXPLORER_API } from '../models/explorer/explorer-api.ts'
import { allResults } from '../models/explorer/statistics.ts'
import { wishOfQuery } from '../models/explorer/wish.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { formatAverage } from '../words/daily.ts'
import '../components/explorer/explorer.css'
import { useReply } from '../ui/use-reply.ts'

/** All finished public games: a search, and their statistics. */
export function ExplorerPage() {
  const t = useTranslate()
  useTitle(t('explorer.title'))
  const { statistics, ask } = useStatistics()
  const { query } = useLocation()
  const count = typeof statistics === 'object' ? (allResults(statistics)?.games ?? 0) : 0
  const isEnough = count >= FEWEST
  return (
    <div class="explorer">
      <h1>{t('explorer.title')}</h1>
      <p class="lead">{t('explorer.lead')}</p>
      {statistics === 'asking' && <p role="status">{t('explorer.asking')}</p>}
      {statistics === undefined && <NoLine onAskAgain={ask} />}
      {typeof statistics === 'object' && count === 0 && <NoGames />}
      {typeof statistics === 'object' && count > 0 && (
        <>
          {isEnough ? <Summary statistics={statistics} /> : <Few statistics={statistics} />}
          <FindGames api={EXPLORER_API} wish={wishOfQuery(query)} hasForm={isEnough} />
          {isEnough && (
            <section class="explorer-part" id="statistics">
              <h2>{t('explorer.statistics')}</h2>
              <Statistics statistics={statistics} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

// --- internal ---

/** Statistics of fewer games say nothing. */
const FEWEST = 20

/** Undefined if there was no answer. */
function useStatistics() {
  const [attempt, setAttempt] = useState(0)
  const statistics = useReply(String(attempt), EXPLORER_API.statistics)
  return { statistics, ask: () => setAttempt(attempt + 1) }
}

function NoLine({ onAskAgain }: { onAskAgain: () => void }) {
  const t = useTranslate()
  return (
    <>
      <p role="status">{t('explorer.noLine')}</p>
      <button type="button" class="button" onClick={onAskAgain}>
        {t('notice.tryAgain')}
      </button>
    </>
  )
}

function NoGames() {
  const t = useTranslate()
  const at = useAddress()
  return (
    <>
      <p role="status">{t('explorer.empty')}</p>
      <div class="button-row">
        <a class="button button-main" href={at(ROUTES.online)}>
          {t('home.online')}
        </a>
      </div>
      <LiveGame />
    </>
  )
}

/** Too few games for statistics. */
function Few({ statistics }: { readonly statistics: ExplorerStatistics }) {
  const t = useTranslate()
  const all = allResults(statistics)
  if (all === undefined) return null
  return (
    <section class="explorer-summary">
      <p class="explorer-count">{t('explorer.count', { count: all.games })}</p>
      <p class="note">{t('explorer.few', { least: FEWEST })}</p>
    </section>
  )
}

/** The number of games and who won them, in a few words. */
function Summary({ statistics }: { statistics: ExplorerStatistics }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const all = allResults(statistics)
  if (all === undefined) return null
  return (
    <section class="explorer-summary">
      <p class="explorer-count">{t('explorer.count', { count: all.games })}</p>
      <ResultsShare {...all} />
      <p class="note">
        {t('explorer.averageIs', { average: formatAverage(language, all.average) })}{' '}
        <a href="#statistics">{t('explorer.toStatistics')}</a>
      </p>
    </section>
  )
}
