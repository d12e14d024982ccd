import type { CommandId, CommandReply, GameCommand, GameId, RefusalCode } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { type Signal, signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'

/** Commands to one game, from its latest known ply. */
export interface GameCommands {
  /** Why the last command was refused. */
  readonly refused: Signal<RefusalCode | undefined>
  /** Sends a command and takes in its answer; undefined if none came. */
  send(body: CommandBody, commandId?: CommandId): Promise<CommandReply | undefined>
  /** The same, and shows the refusal if there is one. */
  ask(body: CommandBody, commandId?: CommandId): Promise<CommandReply | undefined>
}

/** The body of a command, without its game, its ply and its id. */
export type CommandBody = GameCommand extends infer C
  ? C extends GameCommand
    ? Omit<C, 'game' | 'ply' | 'id'>
    : never
  : never

interface GameCommandsOptions {
  readonly id: GameId
  readonly connection: Connection
  readonly followed: FollowedGame
  readonly randomBytes: RandomBytes
}

export function createGameCommands(options: GameCommandsOptions): GameCommands {
  const { id, connection, followed, randomBytes } = options
  const refused = signal<RefusalCode | undefined>(undefined)

  async function send(
    body: CommandBody,
    commandId = newCommandId(randomBytes),
  ): Promise<CommandReply | undefined> {
    const ply = followed.game.peek()?.moves.length
    if (ply === undefined) return undefined
    const command: GameCommand = { ...body, game: id, ply, id: commandId }
    const reply = await connection.send(command)
    if (reply === undefined) followed.catchUpLater()
    else followed.take(reply)
    return reply
  }

  return {
    refused,
    send,
    ask: async (body, commandId) => {
      const reply = await send(body, commandId)
      if (reply !== undefined) refused.value = newsOf(reply)
      return reply
    },
  }
}

// --- internal ---

/**
 * Why a command was refused; undefined if the opponent was quicker, as the game itself then shows
 * everything.
 */
function newsOf(reply: CommandReply): RefusalCode | undefined {
  return reply.ok || OVERTAKEN.includes(reply.refusal.code) ? undefined : reply.refusal.code
}

/** Refusals caused by an event on its way that the page shows by now. */
const OVERTAKEN: readonly RefusalCode[] = [
  'stale',
  'gameOver',
  'notYourTurn',
  'unknownOffer',
  'offerPending',
  'alreadyContinued',
  'notPlacing',
  'alreadyPlaced',
  'notDividing',
]
