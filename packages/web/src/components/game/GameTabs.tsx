import { formatRecord, type GameRecord } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { addressAt, analysisRoute, replayRoute, reviewRoute } from '../../routes.ts'
import './game-tabs.css'

/** A page that shows a game. */
export type GameTab = 'replay' | 'review' | 'analyse'

interface GameTabsProps {
  readonly record: GameRecord
  /** The number of moves before the position shown, where the other views open. */
  readonly ply: number
  readonly current: GameTab
}

/**
 * Leads from each page that shows a game to the other two, at the same position. Each has its own
 * address, so the browser's Back leads to the one before. A record without moves has only one view.
 */
export function GameTabs({ record, ply, current }: GameTabsProps) {
  const t = useTranslate()
  const text = useMemo(() => formatRecord(record), [record])
  if (record.moves.length === 0) return null
  const routes = {
    replay: replayRoute(text, ply),
    review: reviewRoute(text, ply),
    analyse: analysisRoute(text, ply),
  }
  return (
    <nav class="game-tabs" aria-label={t('end.views')}>
      {TABS.map((tab) => (
        <a
          key={tab}
          class="game-tab"
          href={routes[tab]}
          aria-current={tab === current ? 'page' : undefined}
          onClick={() => keepPlace(ply)}
        >
          {t(`end.${tab}`)}
        </a>
      ))}
    </nav>
  )
}

// --- internal ---

/** Keeps the position in the address that Back leads to; a stored analysis has it in its store. */
function keepPlace(ply: number): void {
  if (new URLSearchParams(location.search).has('kept')) return
  history.replaceState(history.state, '', addressAt(location, ply))
}

const TABS: readonly GameTab[] = ['replay', 'review', 'analyse']
