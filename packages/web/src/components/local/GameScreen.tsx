import type { Color } from '@hokito/rules'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { chapterOf } from '../../models/learn/chapter-game.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import {
  homeColor,
  type LocalGame,
  resigningColor,
  soloColor,
} from '../../models/local/local-game.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { type DialogTable, OneDialog } from '../../ui/OneDialog.tsx'
import { useTitle } from '../../ui/tab.ts'
import { seatName } from '../../words/names.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { GoalTip } from '../game/GoalTip.tsx'
import { gameDialogs } from '../game/game-dialogs.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { MoveList } from '../game/MoveList.tsx'
import { useCounting } from '../game/use-counting.ts'
import { useGameVoice } from '../game/use-game-voice.ts'
import { useOrientation } from '../game/use-orientation.ts'
import { usePointing } from '../game/use-pointing.ts'
import { GameActions } from './GameActions.tsx'
import { GameNotice } from './GameNotice.tsx'
import { GameStatus } from './GameStatus.tsx'
import { LocalSeat } from './LocalSeat.tsx'
import { spokenLocally } from './spoken-locally.ts'
import {
  type ActionHandlers,
  type LocalDialog,
  useActionKeys,
  useGameActions,
} from './use-game-actions.ts'
import { useOwnedGame } from './use-owned-game.ts'

/** A running game: the board, the parts beside it, and its end. */
export function GameScreen({ initial }: { initial: LocalGame }) {
  const t = useTranslate()
  const model = useGame(initial)
  const own = soloColor(initial)
  const [orientation, flip] = useOrientation(homeColor(initial))
  const pointing = usePointing()
  const voice = useGameVoice(spokenLocally(model), own)
  const counting = useCounting(model, pointing.isFlying)
  const dialog = useSignal<LocalDialog | undefined>(undefined)
  const actions = useGameActions(model, dialog, flip)
  useActionKeys(model, actions, voice)
  useFetchedEnd(model)
  const game = model.game.value
  const ending = model.ending.value
  const title = t('game.title', {
    black: seatName(t, game, 'black'),
    white: seatName(t, game, 'white'),
  })
  useTitle(title)
  const dialogs = useDialogs(model, orientation, actions)
  return (
    <GameLayout
      title={title}
      orientation={orientation}
      seatOf={(color: Color) => <LocalSeat model={model} color={color} />}
      board={
        <GameBoard
          model={model}
          orientation={orientation}
          pointing={pointing}
          own={own}
          highlight={undefined}
          counting={counting}
        />
      }
      points={model.points.value}
      status={
        ending !== undefined && counting !== undefined ? (
          <LocalEnd model={model} ending={ending} counting={counting} actions={actions} />
        ) : (
          <GameStatus model={model} pointing={pointing} />
        )
      }
      actions={
        ending !== undefined && !model.isLive.value ? (
          <ReviewControls record={model} onFlip={flip} />
        ) : (
          <GameActions model={model} actions={actions} />
        )
      }
      side={<Side model={model} isCounting={counting !== undefined} />}
    >
      <Announcer announcer={voice.announcer} />
      <GameNotice model={model} />
      <OneDialog open={dialog} dialogs={dialogs} />
    </GameLayout>
  )
}

// --- internal ---

/** Loaded lazily, because nobody reviews a game before it is over. */
const ReviewControls = lazily(
  async () => (await import('../game/ReviewControls.tsx')).ReviewControls,
)

/** Loaded for a game that was begun from a chapter of the course. */
const ChapterIdea = lazily(async () => (await import('../game/FromChapter.tsx')).ChapterIdea)

const LocalThoughts = lazily(async () => (await import('./LocalThoughts.tsx')).LocalThoughts)

const MenuDialog = lazily(async () => (await import('./MenuDialog.tsx')).MenuDialog)

const loadEnd = async () => (await import('./LocalEnd.tsx')).LocalEnd
const LocalEnd = lazily(loadEnd)

/** Loads the end panel once a game is under way, so that it is there offline too. */
function useFetchedEnd({ moves }: GameModel): void {
  const hasBegun = moves.value.length > 0
  useEffect(() => {
    // If loading fails, it is loaded again when it is shown, and that failure is reported.
    if (hasBegun) loadEnd().catch(() => undefined)
  }, [hasBegun])
}

/** The game of this page. If the page is left in the middle of a turn, the time used is stored. */
function useGame(initial: LocalGame): GameModel {
  const { store } = useServices()
  const model = useOwnedGame(() => initial, store)
  useEffect(() => {
    addEventListener('pagehide', model.keepTime)
    return () => removeEventListener('pagehide', model.keepTime)
  }, [model])
  return model
}

function useDialogs(
  model: GameModel,
  orientation: Color,
  actions: ActionHandlers,
): DialogTable<LocalDialog> {
  const t = useTranslate()
  const game = model.game.value
  return {
    ...gameDialogs(t, {
      record: game.record,
      position: model.position.value,
      orientation,
      onResign: model.resign,
      resigning:
        soloColor(game) === undefined ? seatName(t, game, resigningColor(game)) : undefined,
    }),
    reopen: (close) => (
      <ConfirmDialog
        title={t('game.reopenTitle')}
        text={t('game.reopenText')}
        yes={t('game.reopenYes')}
        onYes={model.undo}
        onClose={close}
      />
    ),
    more: (close) => <MenuDialog model={model} actions={actions} onClose={close} />,
  }
}

interface SideProps {
  readonly model: GameModel
  /** Are the points counted, or will they be? */
  readonly isCounting: boolean
}

/** The moves so far, and a field for the next move while the game runs. */
function Side({ model, isCounting }: SideProps) {
  const isOver = model.ending.value !== undefined
  const { tabStorage } = useServices()
  const chapter = chapterOf(tabStorage, model.game.value.record)
  return (
    <>
      {!isOver && chapter !== undefined && <ChapterIdea chapter={chapter} />}
      {!isOver && <GoalTip />}
      {isOver && !isCounting && <LocalThoughts model={model} />}
      <MoveList
        moves={model.moves.value}
        firstTurn={model.positions.value[0]?.turn ?? 'black'}
        ply={model.ply.value}
        onView={model.view}
      >
        {!isOver && (
          <MoveField
            position={model.position.value}
            isMovable={model.movable.value !== 'none'}
            onMove={model.play}
          />
        )}
      </MoveList>
    </>
  )
}
