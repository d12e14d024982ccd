import { type Color, type EndRule, type Move, parsePosition } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { BoardDrawing } from '../../board/index.ts'
import '../../board/board.css'
import './small-board.css'

interface SmallBoardProps {
  /** As HFEN. */
  readonly position: string
  readonly endRule: EndRule
  readonly lastMove?: Move | undefined
  /** The side at the bottom, Black by default. */
  readonly orientation?: Color
}

/**
 * A position without controls; the text beside it says what it is. It is as wide as its place, and
 * is drawn once it comes near the screen, because lists are long and each board has some two
 * hundred elements.
 */
export function SmallBoard(props: SmallBoardProps) {
  const { position, endRule, lastMove, orientation = 'black' } = props
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
    <span ref={place} class="small-board">
      {read?.ok && (
        <BoardDrawing
          position={read.value}
          orientation={orientation}
          showCoordinates={false}
          lastMove={lastMove}
        />
      )}
    </span>
  )
}

// --- internal ---

/** A board is drawn this far below the screen, so that scrolling never meets an empty one. */
const AHEAD = '300px'
