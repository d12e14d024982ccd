import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { createRushModel, MOST_MISTAKES, type RushModel } from '../../models/puzzles/rush-model.ts'
import { ROUTES } from '../../routes.ts'
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
 * One rush after another. A rush ends when its page is left; coming back shows the start of the
 * next one.
 */
export function Rush(props: RushProps) {
  const [n, setN] = useState(() => (history.state?.rush === true ? undefined : 0))
  useLayoutEffect(() => history.replaceState({ ...history.state, rush: true }, ''), [])
  if (n === undefined) return <RushStart store={props.store} onStart={() => setN(0)} />
  return <OneRush key={n} {...props} onAgain={() => setN(n + 1)} />
}

// --- internal ---

function OneRush({ catalogue, store, onAgain }: RushProps & { readonly onAgain: () => void }) {
  const { now } = useServices()
  const model = useOwned(() =>
    createRushModel({ catalogue, store, now, chance: Math.random, pause: puzzlePause, after }),
  )
  // Closing the page also ends the rush.
  useEffect(() => {
    addEventListener('pagehide', model.end)
    return () => removeEventListener('pagehide', model.end)
  }, [model])
  if (model.solving.value === undefined) return <NoPuzzle />
  if (model.isOver.value) return <RushEnd model={model} store={store} onAgain={onAgain} />
  return <RunningRush model={model} />
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
          <span class="rush-lives" aria-hidden="true">
            {Array.from({ length: MOST_MISTAKES }, (_, n) => (
              <i key={n} class={n < mistakes ? 'rush-life rush-life-lost' : 'rush-life'} />
            ))}
          </span>
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
  readonly model: RushModel
  readonly store: PuzzleStore
  readonly onAgain: () => void
}

/** The result of a rush, and the missed puzzles with their solutions. */
function RushEnd({ model, store, onAgain }: RushEndProps) {
  const t = useTranslate()
  const at = useAddress()
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => again.current?.focus(), [])
  const missed = model.missed.value
  return (
    <div class="page rush-end">
      <h1>{t('puzzles.rush.title')}</h1>
      <div class="lead" role="status">
        <p class="rush-score">{t('puzzles.rush.score', { score: model.score.value })}</p>
        <p>
          {model.isBest.value
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

function after(ms: number, callBack: () => void): () => void {
  const timer = setTimeout(callBack, ms)
  return () => clearTimeout(timer)
}
