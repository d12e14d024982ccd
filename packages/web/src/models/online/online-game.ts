import {
  advance,
  colorOf,
  formatHex,
  type GameCommand,
  type GameView,
  type OfferKind,
  type Phrase,
  type Presence,
  phaseOf,
  type RefusalCode,
  type Reply,
  remainingAt,
  SHARE_BYTES,
  turnOf,
  type Update,
} from '@hokito/protocol'
import {
  type ByColor,
  type Color,
  isSameMove,
  legalMoves,
  type Move,
  type Position,
  parseDeal,
  type RandomBytes,
  replay,
  tryPlay,
} from '@hokito/rules'
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { createRecordView, type RecordView } from '../game/record-view.ts'
import type { Connection } from './connection.ts'

/** A phrase that a player has said; `n` counts them. */
export interface SaidPhrase {
  readonly color: Color
  readonly phrase: Phrase
  readonly n: number
}

/** What an online game needs from outside. */
export interface OnlineGameDeps {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
}

export type OnlineGame = ReturnType<typeof createOnlineGame>

/**
 * An online game as this page follows it, as a player or a watcher. What the server has acknowledged is the
 * truth; our own move is shown before that, marked, and taken back when it is refused. Call `dispose` when
 * the page is left.
 */
export function createOnlineGame(id: string, { connection, randomBytes }: OnlineGameDeps) {
  const game = signal<GameView | undefined>(undefined)
  const presence = signal<Presence | undefined>(undefined)
  /** Why there is nothing to show. */
  const missing = signal<RefusalCode | undefined>(undefined)
  /** Why the last thing that was asked was refused. */
  const refused = signal<RefusalCode | undefined>(undefined)
  /** Our move on its way to the server. */
  const sending = signal<SentMove | undefined>(undefined)
  const premove = signal<Move | undefined>(undefined)
  const said = signal<readonly SaidPhrase[]>([])
  const isMuted = signal(false)

  const own = computed(() => {
    const player = connection.player.value
    return game.value === undefined || player === undefined
      ? undefined
      : colorOf(game.value, player.id)
  })
  const moves = computed(() => {
    const stored = game.value?.moves ?? []
    const sent = sending.value
    return sent === undefined || sent.ply !== stored.length ? stored : [...stored, sent.move]
  })
  const positions = computed(() => positionsOf(game.value, moves.value))
  const phase = computed(() => (game.value === undefined ? undefined : phaseOf(game.value)))
  const isOurTurn = computed(
    () =>
      phase.value === 'playing' &&
      game.value !== undefined &&
      sending.value === undefined &&
      turnOf(game.value) === own.value,
  )

  function show(next: GameView): void {
    const known = game.peek()
    if (known !== undefined && known.version > next.version) return
    batch(() => {
      game.value = next
      missing.value = undefined
      const sent = sending.peek()
      // Our move has arrived, or the game has gone on without it.
      if (sent !== undefined && next.moves.length !== sent.ply) sending.value = undefined
      if (phaseOf(next) === 'over') sending.value = undefined
    })
  }

  function apply({ version, event }: Update): void {
    const known = game.peek()
    if (known === undefined || version <= known.version) return
    if (version === known.version + 1) show(advance(known, event))
    else void open()
  }

  function take(reply: Reply): void {
    batch(() => {
      if (reply.game !== undefined) show(reply.game)
      if (!reply.ok) return
      if (reply.presence !== undefined) presence.value = reply.presence
      for (const update of reply.updates ?? []) apply(update)
    })
  }

  async function open(): Promise<void> {
    const reply = await connection.send({ type: 'openGame', game: id })
    if (reply === undefined) return
    if (!reply.ok && game.peek() === undefined) missing.value = reply.refusal.code
    take(reply)
    const sent = sending.peek()
    if (sent !== undefined && game.peek()?.moves.length === sent.ply) void deliver(sent)
  }

  /** Sends a command of this game from the ply that is shown. */
  async function command(body: CommandBody, commandId = newCommandId(randomBytes)) {
    const ply = game.peek()?.moves.length
    if (ply === undefined) return undefined
    const message: GameCommand = { ...body, game: id, ply, id: commandId }
    const reply = await connection.send(message)
    if (reply === undefined) return undefined
    take(reply)
    // The ply has changed under it: what the reply shows says everything.
    const isNews = !reply.ok && reply.refusal.code !== 'stale'
    refused.value = isNews && !reply.ok ? reply.refusal.code : undefined
    return reply
  }

  /** Unanswered, it is sent again with the same id once the line is back; see `open`. */
  async function deliver(sent: SentMove): Promise<void> {
    const reply = await command({ type: 'move', ...sent.move }, sent.id)
    if (reply !== undefined && !reply.ok && sending.peek() === sent) sending.value = undefined
  }

  function play(move: Move): void {
    const known = game.peek()
    if (known === undefined || !isOurTurn.peek()) {
      premove.value = move
      return
    }
    const sent = { move, ply: known.moves.length, id: newCommandId(randomBytes) }
    batch(() => {
      premove.value = undefined
      refused.value = undefined
      sending.value = sent
    })
    void deliver(sent)
  }

  function hear(color: Color | undefined, phrase: Phrase): void {
    if (color === undefined) return
    const last = said.peek().at(-1)?.n ?? 0
    said.value = [...said.peek(), { color, phrase, n: last + 1 }].slice(-MOST_PHRASES)
  }

  const view = createShownRecord(positions, moves)
  const stops = [
    effect(() => {
      if (connection.called.value === id) connection.called.value = undefined
    }),
    connection.whenOnline(() => void open()),
    connection.on('update', (update) => {
      if (update.game === id) apply(update)
    }),
    connection.on('presence', (told) => {
      if (told.game === id) presence.value = told
    }),
    connection.on('said', ({ game: where, color, phrase }) => {
      if (where === id && !isMuted.peek()) hear(color, phrase)
    }),
    effect(() => {
      const shares = game.value?.shares
      if (phase.value !== 'dealing' || own.value === undefined) return
      if (shares?.[own.value] === undefined) {
        void command({ type: 'share', share: formatHex(randomBytes(SHARE_BYTES)) })
      }
    }),
    effect(() => {
      const planned = premove.value
      const position = positions.value.at(-1)
      if (planned === undefined || position === undefined || !isOurTurn.value) return
      // It was planned for another board: on this one it may be impossible.
      const isPossible = legalMoves(position).some((move) => isSameMove(move, planned))
      premove.value = undefined
      if (isPossible) play(planned)
    }),
  ]

  return {
    id,
    game,
    presence,
    missing,
    refused,
    said,
    isMuted,
    premove,
    own,
    phase,
    isOurTurn,
    isSending: computed(() => sending.value !== undefined),
    record: view,
    clocks: (): ByColor<number> | undefined => {
      const shown = game.peek()
      if (shown === undefined || shown.terms.timeControl.kind === 'none') return undefined
      return remainingAt(shown.terms.timeControl, shown.clock, connection.now())
    },
    play,
    resign: () => command({ type: 'resign' }),
    abort: () => command({ type: 'abort' }),
    claim: () => command({ type: 'claim' }),
    offer: (kind: OfferKind) => command({ type: OFFER_COMMANDS[kind] }),
    answer: (offer: number, how: 'acceptOffer' | 'declineOffer' | 'withdrawOffer') =>
      command({ type: how, offer }),
    say: async (phrase: Phrase) => {
      const reply = await connection.send({ type: 'say', game: id, phrase })
      // The others are told by the server; we know.
      if (reply?.ok) hear(own.peek(), phrase)
    },
    dismiss: () => {
      refused.value = undefined
    },
    dispose: () => {
      for (const stop of stops) stop()
      void connection.send({ type: 'closeGame', game: id })
    },
  }
}

/** An id for something that is meant once. */
export function newCommandId(randomBytes: RandomBytes): string {
  return formatHex(randomBytes(12))
}

// --- internal ---

/** Older phrases have been read. */
const MOST_PHRASES = 3

const OFFER_COMMANDS = {
  draw: 'offerDraw',
  takeback: 'offerTakeback',
  rematch: 'offerRematch',
} as const satisfies Record<OfferKind, GameCommand['type']>

/** A move that has been sent and not been acknowledged, with the id that makes it count once. */
interface SentMove {
  readonly move: Move
  readonly ply: number
  readonly id: string
}

type CommandBody = GameCommand extends infer C
  ? C extends GameCommand
    ? Omit<C, 'game' | 'ply' | 'id'>
    : never
  : never

/** The record as it is looked at, once there is a board. */
function createShownRecord(
  positions: ReadonlySignal<readonly Position[]>,
  moves: ReadonlySignal<readonly Move[]>,
): ReadonlySignal<RecordView | undefined> {
  const hasBoard = computed(() => positions.value.length > 0)
  return computed(() => (hasBoard.value ? createRecordView({ positions, moves }) : undefined))
}

/** The boards of a game from the deal on; none while it is being dealt. */
function positionsOf(game: GameView | undefined, moves: readonly Move[]): readonly Position[] {
  const deal = parseDeal(game?.deal ?? '')
  if (game === undefined || !deal.ok) return []
  const beginning = { kind: 'deal', deal: deal.value } as const
  const { endRule } = game.terms
  const stored = replay({ beginning, endRule, moves: game.moves })
  if (!stored.ok) throw new Error(`the server's game ${game.id} does not replay`)
  const last = stored.value.at(-1)
  const sent = moves[game.moves.length]
  const played = last && sent && tryPlay(last, sent)
  return played?.ok ? [...stored.value, played.value] : stored.value
}
