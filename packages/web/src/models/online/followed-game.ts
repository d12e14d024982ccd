import {
  advance,
  type CommandReply,
  colorOf,
  type GameEvent,
  type GameId,
  type GameView,
  type Offer,
  type Presence,
  phaseOf,
  type RefusalCode,
  type Update,
} from '@hokito/protocol'
import { batch, computed, signal } from '@preact/signals'
import type { Connection } from './connection.ts'

export type FollowedGame = ReturnType<typeof createFollowedGame>

interface FollowedGameOptions {
  readonly id: GameId
  readonly connection: Connection
  /** Called when the whole game has been received again, for example after a lost connection. */
  readonly onCaughtUp: () => void
}

/**
 * A game as the server reports it: acknowledged events and nothing else. Old news changes nothing;
 * if something is missing in between, it asks for the whole game.
 */
export function createFollowedGame({ id, connection, onCaughtUp }: FollowedGameOptions) {
  const game = signal<GameView | undefined>(undefined)
  /** The server's version of our own side while the pieces are placed. */
  const arrangement = signal<string | undefined>(undefined)
  const presence = signal<Presence | undefined>(undefined)
  /** Why there is nothing to show. */
  const missing = signal<RefusalCode | undefined>(undefined)
  /** The offer declined last; cleared by the next event. */
  const declined = signal<Offer | undefined>(undefined)
  let askingAgain: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function show(next: GameView): void {
    const known = game.peek()
    if (known !== undefined && known.version > next.version) return
    batch(() => {
      game.value = next
      missing.value = undefined
    })
  }

  function apply({ version, event }: Update): void {
    const known = game.peek()
    if (known === undefined || version <= known.version) return
    if (version !== known.version + 1) return void catchUp()
    batch(() => {
      declined.value = declinedBy(event, known)
      show(advance(known, event))
    })
  }

  function take(reply: CommandReply): void {
    batch(() => {
      if ('game' in reply && reply.game !== undefined) show(reply.game)
      if ('updates' in reply) for (const update of reply.updates) apply(update)
    })
  }

  async function catchUp(): Promise<void> {
    const reply = await connection.send({ type: 'openGame', game: id })
    if (reply === undefined) return catchUpLater()
    if (reply.ok) {
      batch(() => {
        arrangement.value = reply.arrangement
        show(reply.game)
        presence.value = reply.presence
      })
      return onCaughtUp()
    }
    const { code, retryAfterMs } = reply.refusal
    if (game.peek() === undefined) missing.value = code
    if (retryAfterMs !== undefined) catchUpLater(retryAfterMs)
  }

  function catchUpLater(ms = ASK_AGAIN_MS): void {
    // After a lost connection the game catches up by itself.
    if (isOver || connection.status.peek() !== 'online') return
    askingAgain ??= setTimeout(() => {
      askingAgain = undefined
      void catchUp()
    }, ms)
  }

  const stops = [
    connection.whenOnline(() => void catchUp()),
    connection.on('update', (update) => {
      if (update.game === id) apply(update)
    }),
    connection.on('presence', (told) => {
      if (told.game === id) presence.value = told
    }),
  ]

  return {
    id,
    game,
    arrangement,
    presence,
    missing,
    declined,
    /** Our colour; undefined for watchers. */
    own: computed(() => {
      const player = connection.player.value
      return game.value && player && colorOf(game.value, player.id)
    }),
    phase: computed(() => game.value && phaseOf(game.value)),
    ending: computed(() => game.value?.ending),
    /** Takes the news of the game from the answer to a command. */
    take,
    /** Asks for the whole game soon, because a missing answer may have contained news. */
    catchUpLater: () => catchUpLater(),
    dispose: () => {
      isOver = true
      for (const stop of stops) stop()
      clearTimeout(askingAgain)
      void connection.send({ type: 'closeGame', game: id })
    },
  }
}

// --- internal ---

/** The pause before asking again, if an answer is overdue while the connection holds. */
const ASK_AGAIN_MS = 2000

/** The offer that an event declines, if it declines one. */
function declinedBy(event: GameEvent, { offers }: GameView): Offer | undefined {
  if (event.kind !== 'offerClosed' || event.how !== 'declined') return undefined
  return offers.find(({ id }) => id === event.offer)
}
