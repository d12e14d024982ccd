import { type Color, opposite, type Score } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { BalanceBar } from './BalanceBar.tsx'

interface GameLayoutProps {
  readonly title: string
  /** Whether the title is in view above everything else; otherwise it is for screen readers only. */
  readonly isTitled?: boolean
  /** The side that sits below. */
  readonly orientation: Color
  readonly seatOf: (color: Color) => ComponentChildren
  readonly board: ComponentChildren
  /** Other views of the same game, above everything else. */
  readonly tabs?: ComponentChildren
  readonly points: Score
  /** A bar in the place of the one of the points. */
  readonly bar?: ComponentChildren
  /** A line about the whole game, such as what it counts for. */
  readonly caption?: ComponentChildren
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
      {!props.isTitled && <h1 class="visually-hidden">{props.title}</h1>}
      <div class="seat-far">
        {props.isTitled && <h1 class="game-title">{props.title}</h1>}
        {props.tabs}
        {seatOf(opposite(orientation))}
      </div>
      <div class="seat-near">{seatOf(orientation)}</div>
      <div class="game-board">{props.board}</div>
      <div class="game-balance">
        {props.caption !== undefined && <p class="game-caption">{props.caption}</p>}
        {props.bar ?? <BalanceBar points={props.points} />}
      </div>
      <div class="game-status">{props.status}</div>
      <div class="game-actions">{props.actions}</div>
      <div class="game-side">{props.side}</div>
      {props.children}
    </div>
  )
}
