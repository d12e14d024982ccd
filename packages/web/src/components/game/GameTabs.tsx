import { formatRecord, type GameRecord } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { analysisRoute, replayRoute, reviewRoute } from '../../routes.ts'

/** A page that shows a game. */
export type GameTab = 'replay' | 'review' | 'analyse'

interface GameTabsProps {
  readonly record: GameRecord
  /** The number of moves before the position shown, where the analysis opens. */
  readonly ply: number
  readonly current: GameTab
}

/**
 * Leads from each page that shows a game to the other two. Each has its own address, so the
 * browser's Back leads to the one before. A record without moves has only one view.
 */
export function GameTabs({ record, ply, current }: GameTabsProps) {
  const t = useTranslate()
  const text = useMemo(() => formatRecord(record), [record])
  if (record.moves.length === 0) return null
  const routes = {
    replay: replayRoute(text),
    review: reviewRoute(text),
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
        >
          {t(`end.${tab}`)}
        </a>
      ))}
    </nav>
  )
}

// --- internal ---

const TABS: readonly GameTab[] = ['replay', 'review', 'analyse']
