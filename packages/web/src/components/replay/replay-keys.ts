import type { ReplayModel } from '../../models/replay/replay-model.ts'
import { useKeys } from '../../ui/hooks.ts'

/** The keys of the replay page. */
export function useReplayKeys({ ply, last, go, togglePlaying }: ReplayModel, onFlip: () => void) {
  useKeys((event) => {
    // A focused button keeps its own space and enter.
    const isOnButton = event.target instanceof Element && event.target.closest('button, a, summary')
    switch (event.key) {
      case 'ArrowLeft':
        go(ply.peek() - 1)
        break
      case 'ArrowRight':
        go(ply.peek() + 1)
        break
      case 'Home':
        go(0)
        break
      case 'End':
        go(last)
        break
      case ' ':
        if (isOnButton) return
        togglePlaying()
        break
      case 'f':
        onFlip()
        break
      default:
        return
    }
    event.preventDefault()
  })
}
