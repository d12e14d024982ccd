import { type Color, opposite, type Score } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { BalanceBar } from './BalanceBar.tsx'

interface GameLayoutProps {
  /** The heading, for who cannot see what page this is. */
  readonly title: string
  /** The side that sits below. */
  readonly orientation: Color
  readonly seatOf: (color: Color) => ComponentChildren
  readonly board: ComponentChildren
  readonly points: Score
  /** A line that holds for the whole game, such as what it counts for. */
  readonly caption?: string | undefined
  /** What is awaited and offered; after the end, who won. */
  readonly status: ComponentChildren
  /** Buttons that are wanted at any moment. */
  readonly actions: ComponentChildren
  /** What may be scrolled to: the moves, and what is said beside the game. */
  readonly side: ComponentChildren
  /** What has no place of its own: notices, dialogs, what is only heard. */
  readonly children?: ComponentChildren
}

/** A game's page, whoever plays it and wherever: what stands where is said here and in its sheet alone. */
export function GameLayout(props: GameLayoutProps) {
  const { orientation, seatOf } = props
  return (
    <div class="game">
      <h1 class="visually-hidden">{props.title}</h1>
      <div class="seat-far">{seatOf(opposite(orientation))}</div>
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
