import { type EndRule, parsePosition } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BoardDrawing } from '../../board/index.ts'
import '../../board/board.css'

interface LastBoardProps {
  /** As HFEN. */
  readonly position: string
  readonly endRule: EndRule
}

/**
 * How a game stood at its end, for a glance: what it came to is said beside it. Drawn once it comes near the screen, as
 * lists are long and each board has some two hundred parts.
 */
export function LastBoard({ position, endRule }: LastBoardProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = place
    if (current === null) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const read = isNear ? parsePosition(position, endRule) : undefined
  return (
    <span ref={place} class="found-board">
      {read?.ok && (
        <BoardDrawing position={read.value} orientation="black" showCoordinates={false} />
      )}
    </span>
  )
}

// --- internal ---

/** So far below the screen a board is drawn, so that scrolling meets none that is empty. */
const AHEAD = '300px'
