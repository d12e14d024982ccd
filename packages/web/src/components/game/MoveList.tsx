import { type Color, formatMove, type Move, numberBefore } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { useCurrentShown } from '../../ui/use-seen.ts'

interface MoveListProps {
  readonly moves: readonly Move[]
  readonly firstTurn: Color
  /** The number of plies played in the position shown. */
  readonly ply: number
  readonly onView: (ply: number) => void
  /** Whether no move will follow. */
  readonly isOver?: boolean
  /** Content above the list. */
  readonly children?: ComponentChildren
  /** Content below the list. */
  readonly footer?: ComponentChildren
}

/** The moves in pairs; pressing a move shows the position after it. */
export function MoveList({
  moves,
  firstTurn,
  ply,
  onView,
  isOver,
  children,
  footer,
}: MoveListProps) {
  const t = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  useCurrentShown(list, ply)
  return (
    <section class="moves" aria-label={t('game.moves')}>
      {children}
      {moves.length === 0 && !isOver && <p class="note">{t('game.noMoves')}</p>}
      <div class="moves-room">
        <ol ref={list} class="moves-list">
          {rowsOf(moves, firstTurn).map((row) => (
            <li key={row.number}>
              <span class="moves-number">{row.number}</span>
              {row.plies.map((rowPly) => {
                const move = moves[rowPly - 1]
                return (
                  move && (
                    <button
                      key={rowPly}
                      type="button"
                      class="moves-move"
                      aria-current={rowPly === ply ? 'step' : undefined}
                      onClick={() => onView(rowPly)}
                    >
                      {formatMove(move)}
                    </button>
                  )
                )
              })}
            </li>
          ))}
        </ol>
      </div>
      {footer}
    </section>
  )
}

/** A row of a list of moves. */
export interface MoveRow {
  readonly number: string
  readonly plies: readonly number[]
}

/** Plies (counted from 1) under the number that a record gives them. */
export function rowsOf(moves: readonly Move[], firstTurn: Color): readonly MoveRow[] {
  const rows: { number: string; plies: number[] }[] = []
  for (const index of moves.keys()) {
    const number = numberBefore(index, firstTurn)
    if (number !== undefined) rows.push({ number, plies: [] })
    rows.at(-1)?.plies.push(index + 1)
  }
  return rows
}
