import { type Color, opposite, type Score } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { BalanceBar } from './BalanceBar.tsx'

interface GameLayoutProps {
  /** The heading, for screen readers only. */
  readonly title: string
  /** The side that sits below. */
  readonly orientation: Color
  readonly seatOf: (color: Color) => ComponentChildren
  readonly board: ComponentChildren
  /** Other views of the same game, above everything else. */
  readonly tabs?: ComponentChildren
  readonly points: Score
  /** A line about the whole game, such as what it counts for. */
  readonly caption?: string | undefined
  /** Whose turn it is and what is offered; after the end, who won. */
  readonly status: ComponentChildren
  /** Buttons that must be in reach at any moment. */
  readonly actions: ComponentChildren
  /** The part that may need scrolling: the moves, and talk beside the game. */
  readonly side: ComponentChildren
  /** Parts without a place of their own: notices, dialogs, announcements. */
  readonly children?: ComponentChildren
}

/**
 * The layout of every game page, local or online. Only this component and its sheet place the
 * parts.
 */
export function GameLayout(props: GameLayoutProps) {
  const { orientation, seatOf } = props
  return (
    <div class="game">
      <h1 class="visually-hidden">{props.title}</h1>
      <div class="seat-far">
        {props.tabs}
        {seatOf(opposite(orientation))}
      </div>
      <div class="seat-near">{seatOf(orientation)}</div>
      <div class="game-board">{props.board}</div>
      <div class="game-balance">
        {props.caption !== undefined && <p class="game-caption">{props.caption}</p>}
        <BalanceBar points={props.points} />
      </div>
      <div class="game-status">{props.status}</div>
      <div class="game-actions">{props.actions}</div>
      <div class="game-side">{props.side}</div>
      {props.children}
    </div>
  )
}
