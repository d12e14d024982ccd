import type { ComponentChildren } from 'preact'
import { lazily } from '../../ui/lazily.tsx'
import { nextTask } from '../../ui/next-task.ts'

/** A place for a picture beside a page of text; without a picture, a board to look at. */
export function PagePicture({ ply = 0, children }: PagePictureProps) {
  return <div class="page-picture">{children ?? <PaintedExample ply={ply} />}</div>
}

// --- internal ---

interface PagePictureProps {
  /** The position of the example game to show. */
  readonly ply?: number
  readonly children?: ComponentChildren
}

/**
 * Loaded last, because the page can be read without it. The code, the game and the drawing are a
 * task each.
 */
const PaintedExample = lazily(async () => {
  const { PaintedExample: Loaded } = await import('./PaintedBoard.tsx')
  const { examplePosition } = await import('../../models/replay/example-game.ts')
  await nextTask()
  examplePosition()
  return Loaded
})
