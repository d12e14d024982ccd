import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RecordView } from '../../models/game/record-view.ts'
import { createWalk } from '../../models/game/walk.ts'
import { useLostFocus, useOwned } from '../../ui/hooks.ts'
import { StepControls } from './StepControls.tsx'
import { useStepKeys } from './step-keys.ts'

interface ReviewControlsProps {
  readonly record: Pick<RecordView, 'positions' | 'moves' | 'ply' | 'view'>
  readonly onFlip: () => void
}

/** Walks through a finished game in place, instead of what could be done while it ran. */
export function ReviewControls({ record, onFlip }: ReviewControlsProps) {
  const walk = useOwned(() => createWalk(record))
  const next = useRef<HTMLButtonElement>(null)
  useBackToEnd(record)
  useStepKeys(walk)
  useLostFocus(next)
  return <StepControls walk={walk} onFlip={onFlip} nextRef={next} />
}

// --- internal ---

/** The browser's Back leads from a look at the moves to the end of the game, and not away from its page. */
function useBackToEnd({ view, moves }: ReviewControlsProps['record']): void {
  // Before the next paint: whoever sees the controls may already press Back.
  useLayoutEffect(() => {
    if (!isLookingBack()) history.pushState({ isLookingBack: true }, '')
    const follow = () => {
      if (!isLookingBack()) view(moves.peek().length)
    }
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('popstate', follow)
      // Whoever has come to the end by a button has no use for a Back to where they are.
      if (isLookingBack()) history.back()
    }
  }, [view, moves])
}

function isLookingBack(): boolean {
  return history.state?.isLookingBack === true
}
