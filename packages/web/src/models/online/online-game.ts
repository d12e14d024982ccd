import { type GameCommand, type GameId, type OfferKind, remainingAt } from '@hokito/protocol'
import type { ByColor, RandomBytes } from '@hokito/rules'
import { computed, effect, type ReadonlySignal } from '@preact/signals'
import { createRecordView, type RecordView, type RunningRecord } from '../game/record-view.ts'
import type { Connection } from './connection.ts'
import { createFollowedGame, type FollowedGame } from './followed-game.ts'
import { createGameCommands } from './game-commands.ts'
import { createOwnMoves, type OwnMoves } from './own-moves.ts'
import { createPlacing, type Placing } from './placing.ts'
import { createSaidPhrases } from './said-phrases.ts'
import { giveShare } from './share.ts'
import { createUnsentDraft } from './unsent-draft.ts'

/** What an online game needs from outside. */
export interface OnlineGameDependencies {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
  /** Where what is not sent yet, and who is muted, outlive a reload; asking for it may throw. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Where what was said outlives the tab; asking for it may throw. */
  readonly lasting: () => Pick<Storage, 'getItem' | 'setItem'>
}

export type OnlineGame = ReturnType<typeof createOnlineGame>

/**
 * An online game as this page follows it, as a player or a watcher. What the server has acknowledged is the
 * truth; our own move is shown before that, marked, and taken back when it is refused. Call `dispose` when
 * the page is left.
 */
export function createOnlineGame(
  id: GameId,
  { connection, randomBytes, storage, lasting }: OnlineGameDependencies,
) {
  const followed: FollowedGame = createFollowedGame({
    id,
    connection,
    onCaughtUp: () => {
      placing.resume()
      moving.resend()
    },
  })
  const commands = createGameCommands({ id, connection, followed, randomBytes })
  const moving: OwnMoves = createOwnMoves({ followed, commands, randomBytes })
  const unsent = createUnsentDraft(id, storage)
  const placing: Placing = createPlacing({ followed, commands, connection, unsent, randomBytes })
  const phrases = createSaidPhrases(id, { connection, randomBytes, storage, lasting }, followed)
  const stops = [answerCalls(followed, connection), giveShare(followed, commands, randomBytes)]
  const { game, presence, missing, declined, own, phase, ending } = followed
  const { premove, isOurTurn, isSending, play } = moving
  return {
    id,
    game,
    presence,
    missing,
    declined,
    own,
    phase,
    ending,
    refused: commands.refused,
    premove,
    isOurTurn,
    isSending,
    play,
    placing,
    said: phrases.said,
    /** Numbers of the phrases that were said just now. */
    freshlySaid: phrases.fresh,
    isMuted: phrases.isMuted,
    say: phrases.say,
    written: phrases.written,
    write: phrases.write,
    record: createShownRecord({ ...moving, ending }),
    /** Time left for each side by the server's clock; undefined without a limit. */
    clocks: (): ByColor<number> | undefined => {
      const shown = game.peek()
      if (shown === undefined || shown.terms.timeControl.kind === 'none') return undefined
      return remainingAt(shown.terms.timeControl, shown.clock, connection.now())
    },
    resign: () => commands.ask({ type: 'resign' }),
    abort: () => commands.ask({ type: 'abort' }),
    claim: () => commands.ask({ type: 'claim' }),
    offer: (kind: OfferKind) => commands.ask({ type: OFFER_COMMANDS[kind] }),
    answer: (offer: number, how: 'acceptOffer' | 'declineOffer' | 'withdrawOffer') =>
      commands.ask({ type: how, offer }),
    dismiss: () => {
      commands.refused.value = undefined
    },
    dispose: () => {
      for (const stop of stops) stop()
      phrases.stop()
      moving.dispose()
      placing.dispose()
      followed.dispose()
    },
  }
}

// --- internal ---

const OFFER_COMMANDS = {
  draw: 'offerDraw',
  takeback: 'offerTakeback',
  rematch: 'offerRematch',
} as const satisfies Record<OfferKind, GameCommand['type']>

/**
 * Whoever is here need not be called here, nor to the next game while this page leads there; to that one again
 * when the page is left. Returns the function that stops it.
 */
function answerCalls({ id, game }: FollowedGame, { called }: Connection): () => void {
  let held: GameId | undefined
  const stop = effect(() => {
    const to = called.value
    if (to === undefined || (to !== id && to !== game.value?.next)) return
    if (to !== id) held = to
    called.value = undefined
  })
  return () => {
    stop()
    if (held !== undefined) called.value = held
  }
}

/** The record as it is looked at, once there is a board. */
function createShownRecord(running: RunningRecord): ReadonlySignal<RecordView | undefined> {
  const hasBoard = computed(() => running.positions.value.length > 0)
  return computed(() => (hasBoard.value ? createRecordView(running) : undefined))
}
