import {
  type GameEvent,
  type GameId,
  type GameView,
  phaseOf,
  type Refusal,
  type RefusalCode,
} from '@hokito/protocol'
import { type Color, type MoveRefusal, type Position, unreachable } from '@hokito/rules'
import type { Arranged, Game } from './game.ts'
import type { Lined } from './lines.ts'

/** The outcome of a command. */
export type Decision =
  | {
      readonly kind: 'accepted'
      /** Events to store and then apply. */
      readonly events: readonly GameEvent[]
      /** The board after the events, if it is already known. */
      readonly position?: Position
      /** The arrangement of a side, to store with the events and keep hidden from others. */
      readonly arrangement?: Arranged
      /** The conditional lines of a side, to store and keep hidden from others. */
      readonly lined?: Lined
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The time was over. These events end the game or the placing, and the command has no effect. */
  | { readonly kind: 'expired'; readonly events: readonly GameEvent[] }
  /** The command had already counted. */
  | { readonly kind: 'repeated' }

/** What a decision depends on besides the game and the command. */
export interface Circumstances {
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number
  /** The round trip measured for the sender. */
  readonly lagMs: number
  /** Since when the other player has been away; undefined while connected. */
  readonly opponentGoneSince: number | undefined
  /**
   * Why the two players may not begin another game; present only if the command is about a rematch.
   */
  readonly refusalToMeet?: RefusalCode | undefined
  /** A new game's id and the secret behind its deal. */
  readonly fresh: () => Fresh
}

/** Random values for a new game. */
export interface Fresh {
  readonly id: GameId
  readonly secret: string
}

/** The sender of a command, known to have a seat in the game. */
export interface Seated {
  readonly game: Game
  readonly color: Color
  readonly circumstances: Circumstances
}

export function accept(...events: readonly GameEvent[]): Decision {
  return { kind: 'accepted', events }
}

export function refuse(code: RefusalCode, move?: MoveRefusal): Decision {
  return { kind: 'refused', refusal: move === undefined ? { code } : { code, move } }
}

/** Why a game cannot be played on. Undefined while it is being played. */
export function refusalOutsidePlay(view: GameView): Decision | undefined {
  const phase = phaseOf(view)
  switch (phase) {
    case 'playing':
      return undefined
    case 'over':
      return refuse('gameOver')
    case 'dividing':
      return refuse('undivided')
    case 'dealing':
    case 'placing':
      return refuse('notDealt')
    default:
      return unreachable(phase)
  }
}
