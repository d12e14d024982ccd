import { createLevelPlayer, type LevelPlayer } from '@hokito/engine'
import type { Day } from '@hokito/protocol'
import { byColor, type Color, type Ending, formatRecord, score } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { createDailyGame } from '../../models/daily/daily-game.ts'
import type { DailyModel } from '../../models/daily/daily-model.ts'
import type { DailyFate, DailyKey } from '../../models/daily/daily-store.ts'
import { startEngine } from '../../models/device/start-engine.ts'
import type { Counting } from '../../models/game/counting.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { useKeys, useOwned } from '../../ui/hooks.ts'
import { describeFate } from '../../words/daily.ts'
import { localEndWords } from '../../words/local-end.ts'
import { shortName } from '../../words/names.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { MoveList } from '../game/MoveList.tsx'
import { QuietWays } from '../game/QuietWays.tsx'
import { ReviewControls } from '../game/ReviewControls.tsx'
import { useCounting } from '../game/use-counting.ts'
import { useGameVoice } from '../game/use-game-voice.ts'
import { useOrientation } from '../game/use-orientation.ts'
import { usePointing } from '../game/use-pointing.ts'
import { GameNotice } from '../local/GameNotice.tsx'
import { GameStatus } from '../local/GameStatus.tsx'
import { LocalSeat } from '../local/LocalSeat.tsx'
import { spokenLocally } from '../local/spoken-locally.ts'
import { DayPar } from './DayPar.tsx'

interface DailyScreenProps {
  readonly daily: DailyModel
  readonly gameKey: DailyKey
  readonly isPractice: boolean
  readonly onBack: () => void
}

/** A game of the day, running or finished. There are no undos and no hints. */
export function DailyScreen({ daily, gameKey, isPractice, onBack }: DailyScreenProps) {
  const t = useTranslate()
  const model = useGame(daily, gameKey, isPractice)
  const [orientation, flip] = useOrientation('black')
  const pointing = usePointing()
  const voice = useGameVoice(spokenLocally(model), 'black')
  const counting = useCounting(model, pointing.isFlying)
  const ending = model.ending.value
  useKeys((event) => {
    if (event.key === 'f') flip()
    if (event.key === 's') voice.sayScore()
    if (event.key === 'l') voice.tellLastMove()
  })
  const counted = t(ending === undefined ? 'daily.counts' : 'daily.counted')
  const caption = isPractice ? t('daily.practice') : counted
  return (
    <GameLayout
      title={t('daily.levelTitle', { level: gameKey.level })}
      orientation={orientation}
      seatOf={(color: Color) => <LocalSeat model={model} color={color} />}
      board={
        <GameBoard
          model={model}
          orientation={orientation}
          pointing={pointing}
          own="black"
          highlight={undefined}
          counting={counting}
        />
      }
      points={model.points.value}
      caption={caption}
      status={
        ending !== undefined && counting !== undefined ? (
          <DailyEnd {...{ daily, gameKey, isPractice, model, ending, counting, onBack }} />
        ) : (
          <GameStatus model={model} pointing={pointing} />
        )
      }
      actions={
        ending === undefined ? (
          <div class="actions">
            <button type="button" class="button action" onClick={onBack}>
              {t('daily.back')}
            </button>
            <ActionButton icon="flip" label={t('game.flip')} onPress={flip} />
            {model.moves.value.length > 0 && <Resign model={model} isPractice={isPractice} />}
          </div>
        ) : (
          // Beside the last position, the end itself leads on.
          !model.isLive.value && <ReviewControls record={model} onFlip={flip} />
        )
      }
      side={<Moves model={model} />}
    >
      <Announcer announcer={voice.announcer} />
      <GameNotice model={model} />
    </GameLayout>
  )
}

// --- internal ---

/** The game of this key. A counted game resumes where it was, and is stored after each move. */
function useGame(daily: DailyModel, key: DailyKey, isPractice: boolean): GameModel {
  const { now, hasComputer } = useServices()
  return useOwned(() => {
    const kept = isPractice ? undefined : daily.gameOf(key)
    return createDailyGame(key, kept, {
      start: hasComputer ? startPlayer : undefined,
      now,
      onChange: (moves, ending) =>
        isPractice || daily.keep({ ...key, moves, fate: fateOf(ending) }),
    })
  })
}

/** The state of a counted game on this device that nobody else has heard of. */
function fateOf(ending: Ending | undefined): DailyFate {
  if (ending?.kind === 'resigned') return { kind: 'refused', reason: 'resigned' }
  return { kind: ending === undefined ? 'running' : 'unsent' }
}

async function startPlayer(): Promise<LevelPlayer> {
  return createLevelPlayer(await startEngine())
}

interface ResignProps extends Pick<DailyScreenProps, 'isPractice'> {
  readonly model: GameModel
}

/** Ends a game that the player sees lost. Asks first, because the game will have no result. */
function Resign({ model, isPractice }: ResignProps) {
  const t = useTranslate()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <ActionButton
        icon="flag"
        label={t('game.resign')}
        onPress={() => setAsked(true)}
        opensDialog
      />
      {isAsked && (
        <ConfirmDialog
          title={t('game.resignTitle')}
          text={t(isPractice ? 'game.resignText' : 'daily.resignText')}
          yes={t('game.resignYes')}
          onYes={model.resign}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

/** The moves so far, and a field for the next move while the game runs. */
function Moves({ model }: { readonly model: GameModel }) {
  return (
    <MoveList moves={model.moves.value} firstTurn="black" ply={model.ply.value} onView={model.view}>
      {model.ending.value === undefined && (
        <MoveField
          position={model.position.value}
          isMovable={model.movable.value !== 'none'}
          onMove={model.play}
        />
      )}
    </MoveList>
  )
}

interface DailyEndProps extends DailyScreenProps {
  readonly model: GameModel
  readonly ending: Ending
  readonly counting: Counting
}

/** The end of a game of the day, and the ways on. */
function DailyEnd(props: DailyEndProps) {
  const { daily, gameKey, isPractice, model, ending, counting, onBack } = props
  const t = useTranslate()
  const game = model.game.value
  const fate = daily.gameOf(gameKey)?.fate
  const hasOthers = fate?.kind === 'counted' && fate.count > 1
  return (
    <EndPanel
      words={localEndWords(t, game, ending, model.live.value)}
      counting={counting}
      names={byColor((color) => shortName(t, game, color))}
      offer={
        isPractice ? undefined : (
          <>
            <Fate daily={daily} gameKey={gameKey} />
            {ending.kind !== 'resigned' && <OwnPar model={model} day={gameKey.day} />}
          </>
        )
      }
      main={
        <button type="button" class="button button-main" onClick={onBack}>
          {t(hasOthers ? 'daily.others' : 'daily.back')}
        </button>
      }
      quiet={<QuietWays review={reviewRoute(formatRecord(game.record))} />}
    />
  )
}

/** The margin beside the par of the day, which this device works out now. */
function OwnPar({ model, day }: { readonly model: GameModel; readonly day: Day }) {
  const { hasComputer } = useServices()
  const { black, white } = score(model.live.value)
  return hasComputer ? <DayPar day={day} margin={black - white} isBrief /> : null
}

/** The fate of the game, as soon as it is known. */
function Fate({ daily, gameKey }: { daily: DailyModel; gameKey: DailyKey }) {
  const t = useTranslate()
  const game = daily.gameOf(gameKey)
  return <p role="status">{game !== undefined && describeFate(t, game.fate)}</p>
}
