import type { GameEvent, GameId, Refusal, RefusalCode } from '@hokito/protocol'
import type { Color, MoveRefusal, Position } from '@hokito/rules'
import type { Arranged, Game } from './game.ts'
import type { Lined } from './lines.ts'

/** What follows from a command. */
export type Decision =
  | {
      readonly kind: 'accepted'
      /** To be stored, then applied. */
      readonly events: readonly GameEvent[]
      /** The board after the events, where it is known already and need not be worked out again. */
      readonly position?: Position
      /** What a side has placed: to be stored with the events, and to be told to nobody else. */
      readonly arrangement?: Arranged
      /** What a side has set to be replied for it: to be stored, and to be told to nobody else. */
      readonly lined?: Lined
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The time was over: these events end the game or the placing, and nothing comes of the command. */
  | { readonly kind: 'expired'; readonly events: readonly GameEvent[] }
  /** The command had counted before. */
  | { readonly kind: 'repeated' }

/** What a decision needs to know besides the game and the command. */
export interface Circumstances {
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number
  /** The round trip measured for whoever sends the command. */
  readonly lagMs: number
  /** Since when the other player has been away; undefined while connected. */
  readonly opponentGoneSince: number | undefined
  /** Why the two may not begin another game; asked only where the command is about a rematch. */
  readonly refusalToMeet?: RefusalCode | undefined
  /** A new game's id and the secret behind its deal. */
  readonly fresh: () => Fresh
}

/** What chance gives to a new game. */
export interface Fresh {
  readonly id: GameId
  readonly secret: string
}

/** Whoever sends a command, checked to sit in the game. */
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
