import type { Engine } from '@hokito/engine'
import type { Color } from '@hokito/rules'
import type { Io } from '../io.ts'
import type { PlayedGame } from './played-game.ts'

/** A game at the terminal with everything it needs. */
export interface TerminalGame {
  readonly played: PlayedGame
  readonly engine: Engine
  readonly io: Io
  /** The side that the computer plays. Undefined between two people. */
  readonly computer: Color | undefined
  /** 1–10, or undefined for full strength. */
  readonly level: number | undefined
}

/** The computer's thinking time for a hint, or for one move at full strength. */
export const THINKING_MS = 1000

/** Is the game over, on the board or by resignation? */
export function isOver({ played }: TerminalGame): boolean {
  return played.record().ending !== undefined
}
