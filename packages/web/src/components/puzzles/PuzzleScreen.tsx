import {
  endingOnBoard,
  formatPosition,
  formatRecord,
  lineOf,
  newRecord,
  outcome,
  play,
} from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { PuzzleProgress, RatedTry } from '../../models/puzzles/puzzle-store.ts'
import type { SolveModel } from '../../models/puzzles/solve-model.ts'
import { analysisRoute, newGameRoute, puzzleRoute, ROUTES } from '../../routes.ts'
import { useAddress } from '../../ui/links.ts'
import { describeFirstTries, describeRatingAfter, describeThemes } from '../../words/puzzles.ts'
import { GameLayout } from '../game/GameLayout.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { recordSeats } from '../game/RecordSeat.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { usePointing } from '../game/use-pointing.ts'
import { VerdictSign } from '../game/VerdictSign.tsx'
import { COUNTS_NOTE } from './CountsNote.tsx'
import { PuzzleBoard, PuzzleStatus, verdictOf } from './PuzzleBoard.tsx'
import { WhyRight, WrongActions } from './WrongActions.tsx'

interface PuzzleScreenProps {
  readonly title: string
  readonly caption: ComponentChildren
  readonly model: SolveModel
  /** Whether the player is new to puzzles, so that the page explains hidden pieces. */
  readonly isNew?: boolean
  /** What to think of, said above the board, or beside it in a wide window. */
  readonly idea?: string | undefined
  /** The action buttons. */
  readonly actions: ComponentChildren
  /** The facts beside the board. */
  readonly side?: ComponentChildren
  /** The change of the rating by the first try, with its sign. */
  readonly change?: string | undefined
  /** Whether the board itself shows for a moment that a move was right or wrong. */
  readonly isFlashing?: boolean
}

/** One puzzle on the board. */
export function PuzzleScreen(props: PuzzleScreenProps) {
  const { title, caption, model, isNew = false, idea, actions, side } = props
  const { isFlashing = false } = props
  const [orientation] = useOrientation(model.solver)
  const pointing = usePointing()
  const position = model.position.value
  const points = model.points.value
  const state = model.state.value
  const flash = isFlashing ? verdictOf(model) : undefined
  return (
    <GameLayout
      title={title}
      orientation={orientation}
      seatOf={recordSeats({
        record: NOBODY,
        own: undefined,
        position,
        points,
        isStill: state !== 'asked' && state !== 'replying',
      })}
      board={
        <>
          {idea !== undefined && <p class="note puzzle-idea">{idea}</p>}
          <div class="puzzle-board">
            <PuzzleBoard model={model} orientation={orientation} pointing={pointing} />
            {flash !== undefined && (
              <div class={`puzzle-flash verdict-${flash}`} aria-hidden="true">
                <VerdictSign verdict={flash} />
              </div>
            )}
          </div>
        </>
      }
      points={points}
      caption={caption}
      status={
        <PuzzleStatus model={model} isNew={isNew} pointing={pointing} change={props.change} />
      }
      actions={actions}
      side={
        <div class="puzzle-side">
          {idea !== undefined && <p class="note puzzle-idea-beside">{idea}</p>}
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

/** Where a puzzle leads that is an exercise of something else. */
export interface PuzzleWays {
  /** The words for the next one. */
  readonly nextWords: string
  /** The address of what it belongs to, and its words. */
  readonly back: string
  readonly backWords: string
}

interface PuzzleActionsProps {
  readonly model: SolveModel
  /** Opens the next puzzle, also to skip this one; absent if there is no next one. */
  readonly onNext?: (() => void) | undefined
  /** The next puzzle and all of them if absent. */
  readonly ways?: PuzzleWays | undefined
  /** Whether the note on what counts as not solved stands beside them. */
  readonly isWarned?: boolean
}

/**
 * The actions of a puzzle; the most likely one comes first, and has the focus once a move is
 * judged.
 */
export function PuzzleActions({ model, onNext, ways, isWarned = false }: PuzzleActionsProps) {
  const t = useTranslate()
  const note = isWarned ? COUNTS_NOTE : undefined
  const state = model.state.value
  const first = useFirst(state)
  if (model.isEnded.value) {
    return (
      <div class="actions puzzle-actions">
        {onNext === undefined ? (
          <a ref={first} class="button action button-main" href={puzzleRoute('practice')}>
            {t('puzzles.practice.start')}
          </a>
        ) : (
          <button ref={first} type="button" class="button action button-main" onClick={onNext}>
            {ways?.nextWords ?? t('puzzles.next')}
          </button>
        )}
        <WhyRight model={model} />
        <Onward model={model} />
        <Back ways={ways} />
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
          aria-describedby={note}
          disabled={state !== 'asked' || model.hints.value === 2}
          onClick={model.giveHint}
        >
          {t('game.hint')}
        </button>
      )}
      <button
        type="button"
        class="button action"
        aria-describedby={note}
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
      <Back ways={ways} />
    </div>
  )
}

interface PuzzleFactsProps {
  readonly model: SolveModel
  /** Undefined if the puzzle had ended on an earlier visit. */
  readonly tried: RatedTry | undefined
  readonly progress: PuzzleProgress
  readonly isThemed: boolean
}

/** The facts about a puzzle once it is over; before, most of them would give the solution away. */
export function PuzzleFacts({ model, tried, progress, isThemed }: PuzzleFactsProps) {
  const t = useTranslate()
  if (!model.isEnded.value) return null
  const { puzzle } = model
  const themes = describeThemes(t, puzzle)
  return (
    <div class="puzzle-facts">
      {tried !== undefined && (
        <>
          <p>{describeRatingAfter(t, tried, isThemed)}</p>
          <p>{describeFirstTries(t, progress)}</p>
        </>
      )}
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

/** The first action, which takes the focus once a move is judged. */
function useFirst(state: SolveModel['state']['value']) {
  const first = useRef<(HTMLButtonElement & HTMLAnchorElement) | null>(null)
  useEffect(() => {
    if (state === 'wrong' || state === 'solved' || state === 'shown') {
      first.current?.focus({ preventScroll: true })
    }
  }, [state])
  return first
}

function Back({ ways }: { readonly ways: PuzzleWays | undefined }) {
  const t = useTranslate()
  const at = useAddress()
  return (
    <a class="button action" href={ways?.back ?? at(ROUTES.puzzles)}>
      {ways?.backWords ?? t('puzzles.all')}
    </a>
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
          href={newGameRoute(formatPosition(position.value), puzzle, { color: solver })}
        >
          {t('puzzles.playOn')}
        </a>
      )}
    </>
  )
}
