import { type Color, formatPosition, isSameMove, type Move, outcome } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { packedRoute } from '../../models/analysis/analysis-link.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { AnalysedLine } from '../../models/analysis/analyst.ts'
import { formatAnalysis, recordOf } from '../../models/analysis/tree-record.ts'
import { newGameRoute } from '../../routes.ts'
import { Announcer, createAnnouncer } from '../../ui/Announcer.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { pieceWords } from '../../words/board-texts.ts'
import { describeEnd } from '../../words/game-end.ts'
import { nameIn } from '../../words/record.ts'
import { describeDoing, describeLastMove } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { ShareDialog } from '../game/lazy-dialogs.ts'
import { MoveField } from '../game/MoveField.tsx'
import { RecordSeat } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { StepControls } from '../game/StepControls.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { useOwnSide } from '../game/use-own-side.ts'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'
import { AnalysisKeysDialog } from './AnalysisKeysDialog.tsx'
import { useAnalysisKeys } from './analysis-keys.ts'
import { EngineBrief, EnginePanel } from './EnginePanel.tsx'
import { LineOverlay } from './LineOverlay.tsx'
import { MoveTree } from './MoveTree.tsx'
import { NodeTools } from './NodeTools.tsx'
import { PlayedHere } from './PlayedHere.tsx'
import { type AnalysisEngine, useAnalyst } from './use-analyst.ts'
import { useTreeActions } from './use-tree-actions.ts'
import './analysis.css'
import './tree.css'

interface AnalysisScreenProps {
  readonly model: AnalysisModel
  /** Whether the device has no room left to store the analysis. */
  readonly isUnkept: boolean
  /** Opens the page on which another analysis can be opened. */
  readonly onClose: () => void
  /** Opens the position shown in the editor. */
  readonly onEdit: () => void
}

/** An analysis: a board for both sides, the tree of moves tried, and the computer's findings. */
export function AnalysisScreen({ model, isUnkept, onClose, onEdit }: AnalysisScreenProps) {
  const t = useTranslate()
  const [orientation, flip] = useOrientation('black')
  const [announcer] = useState(createAnnouncer)
  const [pointed] = useState(() => signal<readonly Move[] | undefined>(undefined))
  const [dialog, setDialog] = useState<'keys' | 'share' | undefined>(undefined)
  const pointing = usePointing()
  const own = useOwnSide(() => recordOf(model.analysis.peek()))
  const engine = useAnalyst(model.position)
  const actions = useTreeActions(model, announcer)
  useAnalysisKeys({
    model,
    engine,
    actions,
    announcer,
    onFlip: flip,
    onHelp: () => setDialog('keys'),
  })
  const position = model.position.value
  const close = () => setDialog(undefined)
  return (
    <GameLayout
      title={t('analysis.title')}
      orientation={orientation}
      seatOf={(color: Color) => (
        <RecordSeat
          record={model.head}
          color={color}
          own={own}
          position={position}
          points={model.points.value}
        />
      )}
      board={
        <AnalysisBoard
          model={model}
          engine={engine}
          orientation={orientation}
          pointing={pointing}
          pointed={pointed.value}
        />
      }
      points={model.points.value}
      status={
        <>
          <AnalysisStatus model={model} own={own} pointing={pointing} />
          {engine.hasComputer && <EngineBrief engine={engine} />}
        </>
      }
      actions={<StepControls walk={model.walk} onFlip={flip} />}
      side={
        <div class="analysis-side">
          <div class="analysis-lines">
            {engine.hasComputer ? (
              <EnginePanel
                engine={engine}
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
            <MoveTree model={model} />
            {model.isFull.value && (
              <p class="fault" role="alert">
                {t('analysis.tooLong')}
              </p>
            )}
            {isUnkept && <Notice text={t('analysis.unkept')} />}
          </div>
          <div class="analysis-tools">
            <NodeTools model={model} actions={actions} />
            <PlayedHere model={model} />
            <MoveField
              position={position}
              isMovable={outcome(position) === undefined}
              onMove={model.play}
            />
            <Ways model={model} onClose={onClose} onEdit={onEdit} onOpen={setDialog} />
          </div>
        </div>
      }
    >
      <Announcer announcer={announcer} />
      {dialog === 'keys' && <AnalysisKeysDialog onClose={close} />}
      {dialog === 'share' && (
        <ShareDialog
          record={recordOf(model.analysis.value)}
          position={position}
          orientation={orientation}
          makeRoute={() => packedRoute(formatAnalysis(model.analysis.peek()))}
          onClose={close}
        />
      )}
    </GameLayout>
  )
}

// --- internal ---

interface AnalysisBoardProps {
  readonly model: AnalysisModel
  readonly engine: AnalysisEngine
  readonly orientation: Color
  readonly pointing: Pointing
  /** The moves of a line up to the one that is pointed at. */
  readonly pointed: readonly Move[] | undefined
}

/** The board; the side to move can be moved. */
function AnalysisBoard({ model, engine, pointed, ...board }: AnalysisBoardProps) {
  const [playable] = useState(() => ({
    ...model,
    movable: computed(() =>
      outcome(model.position.value) === undefined ? model.position.value.turn : 'none',
    ),
    hint: signal<Move | undefined>(undefined),
  }))
  // A line that has disappeared from under the pointer is not drawn on the board.
  const lines = engine.analyst.findings.value?.lines ?? []
  const isPointed = ({ moves }: AnalysedLine) =>
    pointed?.every((move, at) => moves[at] !== undefined && isSameMove(move, moves[at])) === true
  return (
    <div class="analysis-board">
      <GameBoard model={playable} {...board} highlight={undefined} own={undefined} />
      {pointed !== undefined && lines.some(isPointed) && (
        <LineOverlay
          position={engine.position.value}
          orientation={board.orientation}
          moves={pointed}
        />
      )}
    </div>
  )
}

interface AnalysisStatusProps {
  readonly model: AnalysisModel
  readonly own: Color | undefined
  readonly pointing: Pointing
}

/**
 * Whose move it is and the move before. At an end, who has won. While a player moves, what that
 * move would do.
 */
function AnalysisStatus({ model, own, pointing }: AnalysisStatusProps) {
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
  const note =
    made && describeLastMove(t, pieceWords(t, own), made, nameIn(t, model.head, made.by, own))
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText {...(describeDoing(t, doingAt(pointing)) ?? { text, note })} />
      </div>
      <LegendButton />
    </div>
  )
}

interface WaysProps extends Pick<AnalysisScreenProps, 'model' | 'onClose' | 'onEdit'> {
  readonly onOpen: (dialog: 'keys' | 'share') => void
}

/** Links from here: play on, edit the position, share the analysis, open another one. */
function Ways({ model, onClose, onEdit, onOpen }: WaysProps) {
  const t = useTranslate()
  const position = model.position.value
  const isOver = outcome(position) !== undefined
  return (
    <div class="button-row analysis-ways">
      {!isOver && (
        <a
          class="button button-small"
          href={newGameRoute(formatPosition(position), model.head.endRule)}
        >
          {t('record.playHere')}
        </a>
      )}
      <button type="button" class="button button-small" onClick={onEdit}>
        {t('newGame.edit')}
      </button>
      <button
        type="button"
        class="button button-small"
        aria-haspopup="dialog"
        onClick={() => onOpen('share')}
      >
        {t('end.share')}
      </button>
      <button type="button" class="button button-small" onClick={onClose}>
        {t('record.another')}
      </button>
      <button
        type="button"
        class="button button-small for-keys"
        aria-haspopup="dialog"
        onClick={() => onOpen('keys')}
      >
        <Icon name="keys" />
        {t('game.keys')}
      </button>
    </div>
  )
}
