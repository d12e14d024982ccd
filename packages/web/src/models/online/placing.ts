import {
  arrangementOf,
  type CommandId,
  type GameView,
  isWhole,
  NOTHING_PLACED,
  piecesOf,
  placingDeadline,
} from '@hokito/protocol'
import { type Color, type EndRule, type Position, type RandomBytes, single } from '@hokito/rules'
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createSetupModel, emptyPosition, type SetupModel } from '../game/setup-model.ts'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'
import type { GameCommands } from './game-commands.ts'
import type { UnsentDraft } from './unsent-draft.ts'

/**
 * The placing of our own pieces before a game, unseen by the opponent. Each change is sent soon
 * after it is made, so that every page has it and it counts when the time is up. Once we are ready
 * it is final.
 */
export interface Placing {
  /** Our side while we place it; undefined for watchers. */
  readonly setup: ReadonlySignal<SetupModel | undefined>
  readonly isReady: ReadonlySignal<boolean>
  /** Our final side, acknowledged or on its way. */
  readonly placed: ReadonlySignal<Position | undefined>
  /** Time left, in milliseconds; undefined once it is over. */
  leftMs(): number | undefined
  /** Makes our side final. */
  ready(): void
  /** The whole game has been received again. */
  resume(): void
  dispose(): void
}

/** Dependencies of placing: the game, and where changes go until the server has them. */
export interface PlacingOptions {
  readonly followed: FollowedGame
  readonly commands: GameCommands
  readonly connection: Pick<Connection, 'now'>
  readonly unsent: UnsentDraft
  readonly randomBytes: RandomBytes
}

/** Offers the board for our side once the server has sent the game. Call `dispose` at the end. */
export function createPlacing(options: PlacingOptions): Placing {
  const { followed, connection, randomBytes } = options
  const { game, own, arrangement } = followed
  const side = createSide(options)
  const { setup, sending, text, isReady } = side
  const drafts = createDrafts(side)
  const stops = [keepUnsent(side, drafts), giveWay(side), drafts.stop]
  return {
    setup,
    isReady,
    placed: computed(() => {
      const color = own.value
      const whole = sending.value?.text ?? (isReady.value ? arrangement.value : undefined)
      const endRule = game.value?.terms.endRule ?? 'either'
      return color && whole ? positionOfSide(color, whole, endRule) : undefined
    }),
    leftMs: () => {
      const shown = game.peek()
      const until = shown && placingDeadline(shown)
      return until === undefined ? undefined : Math.max(0, until - connection.now())
    },
    ready: () => {
      const whole = text.peek()
      if (whole === undefined || !isWhole(whole) || sending.peek() !== undefined) return
      sending.value = { text: whole, id: newCommandId(randomBytes) }
      void deliver(side)
    },
    resume: () => {
      takeOver(side, drafts)
      void deliver(side)
    },
    dispose: () => {
      for (const stop of stops) stop()
    },
  }
}

// --- internal ---

/** Long enough for a second thought, short enough that a closed page loses little. */
const DRAFT_MS = 500

/** Our side before the game. */
interface Side extends PlacingOptions {
  readonly setup: Signal<SetupModel | undefined>
  /** Our whole side on its way to the server, with the id that makes it count once. */
  readonly sending: Signal<{ readonly text: string; readonly id: CommandId } | undefined>
  /** Our side as this page shows it. */
  readonly text: ReadonlySignal<string | undefined>
  readonly isReady: ReadonlySignal<boolean>
  readonly isPlacing: ReadonlySignal<boolean>
}

function createSide(options: PlacingOptions): Side {
  const { game, phase, own } = options.followed
  const setup = signal<SetupModel | undefined>(undefined)
  return {
    ...options,
    setup,
    sending: signal(),
    text: computed(() => {
      const color = own.value
      const board = setup.value?.position.value.board
      return board && color && arrangementOf(color, (square) => board[square]?.top)
    }),
    isReady: computed(() => own.value !== undefined && isPlaced(game.value, own.value)),
    isPlacing: computed(() => phase.value === 'placing' && own.value !== undefined),
  }
}

/** The server has sent its version of our side; unsent changes made here take precedence. */
function takeOver(side: Side, drafts: Drafts): void {
  const { followed, unsent, randomBytes, setup, text, isReady, isPlacing } = side
  const color = followed.own.peek()
  const { terms } = followed.game.peek() ?? {}
  if (!isPlacing.peek() || isReady.peek() || color === undefined || terms === undefined) return
  const known = followed.arrangement.peek() ?? NOTHING_PLACED
  const kept = unsent.read()
  const isShown = setup.peek() !== undefined && (kept === text.peek() || known === text.peek())
  if (!isShown) {
    const task = { kind: 'arrange', color } as const
    const first = positionOfSide(color, kept ?? known, terms.endRule)
    setup.value = createSetupModel(task, first, randomBytes)
  }
  drafts.sendSoon()
}

interface Drafts {
  /** Sends our side after a pause, if the server does not have it yet. */
  sendSoon(): void
  /** Sends it straight away for the last time. */
  stop(): void
}

function createDrafts(side: Side): Drafts {
  const { followed, commands, unsent, text } = side
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDrafting = false

  function sendSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void send()
    }, DRAFT_MS)
  }

  async function send(): Promise<void> {
    const now = text.peek()
    if (now === undefined || isDrafting || !isUnsent(side, now)) return
    isDrafting = true
    // The player has not asked for it, so a refusal is not shown.
    const reply = await commands.send({ type: 'draft', arrangement: now })
    isDrafting = false
    if (reply?.ok !== true) {
      if (reply?.refusal.retryAfterMs !== undefined) sendSoon()
      return
    }
    followed.arrangement.value = now
    if (text.peek() === now) unsent.forget()
    else sendSoon()
  }

  return {
    sendSoon,
    stop: () => {
      clearTimeout(timer)
      void send()
    },
  }
}

function isUnsent({ followed, sending, isReady, isPlacing }: Side, now: string): boolean {
  const isOurs = isPlacing.peek() && !isReady.peek() && sending.peek() === undefined
  return isOurs && now !== (followed.arrangement.peek() ?? NOTHING_PLACED)
}

/** Sends the whole side. Without an answer, it is sent again with the same id on the next connection. */
async function deliver({ followed, commands, unsent, sending }: Side): Promise<void> {
  const sent = sending.peek()
  if (sent === undefined) return
  const reply = await commands.ask({ type: 'place', arrangement: sent.text }, sent.id)
  if (reply === undefined) return
  batch(() => {
    if (reply.ok) followed.arrangement.value = sent.text
    if (sending.peek() === sent) sending.value = undefined
  })
  if (reply.ok) unsent.forget()
}

/** Keeps each change and sends it. Returns a function that stops it. */
function keepUnsent(side: Side, drafts: Drafts): () => void {
  const { followed, unsent, text } = side
  return effect(() => {
    const now = text.value
    if (now === undefined) return
    if (isUnsent(side, now)) {
      unsent.write(now)
      drafts.sendSoon()
    } else if (now === followed.arrangement.peek()) unsent.forget()
  })
}

/**
 * If another page of ours was quicker, the server's version is the one that counts. Returns a
 * function that stops it.
 */
function giveWay({ followed, setup, sending, isReady, isPlacing }: Side): () => void {
  return effect(() => {
    const isElsewhere = isReady.value && sending.peek() === undefined
    if (!isElsewhere || !isPlacing.value || setup.peek() === undefined) return
    followed.arrangement.value = undefined
    followed.catchUpLater()
  })
}

function isPlaced(game: GameView | undefined, color: Color): boolean {
  return game?.placed?.[color] !== undefined
}

function positionOfSide(color: Color, arrangement: string, endRule: EndRule): Position {
  const pieces = piecesOf(color, arrangement)
  const empty = emptyPosition(endRule)
  const board = empty.board.map((_, square) => {
    const piece = pieces.get(square)
    return piece && single(piece)
  })
  return { ...empty, board }
}
