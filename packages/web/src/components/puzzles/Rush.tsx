import { effect } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import {
  createRushModel,
  type Missed,
  MOST_MISTAKES,
  type RushModel,
} from '../../models/puzzles/rush-model.ts'
import { puzzleRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useAddress } from '../../ui/links.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { useTicking } from '../online/use-ticking.ts'
import { MissedPuzzle } from './MissedPuzzle.tsx'
import { NoPuzzle } from './NoPuzzle.tsx'
import { PuzzleScreen } from './PuzzleScreen.tsx'
import { puzzlePause } from './puzzle-moment.ts'

interface RushProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
}

/**
 * One rush after another. A rush ends when its page is left; coming back shows its result, or the
 * start of the next one if there is none.
 */
export function Rush(props: RushProps) {
  const { catalogue, store } = props
  const [begun] = useState(() => history.state?.rush !== undefined)
  const [kept] = useState(() => keptResult(catalogue))
  const [n, setN] = useState(begun ? undefined : 0)
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    if (!begun) keep(true)
  }, [begun])
  const onAgain = () => {
    keep(true)
    setReady(false)
    setN((n ?? 0) + 1)
  }
  if (n === undefined) {
    return kept === undefined ? (
      <RushStart store={store} onStart={onAgain} />
    ) : (
      <RushEnd result={kept} store={store} onAgain={onAgain} />
    )
  }
  if (!isReady) return <Countdown onDone={() => setReady(true)} />
  return <OneRush key={n} {...props} onAgain={onAgain} />
}

// --- internal ---

function OneRush({ catalogue, store, onAgain }: RushProps & { readonly onAgain: () => void }) {
  const { now } = useServices()
  const model = useOwned(() =>
    createRushModel({ catalogue, store, now, chance: Math.random, pause: puzzlePause, after }),
  )
  // A player who reloads, or comes back from a missed puzzle, still finds the others.
  useEffect(
    () =>
      effect(() => {
        if (!model.isOver.value || location.pathname !== puzzleRoute('rush')) return
        const { missed, ...result } = resultOf(model)
        if (result.score + missed.length === 0) return
        keep({ ...result, missed: missed.map(({ puzzle: { id }, move }) => ({ id, move })) })
      }),
    [model],
  )
  // Closing the page also ends the rush.
  useEffect(() => {
    addEventListener('pagehide', model.end)
    return () => removeEventListener('pagehide', model.end)
  }, [model])
  if (model.solving.value === undefined) return <NoPuzzle />
  if (model.isOver.value) {
    return <RushEnd result={resultOf(model)} store={store} onAgain={onAgain} />
  }
  return <RunningRush model={model} />
}

/** The seconds before a rush, with its rules. */
function Countdown({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const [left, setLeft] = useState(COUNTDOWN)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : done.current()), SECOND_MS)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <div class="page">
      <h1>{t('puzzles.rush.title')}</h1>
      <p class="lead">{t('puzzles.rush.lead')}</p>
      <p class="rush-countdown" role="timer">
        {left}
      </p>
    </div>
  )
}

/** The start of a rush: its rules, the best score so far, and a button. */
function RushStart({ store, onStart }: { store: PuzzleStore; onStart: () => void }) {
  const t = useTranslate()
  const at = useAddress()
  const { rushBest } = store.value.value
  return (
    <div class="page">
      <h1>{t('puzzles.rush.title')}</h1>
      <p class="lead">{t('puzzles.rush.lead')}</p>
      {rushBest > 0 && <p>{t('puzzles.rush.best', { score: rushBest })}</p>}
      <div class="button-row">
        <button type="button" class="button button-main button-big" onClick={onStart}>
          {t('puzzles.rush.start')}
        </button>
        <a class="button button-big" href={at(ROUTES.puzzles)}>
          {t('puzzles.all')}
        </a>
      </div>
    </div>
  )
}

function RunningRush({ model }: { model: RushModel }) {
  const t = useTranslate()
  const leftMs = useTicking(model.leftMs, true)
  const { value: solving } = model.solving
  const mistakes = model.missed.value.length
  if (solving === undefined) return null
  return (
    <PuzzleScreen
      title={t('puzzles.rush.title')}
      caption={
        <span class="rush-head">
          <b class="rush-clock">{formatClock(leftMs)}</b>
          <span>{t('puzzles.rush.solved', { score: model.score.value })}</span>
          <span>{t('puzzles.rush.mistakes', { mistakes, most: MOST_MISTAKES })}</span>
        </span>
      }
      model={solving}
      isFlashing
      actions={
        <div class="actions puzzle-actions">
          <button type="button" class="button action" onClick={model.end}>
            {t('puzzles.rush.end')}
          </button>
        </div>
      }
    />
  )
}

interface RushEndProps {
  readonly result: RushResult
  readonly store: PuzzleStore
  readonly onAgain: () => void
}

/** The result of a rush, and the missed puzzles with their solutions. */
function RushEnd({ result, store, onAgain }: RushEndProps) {
  const t = useTranslate()
  const at = useAddress()
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => again.current?.focus(), [])
  const { score, isBest, missed } = result
  return (
    <div class="page rush-end">
      <h1>{t('puzzles.rush.title')}</h1>
      <div class="lead" role="status">
        <p class="rush-score">{t('puzzles.rush.score', { score })}</p>
        <p>
          {isBest
            ? t('puzzles.rush.isBest')
            : t('puzzles.rush.best', { score: store.value.value.rushBest })}
        </p>
      </div>
      <div class="button-row">
        <button ref={again} type="button" class="button button-main button-big" onClick={onAgain}>
          {t('puzzles.rush.again')}
        </button>
        <a class="button button-big" href={at(ROUTES.puzzles)}>
          {t('puzzles.all')}
        </a>
      </div>
      {missed.length > 0 && (
        <section>
          <h2>{t('puzzles.rush.missed')}</h2>
          <ol class="puzzle-missed">
            {missed.map((one, index) => (
              <MissedPuzzle key={one.puzzle.id} missed={one} n={index + 1} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

/** What is left of a rush once it is over. */
interface RushResult {
  readonly score: number
  readonly isBest: boolean
  readonly missed: readonly Missed[]
}

function resultOf({ score, isBest, missed }: RushModel): RushResult {
  return { score: score.value, isBest: isBest.value, missed: missed.value }
}

/** Keeps with the page in the browser's history that a rush has begun, or its result. */
function keep(rush: unknown): void {
  history.replaceState({ ...history.state, rush }, '')
}

/** The result that is kept there, if there is one. */
function keptResult(catalogue: Catalogue): RushResult | undefined {
  const kept = v.safeParse(KEPT, history.state?.rush)
  if (!kept.success) return undefined
  const missed = kept.output.missed.flatMap(({ id, move }) => {
    const summary = catalogue.summaries.find((each) => each.id === id)
    return summary === undefined ? [] : [{ puzzle: catalogue.open(summary), move }]
  })
  return { ...kept.output, missed }
}

const square = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35))
const KEPT = v.object({
  score: v.number(),
  isBest: v.boolean(),
  missed: v.array(v.object({ id: v.string(), move: v.object({ from: square, to: square }) })),
})

/** Enough to put a finger in place. */
const COUNTDOWN = 3
const SECOND_MS = 1000

function after(ms: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, ms)
  return () => clearTimeout(timer)
}
