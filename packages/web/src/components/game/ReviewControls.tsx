import { useRef } from 'preact/hooks'
import type { RecordView } from '../../models/game/record-view.ts'
import { createWalk } from '../../models/game/walk.ts'
import { useLostFocus, useOwned } from '../../ui/hooks.ts'
import { useLook } from '../../ui/use-look.ts'
import { StepControls } from './StepControls.tsx'
import { useStepKeys } from './step-keys.ts'

interface ReviewControlsProps {
  readonly record: Pick<RecordView, 'positions' | 'moves' | 'ply' | 'view' | 'toLive'>
  readonly onFlip: () => void
}

/** Steps through a finished game on its own page, in place of the actions of a running game. */
export function ReviewControls({ record, onFlip }: ReviewControlsProps) {
  const walk = useOwned(() => createWalk(record))
  const next = useRef<HTMLButtonElement>(null)
  // The browser's Back button leads from the moves to the end of the game.
  useLook(record.toLive)
  useStepKeys(walk)
  useLostFocus(next)
  return <StepControls walk={walk} onFlip={onFlip} nextRef={next} />
}
