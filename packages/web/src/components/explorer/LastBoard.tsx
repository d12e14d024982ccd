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
 * The last position of a game; the text beside it gives the result. It is drawn once it comes near
 * the screen, because lists are long and each board has some two hundred elements.
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

/** A board is drawn this far below the screen, so that scrolling never meets an empty one. */
const AHEAD = '300px'
