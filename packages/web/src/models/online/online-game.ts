import {
  type CommandReply,
  type GameCommand,
  type GameId,
  type OfferKind,
  type RefusalCode,
  remainingAt,
} from '@hokito/protocol'
import type { ByColor, Color, RandomBytes } from '@hokito/rules'
import { computed, effect, type ReadonlySignal } from '@preact/signals'
import { createRecordView, type RecordView, type RunningRecord } from '../game/record-view.ts'
import type { Connection } from './connection.ts'
import { createFollowedGame, type FollowedGame } from './followed-game.ts'
import { createGameCommands, type GameCommands } from './game-commands.ts'
import { createOwnMoves, type OwnMoves } from './own-moves.ts'
import { createPlacing, type Placing } from './placing.ts'
import { createSaidPhrases, type SaidPhrases } from './said-phrases.ts'
import { giveShare } from './share.ts'
import { createUnsentDraft } from './unsent-draft.ts'

/** Dependencies of an online game. */
export interface OnlineGameDependencies {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
  /** Storage in which unsent changes and mutings outlive a reload; asking for it may throw. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Storage in which phrases outlive the tab; asking for it may throw. */
  readonly lasting: () => Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * An online game as this page follows it, for a player or a watcher. The server's acknowledged
 * state is the truth. Our own move is shown before that, marked, and is taken back if the server
 * refuses it. Call `dispose` when the page is left.
 */
export interface OnlineGame
  extends Pick<
      FollowedGame,
      'id' | 'game' | 'presence' | 'missing' | 'declined' | 'own' | 'phase' | 'ending'
    >,
    Pick<OwnMoves, 'premove' | 'isOurTurn' | 'isSending' | 'play'>,
    Pick<SaidPhrases, 'said' | 'isMuted' | 'unread' | 'say' | 'written' | 'write'>,
    Wishes {
  readonly placing: Placing
  /** Numbers of the phrases said a moment ago. */
  readonly freshlySaid: SaidPhrases['fresh']
  /** The record as shown, once there is a board. */
  readonly record: ReadonlySignal<RecordView | undefined>
  /** Time left for each side by the server's clock; undefined without a limit. */
  clocks(): ByColor<number> | undefined
  dispose(): void
}

/** What a player may ask of the server beside moving. */
interface Wishes {
  /** Why the last command was refused. */
  readonly refused: ReadonlySignal<RefusalCode | undefined>
  /** The player has read that. */
  dismiss(): void
  /** Names the points that White gets, before a divided game. */
  divide(compensation: number): Promise<CommandReply | undefined>
  /** Chooses a side for the points named. */
  choose(color: Color): Promise<CommandReply | undefined>
  /** The player is ready for the second game of a match. */
  ready(): Promise<CommandReply | undefined>
  resign(): Promise<CommandReply | undefined>
  abort(): Promise<CommandReply | undefined>
  claim(): Promise<CommandReply | undefined>
  offer(kind: OfferKind): Promise<CommandReply | undefined>
  answer(
    offer: number,
    how: 'acceptOffer' | 'declineOffer' | 'withdrawOffer',
  ): Promise<CommandReply | undefined>
}

export function createOnlineGame(
  id: GameId,
  { connection, randomBytes, storage, lasting }: OnlineGameDependencies,
): OnlineGame {
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
    ...wishesOf(commands),
    premove,
    isOurTurn,
    isSending,
    play,
    placing,
    said: phrases.said,
    freshlySaid: phrases.fresh,
    isMuted: phrases.isMuted,
    unread: phrases.unread,
    say: phrases.say,
    written: phrases.written,
    write: phrases.write,
    record: createShownRecord({ ...moving, ending }),
    clocks: () => {
      const shown = game.peek()
      if (shown === undefined || shown.terms.timeControl.kind === 'none') return undefined
      return remainingAt(shown.terms.timeControl, shown.clock, connection.now())
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

function wishesOf({ ask, refused }: GameCommands): Wishes {
  return {
    refused,
    dismiss: () => {
      refused.value = undefined
    },
    divide: (compensation) => ask({ type: 'divide', compensation }),
    choose: (color) => ask({ type: 'choose', color }),
    ready: () => ask({ type: 'ready' }),
    resign: () => ask({ type: 'resign' }),
    abort: () => ask({ type: 'abort' }),
    claim: () => ask({ type: 'claim' }),
    offer: (kind) => ask({ type: OFFER_COMMANDS[kind] }),
    answer: (offer, how) => ask({ type: how, offer }),
  }
}

/**
 * A player on this page need not be called to this game, nor to the next one while the page leads
 * there. The call to the next one comes back when the page is left. Returns a function that stops
 * it.
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

/** The record as shown, once there is a board. */
function createShownRecord(running: RunningRecord): ReadonlySignal<RecordView | undefined> {
  const hasBoard = computed(() => running.positions.value.length > 0)
  return computed(() => (hasBoard.value ? createRecordView(running) : undefined))
}
