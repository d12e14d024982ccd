import type { Engine } from '@hokito/engine'
import type { Color, GameRecord } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { createReviewModel } from '../../models/review/review-model.ts'
import { createReviewStore } from '../../models/review/review-store.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { ExerciseScreen } from './ExerciseScreen.tsx'
import { ReviewScreen } from './ReviewScreen.tsx'

interface ReviewedProps {
  readonly record: GameRecord
  readonly onClose: () => void
}

/** A record that is reviewed: what was found, or its slips to be tried again. */
export function Reviewed({ record, onClose }: ReviewedProps) {
  const { hasComputer, now } = useServices()
  const model = useOwned(() =>
    createReviewModel(record, {
      store: createReviewStore(() => localStorage),
      start: hasComputer ? startEngine : undefined,
      now,
    }),
  )
  const [retried, setRetried] = useState<Color | 'both' | undefined>(undefined)
  return retried === undefined ? (
    <ReviewScreen model={model} onClose={onClose} onRetry={setRetried} />
  ) : (
    <ExerciseScreen review={model} side={retried} onBack={() => setRetried(undefined)} />
  )
}

// --- internal ---

async function startEngine(): Promise<Engine> {
  const { startEngine } = await import('@hokito/engine/browser')
  return startEngine()
}
