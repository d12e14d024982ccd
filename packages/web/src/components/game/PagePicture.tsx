import type { ComponentChildren } from 'preact'
import { lazily } from '../../ui/lazily.tsx'

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

/** Loaded last, because the page can be read without it. */
const PaintedExample = lazily(async () => (await import('./PaintedBoard.tsx')).PaintedExample)
