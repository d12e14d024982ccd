import type { Color, GameRecord } from '@hokito/rules'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { startEngine } from '../../models/device/start-engine.ts'
import { createAccuracyLog, withAccuracy } from '../../models/review/accuracy-log.ts'
import type { Exercise } from '../../models/review/exercise-model.ts'
import { mistakesIn } from '../../models/review/reason-chapters.ts'
import { createReviewModel, type ReviewModel } from '../../models/review/review-model.ts'
import { createReviewStore } from '../../models/review/review-store.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useOwnSide } from '../game/use-own-side.ts'
import { ExerciseScreen } from './ExerciseScreen.tsx'
import { type ReviewPlace, ReviewScreen } from './ReviewScreen.tsx'

interface ReviewedProps {
  readonly record: GameRecord
  /** After how many plies it opens. */
  readonly ply: number
  readonly onClose: () => void
}

/** The review of a record, or the exercise with its slips. */
export function Reviewed({ record, ply, onClose }: ReviewedProps) {
  const { hasComputer, now, deviceStorage } = useServices()
  const own = useOwnSide(() => record)
  const model = useOwned(() =>
    createReviewModel(record, {
      own,
      ply,
      store: createReviewStore(deviceStorage),
      start: hasComputer ? startEngine : undefined,
      now,
    }),
  )
  useAccuracyKept(model, own)
  const [place, setPlace] = useState<ReviewPlace | undefined>(undefined)
  const [exercise, setExercise] = useState<Exercise | undefined>(undefined)
  const retry = (left: ReviewPlace, wanted: Exercise) => {
    setPlace(left)
    setExercise(wanted)
  }
  const goBack = useCallback(() => setExercise(undefined), [])
  return exercise !== undefined ? (
    <ExerciseScreen review={model} exercise={exercise} onBack={goBack} />
  ) : (
    <ReviewScreen model={model} place={place} onClose={onClose} onRetry={retry} />
  )
}

// --- internal ---

/** Keeps our accuracy and our kinds of mistakes, once all moves of a game of ours are judged. */
function useAccuracyKept(model: ReviewModel, own: Color | undefined): void {
  const { state, summary, record } = model
  const { now, deviceStorage } = useServices()
  const isWhole = state.value === 'done'
  const accuracy = own && isWhole ? summary.value[own].accuracy : undefined
  useEffect(() => {
    if (accuracy === undefined) return
    const found = { at: now(), accuracy, mistakes: own && mistakesIn(model, own) }
    createAccuracyLog(deviceStorage).change((log) => withAccuracy(log, record, found))
  }, [accuracy, record, model, own, now, deviceStorage])
}
