import { type Color, numberBefore } from '@hokito/rules'
import { useEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import './move-strip.css'

/** A move as it is written, and how a screen reader says it if that differs. */
export interface StripMove {
  readonly text: string
  readonly label?: string | undefined
}

interface MoveStripProps {
  readonly moves: readonly StripMove[]
  readonly firstTurn: Color
  /** The number of plies played in the position shown. */
  readonly ply: number
  readonly onGo: (ply: number) => void
}

/**
 * Moves in one row at the board, for a screen on which no list is in view. It follows the current
 * move.
 */
export function MoveStrip({ moves, firstTurn, ply, onGo }: MoveStripProps) {
  const t = useTranslate()
  const row = useRef<HTMLDivElement>(null)
  const line = moves.map(({ text }) => text).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another move or line is the occasion.
  useEffect(() => {
    const box = row.current
    const shown = box?.querySelector<HTMLElement>('[aria-current]')
    if (box === null) return
    box.scrollLeft =
      shown == null ? 0 : shown.offsetLeft - (box.clientWidth - shown.offsetWidth) / 2
  }, [ply, line])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of moves is no group of fields.
    <div ref={row} class="move-strip" role="group" aria-label={t('game.moves')}>
      {moves.map(({ text, label }, at) => (
        // The same move can occur twice in a line, so its place is the key.
        <span key={`${at + 1}`}>
          <small>{numberBefore(at, firstTurn)}</small>
          <button
            type="button"
            class="moves-move"
            aria-label={label}
            aria-current={at + 1 === ply ? 'step' : undefined}
            onClick={() => onGo(at + 1)}
          >
            {text}
          </button>
        </span>
      ))}
    </div>
  )
}
