import {
  type Color,
  endingOnBoard,
  formatPosition,
  formatRecord,
  lineOf,
  newRecord,
  outcome,
  play,
} from '@hokito/rules'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RatedTry } from '../../models/puzzles/puzzle-store.ts'
import type { SolveModel } from '../../models/puzzles/solve-model.ts'
import { analysisRoute, newGameRoute, ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { describeRatingAfter, describeSolving, describeThemes } from '../../words/puzzles.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { RecordSeat } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'

interface PuzzleScreenProps {
  readonly title: string
  readonly caption: string
  readonly model: SolveModel
  /** Whether the player is new to puzzles, so that the page explains hidden pieces. */
  readonly isNew?: boolean
  /** The action buttons. */
  readonly actions: ComponentChildren
  /** The facts beside the board. */
  readonly side?: ComponentChildren
}

/** One puzzle on the board. */
export function PuzzleScreen(props: PuzzleScreenProps) {
  const { title, caption, model, isNew = false, actions, side } = props
  const [orientation] = useOrientation(model.solver)
  const pointing = usePointing()
  const position = model.position.value
  const points = model.points.value
  const state = model.state.value
  return (
    <GameLayout
      title={title}
      orientation={orientation}
      seatOf={(color: Color) => (
        <RecordSeat
          record={NOBODY}
          color={color}
          own={undefined}
          position={position}
          points={points}
          isStill={state !== 'asked' && state !== 'replying'}
        />
      )}
      board={<PuzzleBoard model={model} orientation={orientation} pointing={pointing} />}
      points={points}
      caption={caption}
      status={<PuzzleStatus model={model} isNew={isNew} pointing={pointing} />}
      actions={actions}
      side={
        <div class="puzzle-side">
          {side}
          {!model.isEnded.value && (
            <MoveField
              position={position}
              isMovable={model.canPlay.value}
              onMove={(move) => void model.play(move)}
            />
          )}
        </div>
      }
    />
  )
}

interface PuzzleActionsProps {
  readonly model: SolveModel
  /** Opens the next puzzle, also to skip this one; absent if there is no next one. */
  readonly onNext?: (() => void) | undefined
}

/**
 * The actions of a puzzle; the most likely one comes first, and has the focus once a move is
 * judged.
 */
export function PuzzleActions({ model, onNext }: PuzzleActionsProps) {
  const t = useTranslate()
  const at = useAddress()
  const first = useRef<(HTMLButtonElement & HTMLAnchorElement) | null>(null)
  const state = model.state.value
  useEffect(() => {
    if (state === 'wrong' || state === 'solved' || state === 'shown') {
      first.current?.focus({ preventScroll: true })
    }
  }, [state])
  const all = (isFirst: boolean) => (
    <a
      ref={isFirst ? first : null}
      class={isFirst ? 'button action button-main' : 'button action'}
      href={at(ROUTES.puzzles)}
    >
      {t('puzzles.all')}
    </a>
  )
  if (model.isEnded.value) {
    return (
      <div class="actions puzzle-actions">
        {onNext !== undefined && (
          <button ref={first} type="button" class="button action button-main" onClick={onNext}>
            {t('puzzles.next')}
          </button>
        )}
        <Onward model={model} />
        {all(onNext === undefined)}
      </div>
    )
  }
  return (
    <div class="actions puzzle-actions">
      {state === 'wrong' ? (
        <WrongActions model={model} first={first} />
      ) : (
        <button
          type="button"
          class="button action"
          disabled={state !== 'asked' || model.hints.value === 2}
          onClick={model.giveHint}
        >
          {t('game.hint')}
        </button>
      )}
      <button
        type="button"
        class="button action"
        disabled={state === 'replying'}
        onClick={() => void model.show()}
      >
        {t('puzzles.show')}
      </button>
      {onNext !== undefined && state !== 'wrong' && (
        <button type="button" class="button action" onClick={onNext}>
          {t('puzzles.skip')}
        </button>
      )}
      {all(false)}
    </div>
  )
}

interface PuzzleFactsProps {
  readonly model: SolveModel
  /** Undefined if the puzzle had ended on an earlier visit. */
  readonly tried: RatedTry | undefined
  readonly isThemed: boolean
}

/** The facts about a puzzle once it is over; before, most of them would give the solution away. */
export function PuzzleFacts({ model, tried, isThemed }: PuzzleFactsProps) {
  const t = useTranslate()
  if (!model.isEnded.value) return null
  const { puzzle } = model
  const themes = describeThemes(t, puzzle)
  return (
    <div class="puzzle-facts">
      {tried !== undefined && <p>{describeRatingAfter(t, tried, isThemed)}</p>}
      {themes !== undefined && <p>{themes}</p>}
      <p>{t('puzzles.levels', { found: puzzle.foundBy.length, of: LEVELS })}</p>
      <p>{t('puzzles.hardness', { rating: puzzle.rating })}</p>
    </div>
  )
}

// --- internal ---

const NOBODY = { tags: {} }
/** Levels of the computer. */
const LEVELS = 10

interface PuzzleBoardProps {
  readonly model: SolveModel
  readonly orientation: Color
  readonly pointing: Pointing
}

function PuzzleBoard({ model, orientation, pointing }: PuzzleBoardProps) {
  const { value: hinted } = model.hinted
  const isSquareOnly = model.hints.value === 1
  return (
    <GameBoard
      model={boardOf(model)}
      orientation={orientation}
      pointing={pointing}
      highlight={isSquareOnly && hinted !== undefined ? [hinted.from] : undefined}
      own={undefined}
    />
  )
}

/** The board of the puzzle; a hint of the whole move is drawn as a path. */
function boardOf(model: SolveModel) {
  const { position, lastMade } = model
  return {
    position,
    lastMade,
    movable: model.movable,
    hint: model.hint,
    play: (move: { readonly from: number; readonly to: number }) => void model.play(move),
  }
}

interface PuzzleStatusProps {
  readonly model: SolveModel
  readonly isNew: boolean
  readonly pointing: Pointing
}

function PuzzleStatus({ model, isNew, pointing }: PuzzleStatusProps) {
  const t = useTranslate()
  // If a hint shows the whole move, the player needs no help with landing.
  const isOpen = model.canPlay.value && model.hint.value === undefined
  const doing = isOpen ? describeDoing(t, doingAt(pointing)) : undefined
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText {...(doing ?? describeSolving(t, model, isNew))} />
      </div>
      <LegendButton />
    </div>
  )
}

interface WrongActionsProps {
  readonly model: SolveModel
  readonly first: RefObject<HTMLButtonElement | null>
}

/** The actions after a wrong move: try again, or see why it is wrong. */
function WrongActions({ model, first }: WrongActionsProps) {
  const t = useTranslate()
  const isWhyAsked = model.isWhyAsked.value
  const { value: known } = model.refuting
  const isShown = isWhyAsked && known?.kind === 'known'
  const hasMore = known?.kind === 'known' && known.step < known.refutation.moves.length
  return (
    <>
      <button ref={first} type="button" class="button action button-main" onClick={model.again}>
        {t('notice.tryAgain')}
      </button>
      {model.canRefute && !isShown && (
        <button
          type="button"
          class="button action"
          disabled={isWhyAsked && known?.kind === 'working'}
          onClick={() => void model.refute()}
        >
          {t('puzzles.why')}
        </button>
      )}
      {isShown && (
        <button type="button" class="button action" disabled={!hasMore} onClick={model.stepOn}>
          {t('puzzles.onward')}
        </button>
      )}
    </>
  )
}

/** Links that take the position of a solved puzzle further. */
function Onward({ model }: { model: SolveModel }) {
  const t = useTranslate()
  const { puzzle, position, solver } = model
  const beginning = { kind: 'position', position: puzzle.position } as const
  const end = puzzle.solution.reduce((at, move) => play(at, move), puzzle.position)
  const record = {
    ...newRecord(beginning, puzzle.endRule),
    ...lineOf(puzzle.solution),
    ending: endingOnBoard(end),
  }
  return (
    <>
      <a class="button action" href={analysisRoute(formatRecord(record))}>
        {t('end.analyse')}
      </a>
      {outcome(position.value) === undefined && (
        <a
          class="button action"
          href={newGameRoute(formatPosition(position.value), puzzle.endRule, { color: solver })}
        >
          {t('puzzles.playOn')}
        </a>
      )}
    </>
  )
}
