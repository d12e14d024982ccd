import type { Engine } from '@hokito/engine'
import type { GameRecord } from '@hokito/rules'
import { useCallback, useState } from 'preact/hooks'
import type { Exercise } from '../../models/review/exercise-model.ts'
import { createReviewModel } from '../../models/review/review-model.ts'
import { createReviewStore } from '../../models/review/review-store.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useOwnSide } from '../game/use-own-side.ts'
import { ExerciseScreen } from './ExerciseScreen.tsx'
import { type ReviewPlace, ReviewScreen } from './ReviewScreen.tsx'

interface ReviewedProps {
  readonly record: GameRecord
  readonly onClose: () => void
}

/** The review of a record, or the exercise with its slips. */
export function Reviewed({ record, onClose }: ReviewedProps) {
  const { hasComputer, now } = useServices()
  const own = useOwnSide(() => record)
  const model = useOwned(() =>
    createReviewModel(record, {
      own,
      store: createReviewStore(() => localStorage),
      start: hasComputer ? startEngine : undefined,
      now,
    }),
  )
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

async function startEngine(): Promise<Engine> {
  const { startEngine } = await import('@hokito/engine/browser')
  return startEngine()
}
