import type { CommandId, GameView, RefusalCode, Reply } from '@hokito/protocol'
import { phaseOf, turnOf } from '@hokito/protocol'
import type { Color, Position, RandomBytes } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import { createLinePlan, type LinePlan } from './line-plan.ts'

/** Dependencies of our lines in a game. */
export interface OwnLinesDependencies {
  readonly connection: Pick<Connection, 'send' | 'status'>
  readonly randomBytes: RandomBytes
  readonly game: ReadonlySignal<GameView | undefined>
  readonly own: ReadonlySignal<Color | undefined>
  /** The board of the running game. */
  readonly live: ReadonlySignal<Position>
}

/** Our lines as the server has them. */
type Known = Omit<Extract<Reply<'seeLines'>, { ok: true }>, 'ok'>

/** The state of saving. */
export type Saving = 'saving' | 'saved' | 'unanswered' | { readonly refused: RefusalCode }

/**
 * Our conditional lines in a game, as the server has them and as we edit them. Call `dispose` at
 * the end.
 */
export interface OwnLines {
  readonly known: ReadonlySignal<Known | undefined>
  /** For editing; undefined while it is our turn, or nothing is known. */
  readonly plan: ReadonlySignal<LinePlan | undefined>
  readonly saving: ReadonlySignal<Saving | undefined>
  save(): Promise<void>
  dispose(): void
}

export function createOwnLines(dependencies: OwnLinesDependencies): OwnLines {
  const { connection, randomBytes, game, own, live } = dependencies
  const known = signal<Known | undefined>(undefined)
  const plan = signal<LinePlan | undefined>(undefined)
  const saving = signal<Saving | undefined>(undefined)
  /** The unanswered command, kept so that a retry is the same command. */
  let unanswered: Save | undefined
  /** The highest order number sent or received: the next save gets a higher one. */
  let latest = 0

  /** @param view the game as it is now, which may have gone further since we asked */
  function take(next: Known, view: GameView): void {
    latest = Math.max(latest, next.order)
    const before = known.peek()
    if (JSON.stringify(next) === JSON.stringify(before)) return
    known.value = next
    // Another page has saved other lines for the same moves: ours stay until the player saves them.
    if (before?.ply === next.ply && plan.peek()?.isChanged.peek() === true) return
    const isTheirTurn = phaseOf(view) === 'playing' && turnOf(view) !== own.peek()
    plan.value = isTheirTurn ? createLinePlan(live.peek(), next.lines) : undefined
    saving.value = undefined
  }

  async function look(view: GameView): Promise<void> {
    const reply = await connection.send({ type: 'seeLines', game: view.id })
    const now = game.peek()
    // If the game has gone further in the meantime, its next event makes us ask again.
    if (reply?.ok !== true || now === undefined || reply.ply !== now.moves.length) return
    const { ok: _, ...next } = reply
    take(next, now)
  }

  return {
    known,
    plan,
    saving,
    save: async () => {
      const [view, changed] = [game.peek(), plan.peek()]
      if (view === undefined || changed === undefined || saving.peek() === 'saving') return
      const lines = changed.text.peek()
      const again = unanswered?.lines === lines ? unanswered : undefined
      const save = again ?? { id: newCommandId(randomBytes), lines, order: latest + 1 }
      latest = Math.max(latest, save.order)
      saving.value = 'saving'
      const ply = view.moves.length
      const reply = await connection.send({ type: 'setLines', game: view.id, ply, ...save })
      unanswered = reply === undefined ? save : undefined
      // Another page of ours has saved lines since we asked.
      if (reply?.ok === false && reply.refusal.code === 'stale') void look(view)
      if (plan.peek() !== changed) return
      saving.value = savingOf(reply)
      if (reply?.ok !== true) return
      changed.noteSaved(lines)
      const before = known.peek()
      if (before !== undefined) known.value = { ...before, lines, order: save.order }
    },
    dispose: onEachTurn(dependencies, look),
  }
}

// --- internal ---

/** A command that saves lines; the one with the highest order counts. */
interface Save {
  readonly id: CommandId
  readonly lines: string
  readonly order: number
}

/**
 * Calls back on each connection and whenever the game goes further. Returns a function that stops
 * it.
 */
function onEachTurn(
  { connection, game }: OwnLinesDependencies,
  look: (view: GameView) => Promise<void>,
): () => void {
  const occasion = computed(() => {
    const { moves, ending } = game.value ?? {}
    return `${connection.status.value} ${moves?.length} ${ending?.kind}`
  })
  return effect(() => {
    const view = game.peek()
    if (occasion.value.startsWith('online') && view !== undefined) void look(view)
  })
}

function savingOf(reply: Reply<'setLines'> | undefined): Saving {
  if (reply === undefined) return 'unanswered'
  return reply.ok ? 'saved' : { refused: reply.refusal.code }
}
