import type { Walk } from '../../models/game/walk.ts'
import { useKeys } from '../../ui/hooks.ts'

/** The keys that step through a game. */
export function useStepKeys({ ply, last, go, togglePlaying }: Walk): void {
  useKeys((event) => {
    // A focused button handles Space and Enter itself.
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
        go(last.peek())
        break
      case ' ':
        if (isOnButton) return
        togglePlaying()
        break
      default:
        return
    }
    event.preventDefault()
  })
}
