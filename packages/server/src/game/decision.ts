import type { GameEvent, Refusal, RefusalCode } from '@hokito/protocol'
import type { Color, MoveRefusal, Position } from '@hokito/rules'
import type { Game } from './game.ts'

/**
 * What follows from a command: events to store, or a refusal, or both: a move that comes too late is
 * refused and ends the game on time. Neither when the command had counted before.
 */
export interface Decision {
  readonly events: readonly GameEvent[]
  readonly refusal?: Refusal
  /** The board after the events, where it is known already and need not be worked out again. */
  readonly position?: Position
}

/** What a decision needs to know besides the game and the command. */
export interface Circumstances {
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number
  /** The round trip measured for whoever sends the command. */
  readonly lagMs: number
  /** Since when the other player has been away; undefined while connected. */
  readonly opponentGoneSince: number | undefined
  /** A new game's id and the secret behind its deal. */
  readonly fresh: () => Fresh
}

/** What chance gives to a new game. */
export interface Fresh {
  readonly id: string
  readonly secret: string
}

/** Whoever sends a command, checked to sit in the game. */
export interface Seated {
  readonly game: Game
  readonly color: Color
  readonly circumstances: Circumstances
}

export function accept(...events: readonly GameEvent[]): Decision {
  return { events }
}

export function refuse(code: RefusalCode, move?: MoveRefusal): Decision {
  return { events: [], refusal: move === undefined ? { code } : { code, move } }
}
