import { type GameView, recordOf, type TournamentLink } from '@hokito/protocol'
import { type ByColor, type Color, leader, type Position, score } from '@hokito/rules'
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useCallback } from 'preact/hooks'
import { type Saying, type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { playRoute } from '../../routes.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { OneDialog } from '../../ui/OneDialog.tsx'
import { useTabSign, useTitle } from '../../ui/tab.ts'
import { describeMatch, matchScore } from '../../words/match.ts'
import { shownName } from '../../words/shown-name.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { GoalTip } from '../game/GoalTip.tsx'
import { gameDialogs } from '../game/game-dialogs.tsx'
import { useGameKeys } from '../game/game-keys.ts'
import { ReviewControls } from '../game/ReviewControls.tsx'
import { useCounting } from '../game/use-counting.ts'
import { useGameVoice } from '../game/use-game-voice.ts'
import { useOrientation } from '../game/use-orientation.ts'
import { type Pointing, usePointing } from '../game/use-pointing.ts'
import type { ConditionalMovesProps } from './ConditionalMoves.tsx'
import { OfferBar } from './OfferBar.tsx'
import { OnlineActions, type OnlineDialog } from './OnlineActions.tsx'
import { OnlineEnd } from './OnlineEnd.tsx'
import { OnlineNotice } from './OnlineNotice.tsx'
import { OnlineSeat } from './OnlineSeat.tsx'
import { OnlineSide } from './OnlineSide.tsx'
import { OnlineStatus } from './OnlineStatus.tsx'
import type { PeopleParts } from './PeopleInGame.tsx'
import { PhrasesDialog } from './PhrasesDialog.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { spokenOnline } from './spoken-online.ts'
import { useOnlineBoard } from './use-online-board.ts'
import { useRematch } from './use-rematch.ts'
import { useIsToWait } from './use-second-game.ts'

interface OnlineGameScreenProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
  /** Its tournament, if it has one. */
  readonly tournament: TournamentLink | undefined
  /** Components that are loaded on demand. */
  readonly people: PeopleParts
  readonly Lines: ComponentType<ConditionalMovesProps>
}

/** An online game after the deal: to play, to watch, and later to step through. */
export function OnlineGameScreen(props: OnlineGameScreenProps) {
  const { model, game, record, tournament } = props
  const t = useTranslate()
  const own = model.own.value
  const names = { black: shownName(game.seats.black), white: shownName(game.seats.white) }
  const [orientation, flip] = useOrientation(own ?? 'black')
  const pointing = usePointing()
  const spoken = spokenOnline(model, game, record, tournament !== undefined)
  const voice = useGameVoice(spoken, own)
  const board = useOnlineBoard(model, record)
  const winnerAt = useCallback((last: Position) => winnerOf(model.game.peek(), last), [model])
  const counting = useCounting(
    { ending: model.ending, live: record.live, isLive: record.isLive, winnerAt },
    pointing.isFlying,
  )
  const dialog = useSignal<OnlineDialog | undefined>(undefined)
  const told = useSignal<Saying | undefined>(undefined)
  const open = (kind: OnlineDialog) => () => {
    dialog.value = kind
  }
  useGameKeys(record, voice, { f: flip, '?': open('keys') })
  const title = t('game.title', names)
  useTitle(title)
  useRematch(model, game)
  const dialogs = dialogsOf(t, props, { orientation, names, told })
  return (
    <GameLayout
      title={title}
      orientation={orientation}
      seatOf={(color: Color) => <OnlineSeat {...props} color={color} />}
      board={
        <GameBoard
          model={board}
          orientation={orientation}
          pointing={pointing}
          own={own}
          highlight={premoveSquares(model)}
          counting={counting}
        />
      }
      points={record.points.value}
      caption={counting === undefined ? describeMatch(t, game, own) : undefined}
      status={<Standing {...props} {...{ counting, pointing, told }} onShare={open('share')} />}
      actions={<Actions {...props} {...{ dialog, told }} onFlip={flip} />}
      side={
        <>
          {own !== undefined && game.ending === undefined && <GoalTip />}
          <OnlineSide {...props} names={names} />
        </>
      }
    >
      <Announcer announcer={voice.announcer} />
      <TurnSign {...props} />
      <OnlineNotice model={model} told={told} />
      <OneDialog open={dialog} dialogs={dialogs} />
    </GameLayout>
  )
}

// --- internal ---

interface DialogsOptions {
  readonly orientation: Color
  readonly names: ByColor<string>
  readonly told: Signal<Saying | undefined>
}

function dialogsOf(
  t: Translate,
  { model, game, record, people }: OnlineGameScreenProps,
  { orientation, names, told }: DialogsOptions,
) {
  return {
    ...gameDialogs(t, {
      // Records are in English, so it has the names as the server sends them.
      record: recordOf(model.game.value ?? game),
      route: playRoute(game.id),
      position: record.position.value,
      orientation,
      onResign: () => void model.resign(),
      resignText: game.match && t('online.twoGames.resignText'),
    }),
    abort: (close: () => void) => (
      <ConfirmDialog
        title={t('online.game.abortTitle')}
        text={t('online.game.abortText')}
        yes={t('online.game.abortYes')}
        onYes={() => void model.abort()}
        onClose={close}
      />
    ),
    proof: (close: () => void) => <ProofDialog game={game} onClose={close} />,
    phrases: (close: () => void) => (
      <PhrasesDialog {...{ model, game, names, told, people }} onClose={close} />
    ),
  }
}

/** Signals our turn in the browser's tab. A part of its own, as it renders often in a pause. */
function TurnSign({ model, game, connection }: OnlineGameScreenProps) {
  const isToWait = useIsToWait(model, game, connection)
  useTabSign(model.isOurTurn.value && !isToWait ? 'turn' : undefined)
  return null
}

interface StandingProps extends OnlineGameScreenProps {
  readonly counting: Counting | undefined
  readonly pointing: Pointing
  readonly onShare: () => void
  readonly told: Signal<Saying | undefined>
}

/** The end of the game, or whose turn it is and what is offered. */
function Standing({ counting, pointing, onShare, told, ...props }: StandingProps) {
  return counting !== undefined ? (
    <OnlineEnd {...props} counting={counting} onShare={onShare} told={told} />
  ) : (
    <>
      <OnlineStatus {...props} pointing={pointing} />
      <OfferBar {...props} />
    </>
  )
}

interface ActionsProps extends OnlineGameScreenProps {
  readonly dialog: Signal<OnlineDialog | undefined>
  readonly told: Signal<Saying | undefined>
  readonly onFlip: () => void
}

/** The steps through a finished game, or what can be done in a game. */
function Actions({ dialog, told, onFlip, ...props }: ActionsProps) {
  const { game, record } = props
  return game.ending !== undefined && !record.isLive.value ? (
    <ReviewControls record={record} onFlip={onFlip} />
  ) : (
    <OnlineActions {...props} dialog={dialog} onFlip={onFlip} told={told} />
  )
}

/** The winner of the match, if this is its second game. */
function winnerOf(game: GameView | undefined, last: Position): Color | 'draw' | undefined {
  return game?.match?.game === 2 ? leader(matchScore(game, score(last)).sums) : undefined
}

function premoveSquares({ premove }: OnlineGame) {
  const planned = premove.value
  return planned === undefined ? undefined : [planned.from, planned.to]
}
