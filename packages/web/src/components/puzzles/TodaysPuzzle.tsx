import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Day, dayOf } from '../../models/device/days.ts'
import { type Catalogue, EMPTY_BOARD } from '../../models/puzzles/catalogue.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { puzzleRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'
import { describeSolving } from '../../words/puzzles.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'
import { usePointing } from '../game/use-pointing.ts'
import { COUNTS_NOTE, CountsNote } from './CountsNote.tsx'
import { PuzzleBoard, PuzzleStatus } from './PuzzleBoard.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { type PuzzleOfDay, usePuzzleOfDay } from './use-puzzle-of-day.ts'
import { useRefuter } from './use-refuter.ts'
import { useSolving } from './use-solving.ts'
import { WhyRight, WrongActions } from './WrongActions.tsx'
import './puzzles.css'

interface TodaysPuzzleProps {
  readonly store: PuzzleStore
}

/** Today's puzzle as a part of another page; its board is empty until the puzzles are loaded. */
export function TodaysPuzzle({ store }: TodaysPuzzleProps) {
  const t = useTranslate()
  const { now } = useServices()
  const [loaded, retry] = useCatalogue()
  // A puzzle that is being solved at midnight stays.
  const [today] = useState(() => dayOf(now()))
  if (loaded === 'failed') {
    return <Notice text={t('puzzles.failed')} action={t('notice.tryAgain')} onAction={retry} />
  }
  if (loaded !== 'loading') return <OfDay catalogue={loaded} store={store} day={today} />
  return (
    <div class="todays-puzzle">
      <p class="status-line" role="status">
        <span class="visually-hidden">{t('puzzles.loading')}</span>
      </p>
      <DiagramBoard position={EMPTY_BOARD} label={t('puzzles.loading')} />
      <div class="todays-actions" />
    </div>
  )
}

// --- internal ---

interface OfDayProps extends TodaysPuzzleProps {
  readonly catalogue: Catalogue
  readonly day: Day
}

function OfDay({ catalogue, store, day }: OfDayProps) {
  const puzzle = usePuzzleOfDay(catalogue, store, day)
  const [tries, setTries] = useState(0)
  const { summary } = puzzle
  if (summary === undefined) return null
  return (
    <Solve
      key={tries}
      catalogue={catalogue}
      store={store}
      puzzle={{ ...puzzle, summary, ended: tries === 0 ? puzzle.ended : undefined }}
      isSeen={store.value.value.days[day]?.result === 'shown'}
      onTry={() => setTries(tries + 1)}
    />
  )
}

interface SolveProps extends TodaysPuzzleProps {
  readonly catalogue: Catalogue
  readonly puzzle: PuzzleOfDay & { readonly summary: NonNullable<PuzzleOfDay['summary']> }
  /** Whether the player has looked at the solution, so that it does not count any more. */
  readonly isSeen: boolean
  readonly onTry: () => void
}

function Solve({ catalogue, store, puzzle, isSeen, onTry }: SolveProps) {
  const t = useTranslate()
  const pointing = usePointing()
  const refuter = useRefuter()
  const { model, mayCount } = useSolving({ catalogue, store, refuter, ...puzzle })
  // Only a player with a rating, or on the way to one, knows what the note speaks of.
  const isWarned = mayCount && store.value.value.ratedAt !== undefined
  const state = model.state.value
  const [isWhyAsked, setWhyAsked] = useState(false)
  const isOver = model.isEnded.value
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'wrong') first.current?.focus({ preventScroll: true })
  }, [state])
  return (
    <div class={puzzle.ended === undefined ? 'todays-puzzle' : 'todays-puzzle todays-spent'}>
      <PuzzleStatus model={model} isNew={false} pointing={pointing} isBrief />
      <PuzzleBoard model={model} orientation={model.solver} pointing={pointing} />
      {isSeen && <p class="note">{t('homePage.seen')}</p>}
      <div class="todays-actions">
        {state === 'shown' && (
          <button type="button" class="button" onClick={onTry}>
            {t('notice.tryAgain')}
          </button>
        )}
        {state === 'wrong' && <WrongActions model={model} first={first} />}
        {(state === 'asked' || state === 'replying') && (
          <button
            type="button"
            class="button"
            aria-describedby={isWarned ? COUNTS_NOTE : undefined}
            disabled={state !== 'asked' || model.hints.value === 2}
            onClick={model.giveHint}
          >
            {t('game.hint')}
          </button>
        )}
        {isOver && (
          <a class="button" href={puzzleRoute('practice')}>
            {t('homePage.more')}
          </a>
        )}
        {isOver && !isWhyAsked && (
          <button
            type="button"
            class="button"
            onClick={() => {
              setWhyAsked(true)
              void model.rest.run()
            }}
          >
            {t('puzzles.rest.why')}
          </button>
        )}
        {isOver && isWhyAsked && <WhyRight model={model} />}
      </div>
      {/* Below the board, which stays in its place. */}
      <p role="status">{isOver && isWhyAsked && describeSolving(t, model, false).note}</p>
      {isWarned && <CountsNote />}
    </div>
  )
}
