import { byColor, type Ending, formatRecord } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import { chapterOf } from '../../models/learn/chapter-game.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { type NewGameTerms, rematchTerms, withLevel } from '../../models/local/local-game.ts'
import { levelIn } from '../../models/local/next-level.ts'
import { startGame } from '../../models/local/start-game.ts'
import { nextLevelHere } from '../../models/site/next-level-here.ts'
import { gameRoute, reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { lazily } from '../../ui/lazily.tsx'
import { localEndWords } from '../../words/local-end.ts'
import { shortName } from '../../words/names.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { QuietWays } from '../game/QuietWays.tsx'
import { useKnownGoal } from '../game/use-known-goal.ts'
import { LocalThoughts } from './LocalThoughts.tsx'
import type { ActionHandlers } from './use-game-actions.ts'

interface LocalEndProps {
  readonly model: GameModel
  readonly ending: Ending
  readonly counting: Counting
  readonly actions: ActionHandlers
}

/** The end of a game on this device: who won, the next game, and the ways to look at this one. */
export function LocalEnd({ model, ending, counting, actions }: LocalEndProps) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  useKnownGoal(true)
  const game = model.game.value
  const { record } = game
  const chapter = chapterOf(services.tabStorage, record)
  const start = (terms: NewGameTerms) => route(gameRoute(startGame(services, terms)))
  const rematch = () => rematchTerms(game, services.randomBytes)
  const played = levelIn(game)
  const [next] = useState(() => nextLevelHere(services).level)
  // The results of this and the last game may call for another level.
  const level = played === undefined || next === played ? undefined : next
  return (
    <EndPanel
      words={localEndWords(t, game, ending, model.live.value)}
      counting={counting}
      names={byColor((color) => shortName(t, game, color))}
      main={
        level === undefined ? (
          <ActionButton
            icon="again"
            label={t('end.rematch')}
            isMain
            onPress={() => start(rematch())}
          />
        ) : (
          <ActionButton
            icon="next"
            label={t('end.nextLevel', { level })}
            isMain
            onPress={() => start(withLevel(rematch(), level))}
          />
        )
      }
      note={level === undefined ? t('end.swapped') : undefined}
      quiet={
        <>
          {chapter !== undefined && <ChapterWays chapter={chapter} />}
          <QuietWays
            review={record.moves.length > 0 ? reviewRoute(formatRecord(record)) : undefined}
            onShare={actions.share}
          />
        </>
      }
      thoughts={<LocalThoughts model={model} />}
    />
  )
}

// --- internal ---

/** Loaded after a game that was begun from a chapter of the course. */
const ChapterWays = lazily(async () => (await import('../game/FromChapter.tsx')).ChapterWays)
