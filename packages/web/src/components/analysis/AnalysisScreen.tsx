import { type Color, formatPosition, isSameMove, type Move, outcome } from '@hokito/rules'
import { computed, type Signal, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { previewMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { packedRoute } from '../../models/analysis/analysis-link.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { AnalysedLine } from '../../models/analysis/analyst.ts'
import { mainPlyOf } from '../../models/analysis/tree.ts'
import { formatAnalysis, recordOf } from '../../models/analysis/tree-record.ts'
import { newGameRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer, createAnnouncer } from '../../ui/Announcer.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { describeEnd } from '../../words/game-end.ts'
import { nameIn } from '../../words/record.ts'
import { describeDoing, describeLastMove } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { GameTabs } from '../game/GameTabs.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { ShareDialog } from '../game/lazy-dialogs.ts'
import { MoveField } from '../game/MoveField.tsx'
import { OutlookBar } from '../game/OutlookBar.tsx'
import { recordSeats } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { StepControls } from '../game/StepControls.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { useOwnSide } from '../game/use-own-side.ts'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'
import { AnalysisKeysDialog } from './AnalysisKeysDialog.tsx'
import { useAnalysisKeys } from './analysis-keys.ts'
import { BoardShapes } from './BoardShapes.tsx'
import { DrawSwitch, DrawTools } from './DrawTools.tsx'
import { EngineBrief, EnginePanel } from './EnginePanel.tsx'
import { LineOverlay } from './LineOverlay.tsx'
import { MoveTree } from './MoveTree.tsx'
import { NodeTools, type TreeActions } from './NodeTools.tsx'
import { PlayedHere } from './PlayedHere.tsx'
import { ShownLine } from './ShownLine.tsx'
import { type AnalysisEngine, useAnalyst } from './use-analyst.ts'
import { type Drawing, useDrawing } from './use-drawing.ts'
import { type ReviewMarks, useReviewMarks, withVerdicts } from './use-review-marks.ts'
import { useTreeActions } from './use-tree-actions.ts'
import './analysis.css'
import './shapes.css'
import './tree.css'

interface AnalysisScreenProps {
  readonly model: AnalysisModel
  /** Whether the device has no room left to store the analysis. */
  readonly isUnkept: boolean
  /** Opens the page on which another analysis can be opened; absent in a study, as is the next. */
  readonly onClose?: (() => void) | undefined
  /** Opens the position shown in the editor. */
  readonly onEdit?: (() => void) | undefined
  /** The title of the study that the analysis is a chapter of. Other views would lead out of it. */
  readonly title?: string | undefined
  /** That study beside the board. */
  readonly study?: ComponentChildren
  /** Its address, if others may open it and it has no moves beside those that they find there. */
  readonly route?: string | undefined
  /** Whether the player only reads the study, so that moves tried are not kept. */
  readonly isReader?: boolean
  /** The signals of the board, if the page around it reads them too. */
  readonly pointing?: Pointing
  /** Opens the dialog that shares the analysis, if something else than a button here does. */
  readonly sharing?: Signal<boolean> | undefined
  /** Whether the engine is on, if that is not the setting kept on the device. */
  readonly engineSwitch?: Signal<boolean> | undefined
}

/** An analysis: a board for both sides, the tree of moves tried, and the computer's findings. */
export function AnalysisScreen(props: AnalysisScreenProps) {
  const { model, isUnkept, isReader = false } = props
  const t = useTranslate()
  const own = useOwnSide(() => recordOf(model.analysis.peek()))
  const [orientation, flip] = useOrientation(own ?? 'black')
  const [announcer] = useState(createAnnouncer)
  const [pointed] = useState(() => signal<readonly Move[] | undefined>(undefined))
  const [dialog, setDialog] = useState<'keys' | 'share' | undefined>(undefined)
  const ownPointing = usePointing()
  const { pointing = ownPointing } = props
  const [hasViews] = useState(() => recordOf(model.analysis.peek()).moves.length > 0)
  const engine = useAnalyst(model.position, props.engineSwitch)
  const review = useReviewMarks(model, engine, props.study === undefined)
  const actions = useTreeActions(model, announcer)
  const drawing = useDrawing({ model, announcer, orientation, isOff: isReader })
  const onHelp = () => setDialog('keys')
  useAnalysisKeys({ model, engine, actions, announcer, onFlip: flip, onHelp })
  const position = model.position.value
  const isWritten = props.study !== undefined && !isReader
  const { sharing } = props
  const close = () => {
    setDialog(undefined)
    if (sharing !== undefined) sharing.value = false
  }
  return (
    <GameLayout
      title={props.title ?? t('analysis.title')}
      isTitled={props.title !== undefined}
      orientation={orientation}
      tabs={hasViews && props.title === undefined && <Tabs model={model} />}
      seatOf={recordSeats({ record: model.head, own, position, points: model.points.value })}
      board={
        <AnalysisBoard
          {...{ model, engine, drawing, orientation, pointing }}
          pointed={pointed.value}
        />
      }
      points={model.points.value}
      bar={<OutlookBar outlook={review.outlook} />}
      status={
        <>
          <AnalysisStatus {...{ model, own, pointing, drawing }} />
          {engine.hasComputer && engine.settings.settings.value.isOn && (
            <EngineBrief engine={engine} outlook={review.outlook} />
          )}
        </>
      }
      actions={
        <>
          {props.study !== undefined && <ShownLine model={model} />}
          <StepControls walk={model.walk} onFlip={flip}>
            {drawing !== undefined && <DrawSwitch drawing={drawing} />}
          </StepControls>
        </>
      }
      side={
        <div class={isReader ? 'analysis-side analysis-reading' : 'analysis-side'}>
          {isReader && <ShownComment model={model} />}
          <Lines {...{ model, engine, review, pointed, isUnkept }} />
          {/* In a study they have the whole width, because it is written for others. */}
          {isWritten && <NodeTools model={model} actions={actions} hasIntroduction />}
          <Tools
            {...props}
            actions={isReader || isWritten ? undefined : actions}
            drawing={drawing}
            onOpen={setDialog}
          />
        </div>
      }
    >
      <Announcer announcer={announcer} />
      {dialog === 'keys' && <AnalysisKeysDialog onClose={close} />}
      {(dialog === 'share' || sharing?.value === true) && (
        <Share {...{ model, orientation }} route={props.route} onClose={close} />
      )}
    </GameLayout>
  )
}

// --- internal ---

/** The other views of the game on the main line. An analysis that began with a bare board has none. */
function Tabs({ model }: { readonly model: AnalysisModel }) {
  const analysis = model.analysis.value
  const record = useMemo(() => recordOf(analysis), [analysis])
  const ply = mainPlyOf(model.tree.value, model.path.value)
  return <GameTabs record={record} ply={ply} current="analyse" />
}

interface AnalysisBoardProps {
  readonly model: AnalysisModel
  readonly engine: AnalysisEngine
  /** Undefined if the player only reads. */
  readonly drawing: Drawing | undefined
  readonly orientation: Color
  readonly pointing: Pointing
  /** The moves of a line up to the one that is pointed at. */
  readonly pointed: readonly Move[] | undefined
}

/** The board; the side to move can be moved. */
function AnalysisBoard({ model, engine, drawing, pointed, ...board }: AnalysisBoardProps) {
  const [playable] = useState(() => ({
    ...model,
    movable: computed(() =>
      outcome(model.position.value) === undefined ? model.position.value.turn : 'none',
    ),
    hint: signal<Move | undefined>(undefined),
  }))
  const position = engine.position.value
  const [first, ...later] = lineToShow(engine, pointed) ?? []
  const path = first && previewMove(position, first)?.path
  return (
    <div
      class={drawing?.isOn.value === true ? 'analysis-board analysis-drawing' : 'analysis-board'}
      {...drawing?.handlers}
    >
      <GameBoard
        model={playable}
        {...board}
        advice={path && { path, isThreat: engine.threatens.value }}
        highlight={undefined}
        own={undefined}
      />
      <BoardShapes
        shapes={model.shapes.value}
        begun={drawing?.begun.value}
        orientation={board.orientation}
      />
      {first !== undefined && later.length > 0 && (
        <LineOverlay
          position={position}
          orientation={board.orientation}
          moves={[first, ...later]}
        />
      )}
    </div>
  )
}

/** The line that is pointed at, unless it has disappeared from under the pointer; else the best move. */
function lineToShow(
  { analyst }: AnalysisEngine,
  pointed: readonly Move[] | undefined,
): readonly Move[] | undefined {
  const lines = analyst.findings.value?.lines ?? []
  const isPointed = ({ moves }: AnalysedLine) =>
    pointed?.every((move, at) => moves[at] !== undefined && isSameMove(move, moves[at])) === true
  return pointed !== undefined && lines.some(isPointed) ? pointed : lines[0]?.moves.slice(0, 1)
}

/** What the author says about the current move, for a screen on which the tree is out of view. */
function ShownComment({ model }: { readonly model: AnalysisModel }) {
  const comment = model.comment.value
  return comment === '' ? null : <p class="shown-comment">{comment}</p>
}

interface LinesProps extends Pick<AnalysisScreenProps, 'model' | 'isUnkept'> {
  readonly engine: AnalysisEngine
  readonly review: ReviewMarks
  /** Set to the moves of a line up to the one that is pointed at. */
  readonly pointed: Signal<readonly Move[] | undefined>
}

/** The computer's lines and the player's own. */
function Lines({ model, engine, review, pointed, isUnkept }: LinesProps) {
  const t = useTranslate()
  return (
    <div class="analysis-lines">
      {engine.hasComputer ? (
        <EnginePanel
          engine={engine}
          outlook={review.outlook}
          ply={model.ply.value}
          firstTurn={model.first.turn}
          onPlay={(moves) => moves.forEach(model.play)}
          onPoint={(moves) => {
            pointed.value = moves
          }}
        />
      ) : (
        <p class="note">{t('notice.noComputer')}</p>
      )}
      <MoveTree model={model} marks={review.marks} />
      {model.isFull.value && (
        <p class="fault" role="alert">
          {t('analysis.tooLong')}
        </p>
      )}
      {isUnkept && <Notice text={t('analysis.unkept')} />}
    </div>
  )
}

interface ShareProps {
  readonly model: AnalysisModel
  readonly route: string | undefined
  readonly orientation: Color
  readonly onClose: () => void
}

/** Ways to share the analysis with all its lines: its address, or else one that carries them. */
function Share({ model, route, ...shown }: ShareProps) {
  const { deviceStorage } = useServices()
  return (
    <ShareDialog
      record={recordOf(model.analysis.value)}
      position={model.position.value}
      makeRoute={async () => route ?? packedRoute(formatAnalysis(model.analysis.peek()))}
      makeText={() => formatAnalysis(withVerdicts(model.analysis.peek(), deviceStorage))}
      {...shown}
    />
  )
}

interface AnalysisStatusProps {
  readonly model: AnalysisModel
  readonly own: Color | undefined
  readonly pointing: Pointing
  readonly drawing: Drawing | undefined
}

/**
 * Whose move it is and the move before. At an end, who has won. While a player moves, what that
 * move would do; while presses draw, that they do.
 */
function AnalysisStatus({ model, own, pointing, drawing }: AnalysisStatusProps) {
  const t = useTranslate()
  const position = model.position.value
  const made = model.lastMade.value
  const over = outcome(position)
  const text =
    over === undefined
      ? t('game.turnOf', { name: t(`color.${position.turn}`) })
      : describeEnd(t, {
          ending: { kind: 'stuck', winner: over.winner },
          last: position,
          own: undefined,
          names: undefined,
        })
  const note = made && describeLastMove(t, own, made, nameIn(t, model.head, made.by, own))
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          {...(drawing?.isOn.value === true
            ? { text: t('analysis.draw.on'), note: text }
            : (describeDoing(t, doingAt(pointing)) ?? { text, note }))}
        />
      </div>
      <LegendButton />
    </div>
  )
}

interface WaysProps extends Pick<AnalysisScreenProps, 'model' | 'onClose' | 'onEdit' | 'sharing'> {
  readonly onOpen: (dialog: 'keys' | 'share') => void
}

interface ToolsProps extends WaysProps, Pick<AnalysisScreenProps, 'study'> {
  /** Undefined if the edits are elsewhere, or if there are none. */
  readonly actions: TreeActions | undefined
  readonly drawing: Drawing | undefined
}

/** What can be done with the current move, and from its position. */
function Tools({ actions, drawing, study, ...ways }: ToolsProps) {
  const { model } = ways
  const position = model.position.value
  return (
    <div class="analysis-tools">
      {study}
      {actions !== undefined && <NodeTools model={model} actions={actions} />}
      {drawing !== undefined && <DrawTools model={model} drawing={drawing} />}
      <PlayedHere model={model} />
      <MoveField
        position={position}
        isMovable={outcome(position) === undefined}
        onMove={model.play}
      />
      <Ways {...ways} />
    </div>
  )
}

/** Links from here: play on, edit the position, share the analysis, open another one. */
function Ways({ model, onClose, onEdit, sharing, onOpen }: WaysProps) {
  const t = useTranslate()
  const position = model.position.value
  const isOver = outcome(position) !== undefined
  const isEmpty = model.tree.value.children.length === 0
  return (
    <div class="button-row analysis-ways">
      {!isOver && (
        <a class="button button-small" href={newGameRoute(formatPosition(position), model.head)}>
          {t('record.playHere')}
        </a>
      )}
      {onEdit !== undefined && (
        <button type="button" class="button button-small" onClick={onEdit}>
          {t('newGame.edit')}
        </button>
      )}
      {sharing === undefined && (
        <button
          type="button"
          class="button button-small"
          aria-haspopup="dialog"
          onClick={() => onOpen('share')}
        >
          {t('end.share')}
        </button>
      )}
      {onClose !== undefined && (
        <button type="button" class="button button-small" onClick={onClose}>
          {t(isEmpty ? 'analysis.openOther' : 'record.another')}
        </button>
      )}
      <button
        type="button"
        class="button button-text button-small for-keys"
        aria-haspopup="dialog"
        onClick={() => onOpen('keys')}
      >
        <Icon name="keys" />
        {t('game.keys')}
      </button>
    </div>
  )
}
