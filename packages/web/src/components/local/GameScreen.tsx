import { COLORS, type Color, type Move, opposite, outcome } from '@hokito/rules'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { MovePreview } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import {
  homeColor,
  type LocalGame,
  type NewGameTerms,
  rematchTerms,
  sameTerms,
  soloColor,
} from '../../models/local/local-game.ts'
import { startGame } from '../../models/local/start-game.ts'
import { gameRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { useTitle } from '../../ui/hooks.ts'
import { describeEnding, headlineOf, seatName } from '../../words/names.ts'
import { BalanceBar } from '../game/BalanceBar.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { GameBoard } from '../game/GameBoard.tsx'
import { useGameKeys } from '../game/game-keys.ts'
import { MoveField } from '../game/MoveField.tsx'
import { MoveList } from '../game/MoveList.tsx'
import { useCounting } from '../game/use-counting.ts'
import { useGameVoice } from '../game/use-game-voice.ts'
import { EndActions } from './EndActions.tsx'
import { type ActionHandlers, GameActions } from './GameActions.tsx'
import { GameDialog, type GameDialogKind } from './GameDialog.tsx'
import { GameNotice } from './GameNotice.tsx'
import { GameStatus } from './GameStatus.tsx'
import { SeatCards } from './SeatCards.tsx'
import { spokenLocally } from './spoken-locally.ts'
import { ThoughtsChart } from './ThoughtsChart.tsx'
import { useOwnedGame } from './use-owned-game.ts'

/** A game being played: the board, what stands beside it, and its end. */
export function GameScreen({ initial }: { initial: LocalGame }) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const model = useGame(initial)
  const orientation = useSignal<Color>(homeColor(initial))
  const preview = useSignal<MovePreview | undefined>(undefined)
  const refused = useSignal<string | undefined>(undefined)
  const pending = useSignal<Move | undefined>(undefined)
  const own = soloColor(initial)
  const voice = useGameVoice(spokenLocally(t, model), own)
  const dialog = useSignal<GameDialogKind | undefined>(undefined)
  const settings = services.settings.settings.value
  const counting = useCounting(model, settings.animation)
  const game = model.game.value
  const ending = model.ending.value
  const isOver = ending !== undefined && model.isLive.value
  useTitle(
    t('game.title', { black: seatName(t, game, 'black'), white: seatName(t, game, 'white') }),
  )
  const computer = COLORS.find((color) => game.seats[color].kind === 'computer')
  const thoughts = computer !== undefined && game.thoughts.length > 0 && (
    <ThoughtsChart model={model} color={computer} />
  )
  const start = (terms: NewGameTerms) => route(gameRoute(startGame(services, terms)))
  const actions = actionsOf(model, orientation, dialog, () => route(ROUTES.newGame))
  useGameKeys(model, voice, {
    u: () => {
      if (model.canUndo.peek()) actions.undo()
    },
    r: () => {
      if (model.canRedo.peek()) actions.redo()
    },
    h: actions.hint,
    f: actions.flip,
    '?': actions.keys,
  })

  return (
    <div class={isOver ? 'game game-over' : 'game'}>
      <h1 class="visually-hidden">{document.title}</h1>
      <SeatCards model={model} orientation={orientation.value} />
      <GameBoard
        model={model}
        orientation={orientation.value}
        preview={preview}
        refused={refused}
        pending={pending}
        shownPath={voice.shownPath.value}
        own={own}
        highlight={isOver ? counting.value?.squares.value : undefined}
      />
      <BalanceBar points={model.points.value} />
      {isOver && counting.value !== undefined ? (
        <EndPanel
          headline={headlineOf(t, game, ending)}
          reason={describeEnding(t, ending, outcome(model.live.value))}
          counting={counting.value}
          actions={
            <EndActions
              onRematch={() => start(rematchTerms(game, services.randomBytes))}
              onAgain={() => start(sameTerms(game))}
              onReview={() => model.view(0)}
              onShare={actions.share}
            />
          }
          thoughts={thoughts}
        />
      ) : (
        <div class="status-area">
          <GameStatus
            model={model}
            preview={preview.value}
            refused={refused.value}
            pending={settings.confirmation === 'button' ? pending.value : undefined}
          />
          {ending !== undefined && thoughts}
        </div>
      )}
      <GameActions model={model} actions={actions} />
      <MoveList
        moves={model.moves.value}
        firstTurn={model.positions.value[0]?.turn ?? 'black'}
        ply={model.ply.value}
        onView={model.view}
      >
        {ending === undefined && (
          <MoveField
            position={model.position.value}
            isMovable={model.movable.value !== 'none'}
            onMove={model.play}
          />
        )}
      </MoveList>
      <Announcer announcer={voice.announcer} />
      <GameNotice model={model} />
      <GameDialog kind={dialog} model={model} actions={actions} orientation={orientation.value} />
    </div>
  )
}

// --- internal ---

/** The game of this page; the time used in a turn is kept when the page is left in the middle of it. */
function useGame(initial: LocalGame): GameModel {
  const { store } = useServices()
  const model = useOwnedGame(() => initial, store)
  useEffect(() => {
    addEventListener('pagehide', model.keepTime)
    return () => removeEventListener('pagehide', model.keepTime)
  }, [model])
  return model
}

function actionsOf(
  model: GameModel,
  orientation: Signal<Color>,
  dialog: Signal<GameDialogKind | undefined>,
  newGame: () => void,
): ActionHandlers {
  const open = (kind: GameDialogKind) => () => {
    dialog.value = kind
  }
  return {
    undo: model.undo,
    redo: model.redo,
    hint: () => void model.askHint(),
    flip: () => {
      orientation.value = opposite(orientation.value)
    },
    resign: open('resign'),
    newGame,
    menu: open('menu'),
    keys: open('keys'),
    share: open('share'),
  }
}
