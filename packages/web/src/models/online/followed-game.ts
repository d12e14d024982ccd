import {
  advance,
  type CommandReply,
  colorOf,
  type GameEvent,
  type GameId,
  type GameView,
  type Offer,
  type Phase,
  type Presence,
  phaseOf,
  type RefusalCode,
  type Update,
} from '@hokito/protocol'
import { COLORS, type Color } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import { createOlderAnswers } from './patience.ts'

/** A game as the server reports it: acknowledged events and nothing else. */
export interface FollowedGame {
  readonly id: GameId
  readonly game: ReadonlySignal<GameView | undefined>
  /** The server's version of our own side while the pieces are placed. */
  readonly arrangement: Signal<string | undefined>
  readonly presence: ReadonlySignal<Presence | undefined>
  /** Why there is nothing to show. */
  readonly missing: ReadonlySignal<RefusalCode | undefined>
  /** The offer declined last; cleared by the next event. */
  readonly declined: ReadonlySignal<Offer | undefined>
  /** Our colour; undefined for watchers. */
  readonly own: ReadonlySignal<Color | undefined>
  readonly phase: ReadonlySignal<Phase | undefined>
  readonly ending: ReadonlySignal<GameView['ending']>
  /** Takes the news of the game from the answer to a command. */
  take(reply: CommandReply): void
  /** Asks for the whole game soon, because a missing answer may have contained news. */
  catchUpLater(): void
  /** Stops; the server goes on sending the game if `isKeptOpen`, because another page has it. */
  dispose(isKeptOpen?: boolean): void
}

interface FollowedGameOptions {
  readonly id: GameId
  readonly connection: Connection
  /** Called when the whole game has been received again, for example after a lost connection. */
  readonly onCaughtUp: () => void
}

/**
 * Follows a game. Old news changes nothing; if something is missing in between, it asks for the
 * whole game.
 */
export function createFollowedGame(options: FollowedGameOptions): FollowedGame {
  const { id, connection } = options
  const report: Report = {
    game: signal(),
    arrangement: signal(),
    presence: signal(),
    missing: signal(),
    declined: signal(),
  }
  const { game, presence } = report
  const { catchUp, catchUpLater, stop } = createCatchingUp(options, report)
  const apply = (update: Update) => {
    if (!tryApply(report, update)) void catchUp()
  }
  const stops = [
    connection.whenOnline(() => void catchUp()),
    connection.on('update', (update) => {
      if (update.game === id) apply(update)
    }),
    connection.on('presence', (told) => {
      if (told.game !== id) return
      const before = presence.peek()?.seats
      presence.value = told
      // A guest who went away to sign up returns with another name.
      const isBack = COLORS.some(
        (color) => told.seats[color].isHere && before?.[color].isHere === false,
      )
      if (isBack) void catchUp()
    }),
    stop,
  ]
  return {
    id,
    ...report,
    own: computed(() => {
      const player = connection.player.value
      return game.value && player && colorOf(game.value, player.id)
    }),
    phase: computed(() => game.value && phaseOf(game.value)),
    ending: computed(() => game.value?.ending),
    take: (reply) =>
      batch(() => {
        if ('game' in reply && reply.game !== undefined) show(report, reply.game)
        if ('updates' in reply) for (const update of reply.updates) apply(update)
      }),
    catchUpLater: () => catchUpLater(),
    dispose: (isKeptOpen = false) => {
      for (const each of stops) each()
      if (!isKeptOpen) void connection.send({ type: 'closeGame', game: id })
    },
  }
}

// --- internal ---

/** The pause before asking again, if an answer is overdue while the connection holds. */
const ASK_AGAIN_MS = 2000

/** What the server has reported. */
interface Report {
  readonly game: Signal<GameView | undefined>
  readonly arrangement: Signal<string | undefined>
  readonly presence: Signal<Presence | undefined>
  readonly missing: Signal<RefusalCode | undefined>
  readonly declined: Signal<Offer | undefined>
}

interface CatchingUp {
  /** Asks for the whole game. */
  catchUp(): Promise<void>
  /** The same after a pause. */
  catchUpLater(ms?: number): void
  stop(): void
}

function createCatchingUp(
  { id, connection, onCaughtUp }: FollowedGameOptions,
  report: Report,
): CatchingUp {
  const { game, arrangement, presence, missing } = report
  let askingAgain: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const believeOlder = createOlderAnswers()

  async function catchUp(): Promise<void> {
    const reply = await connection.send({ type: 'openGame', game: id })
    if (reply === undefined) return catchUpLater()
    if (reply.ok) {
      const isOlder = reply.game.version < (game.peek()?.version ?? 0)
      const isBelieved = believeOlder(isOlder)
      batch(() => {
        arrangement.value = reply.arrangement
        if (isBelieved) game.value = reply.game
        else show(report, reply.game)
        presence.value = reply.presence
      })
      if (isOlder && !isBelieved) catchUpLater()
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

  return {
    catchUp,
    catchUpLater,
    stop: () => {
      isOver = true
      clearTimeout(askingAgain)
    },
  }
}

/** Shows a whole game, unless it is older than the one known. */
function show({ game, missing }: Report, next: GameView): void {
  const known = game.peek()
  if (known !== undefined && known.version > next.version) return
  batch(() => {
    game.value = next
    missing.value = undefined
  })
}

/** Applies an event; false if earlier ones are missing. */
function tryApply(report: Report, { version, event }: Update): boolean {
  const known = report.game.peek()
  if (known === undefined || version <= known.version) return true
  if (version !== known.version + 1) return false
  batch(() => {
    report.declined.value = declinedBy(event, known)
    show(report, advance(known, event))
  })
  return true
}

/** The offer that an event declines, if it declines one. */
function declinedBy(event: GameEvent, { offers }: GameView): Offer | undefined {
  if (event.kind !== 'offerClosed' || event.how !== 'declined') return undefined
  return offers.find(({ id }) => id === event.offer)
}
