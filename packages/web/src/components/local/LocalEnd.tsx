import { type Ending, formatRecord } from '@hokito/rules'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { type NewGameTerms, rematchTerms, sameTerms } from '../../models/local/local-game.ts'
import { startGame } from '../../models/local/start-game.ts'
import { analysisRoute, gameRoute, reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { localEndWords } from '../../words/local-end.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { useKnownGoal } from '../game/use-known-goal.ts'
import { LocalThoughts } from './LocalThoughts.tsx'
import type { ActionHandlers } from './use-game-actions.ts'

interface LocalEndProps {
  readonly model: GameModel
  readonly ending: Ending
  readonly counting: Counting
  readonly actions: ActionHandlers
}

/** The end of a game on this device, and the ways on. */
export function LocalEnd({ model, ending, counting, actions }: LocalEndProps) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  useKnownGoal(true)
  const game = model.game.value
  const start = (terms: NewGameTerms) => route(gameRoute(startGame(services, terms)))
  return (
    <EndPanel
      words={localEndWords(t, game, ending, model.live.value)}
      counting={ending.kind === 'stuck' ? counting : undefined}
      actions={
        <>
          <ActionButton
            icon="again"
            label={t('end.rematch')}
            isMain
            onPress={() => start(rematchTerms(game, services.randomBytes))}
          />
          <ActionButton icon="plus" label={t('game.newGame')} onPress={actions.newGame} />
          {game.record.moves.length > 0 && (
            <ActionButton icon="first" label={t('end.review')} onPress={() => model.view(0)} />
          )}
          <ActionButton icon="share" label={t('end.share')} onPress={actions.share} opensDialog />
        </>
      }
      note={t('end.swapped')}
      links={
        <>
          {game.record.moves.length > 0 && (
            <a class="button button-small" href={reviewRoute(formatRecord(game.record))}>
              {t('end.mistakes')}
            </a>
          )}
          <a
            class="button button-small"
            href={analysisRoute(formatRecord(game.record), game.record.moves.length)}
          >
            {t('end.analyse')}
          </a>
          <button type="button" class="button button-small" onClick={() => start(sameTerms(game))}>
            {t('end.again')}
          </button>
        </>
      }
      thoughts={<LocalThoughts model={model} />}
    />
  )
}
