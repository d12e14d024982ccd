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
import { batch, computed, effect, signal } from '@preact/signals'
import { createSetupModel, emptyPosition, type SetupModel } from '../game/setup-model.ts'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { FollowedGame } from './followed-game.ts'
import type { GameCommands } from './game-commands.ts'
import type { UnsentDraft } from './unsent-draft.ts'

export type Placing = ReturnType<typeof createPlacing>

interface PlacingOptions {
  readonly followed: FollowedGame
  readonly commands: GameCommands
  readonly connection: Pick<Connection, 'now'>
  readonly unsent: UnsentDraft
  readonly randomBytes: RandomBytes
}

/**
 * The placing of our own pieces before a game, unseen by the opponent. Each change is sent soon
 * after it is made, so that every page has it and it counts when the time is up. Once we are ready
 * it is final.
 */
export function createPlacing({
  followed,
  commands,
  connection,
  unsent,
  randomBytes,
}: PlacingOptions) {
  const { game, phase, own, arrangement } = followed
  const setup = signal<SetupModel | undefined>(undefined)
  /** Our whole side on its way to the server, with the id that makes it count once. */
  const sending = signal<{ readonly text: string; readonly id: CommandId } | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDrafting = false

  /** Our side as this page shows it. */
  const text = computed(() => {
    const color = own.value
    const board = setup.value?.position.value.board
    return board && color && arrangementOf(color, (square) => board[square]?.top)
  })
  const isReady = computed(() => own.value !== undefined && isPlaced(game.value, own.value))
  const isPlacing = computed(() => phase.value === 'placing' && own.value !== undefined)

  /** The server has sent its version of our side; unsent changes made here take precedence. */
  function takeOver(): void {
    const color = own.peek()
    const { terms } = game.peek() ?? {}
    if (!isPlacing.peek() || isReady.peek() || color === undefined || terms === undefined) return
    const known = arrangement.peek() ?? NOTHING_PLACED
    const kept = unsent.read()
    const isShown = setup.peek() !== undefined && (kept === text.peek() || known === text.peek())
    if (!isShown) {
      const task = { kind: 'arrange', color } as const
      const first = positionOfSide(color, kept ?? known, terms.endRule)
      setup.value = createSetupModel(task, first, randomBytes)
    }
    draftSoon()
  }

  function draftSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void draft()
    }, DRAFT_MS)
  }

  async function draft(): Promise<void> {
    const now = text.peek()
    if (now === undefined || isDrafting || !isUnsent(now)) return
    isDrafting = true
    // The player has not asked for it, so a refusal is not shown.
    const reply = await commands.send({ type: 'draft', arrangement: now })
    isDrafting = false
    if (reply?.ok !== true) {
      if (reply?.refusal.retryAfterMs !== undefined) draftSoon()
      return
    }
    arrangement.value = now
    if (text.peek() === now) unsent.forget()
    else draftSoon()
  }

  function isUnsent(now: string): boolean {
    const isOurs = isPlacing.peek() && !isReady.peek() && sending.peek() === undefined
    return isOurs && now !== (arrangement.peek() ?? NOTHING_PLACED)
  }

  /** Without an answer, it is sent again with the same id on the next connection. */
  async function deliver(): Promise<void> {
    const sent = sending.peek()
    if (sent === undefined) return
    const reply = await commands.ask({ type: 'place', arrangement: sent.text }, sent.id)
    if (reply === undefined) return
    batch(() => {
      if (reply.ok) arrangement.value = sent.text
      if (sending.peek() === sent) sending.value = undefined
    })
    if (reply.ok) unsent.forget()
  }

  const stops = [
    effect(() => {
      const now = text.value
      if (now === undefined) return
      if (isUnsent(now)) {
        unsent.write(now)
        draftSoon()
      } else if (now === arrangement.peek()) unsent.forget()
    }),
    effect(() => {
      const isElsewhere = isReady.value && sending.peek() === undefined
      if (!isElsewhere || !isPlacing.value || setup.peek() === undefined) return
      // Another page of ours was quicker: the server's version is the one that counts.
      arrangement.value = undefined
      followed.catchUpLater()
    }),
  ]

  return {
    /** Our side while we place it; undefined for watchers. */
    setup,
    isReady,
    /** Our final side, acknowledged or on its way. */
    placed: computed((): Position | undefined => {
      const color = own.value
      const whole = sending.value?.text ?? (isReady.value ? arrangement.value : undefined)
      const endRule = game.value?.terms.endRule ?? 'either'
      return color && whole ? positionOfSide(color, whole, endRule) : undefined
    }),
    /** Time left, in milliseconds; undefined once it is over. */
    leftMs: (): number | undefined => {
      const shown = game.peek()
      const until = shown && placingDeadline(shown)
      return until === undefined ? undefined : Math.max(0, until - connection.now())
    },
    /** Makes our side final. */
    ready: () => {
      const whole = text.peek()
      if (whole === undefined || !isWhole(whole) || sending.peek() !== undefined) return
      sending.value = { text: whole, id: newCommandId(randomBytes) }
      void deliver()
    },
    /** The whole game has been received again. */
    resume: () => {
      takeOver()
      void deliver()
    },
    dispose: () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      void draft()
    },
  }
}

// --- internal ---

/** Long enough for a second thought, short enough that a closed page loses little. */
const DRAFT_MS = 500

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
