import { type CommandId, turnOf } from '@hokito/protocol'
import { isSameMove, legalMoves, type Move, type Position, type RandomBytes } from '@hokito/rules'
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { FollowedGame } from './followed-game.ts'
import type { GameCommands } from './game-commands.ts'
import { positionsOf } from './online-positions.ts'

/**
 * Our moves: shown before the server has acknowledged them, taken back if it refuses them, and
 * planned while it is the opponent's turn.
 */
export interface OwnMoves {
  /** The acknowledged moves, and ours that is on its way. */
  readonly moves: ReadonlySignal<readonly Move[]>
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly premove: Signal<Move | undefined>
  readonly isOurTurn: ReadonlySignal<boolean>
  readonly isSending: ReadonlySignal<boolean>
  /** Plays a move; during the opponent's turn it becomes a premove. */
  play(move: Move): void
  /** Sends our move again if the server has sent the game and the move is missing there. */
  resend(): void
  dispose(): void
}

interface OwnMovesOptions {
  readonly followed: FollowedGame
  readonly commands: GameCommands
  readonly randomBytes: RandomBytes
}

export function createOwnMoves({ followed, commands, randomBytes }: OwnMovesOptions): OwnMoves {
  const { game, phase, own } = followed
  /** Our move on its way to the server. */
  const sending = signal<SentMove | undefined>(undefined)
  const premove = signal<Move | undefined>(undefined)
  const moves = computed(() => withSent(game.value?.moves ?? [], sending.value))
  const positions = computed(() => positionsOf(game.value, moves.value))
  const isOurTurn = computed(
    () =>
      phase.value === 'playing' &&
      game.value !== undefined &&
      sending.value === undefined &&
      turnOf(game.value) === own.value,
  )

  /** Without an answer, `resend` sends it again with the same id. */
  async function deliver(sent: SentMove): Promise<void> {
    const reply = await commands.ask({ type: 'move', ...sent.move }, sent.id)
    if (reply?.ok === false && sending.peek() === sent) sending.value = undefined
  }

  function play(move: Move): void {
    const known = game.peek()
    if (known === undefined || !isOurTurn.peek()) {
      premove.value = move
      return
    }
    const sent = { move, before: known.moves, id: newCommandId(randomBytes) }
    batch(() => {
      premove.value = undefined
      commands.refused.value = undefined
      sending.value = sent
    })
    void deliver(sent)
  }

  const stops = [
    effect(() => dropArrived(followed, sending)),
    effect(() => playPlanned(premove, positions, isOurTurn, play)),
  ]

  return {
    moves,
    positions,
    premove,
    isOurTurn,
    isSending: computed(() => sending.value !== undefined),
    play,
    resend: () => {
      const sent = sending.peek()
      if (sent !== undefined) void deliver(sent)
    },
    dispose: () => {
      for (const stop of stops) stop()
    },
  }
}

// --- internal ---

/** A move that has been sent but not acknowledged, with the id that makes it count once. */
interface SentMove {
  readonly move: Move
  /** The moves before it. */
  readonly before: readonly Move[]
  readonly id: CommandId
}

/**
 * Is the board still the one on which a move was played? After a takeback it may be another one at
 * the same ply.
 */
function isAwaited({ before }: SentMove, acknowledged: readonly Move[]): boolean {
  return (
    before.length === acknowledged.length &&
    before.every((move, ply) => {
      const now = acknowledged[ply]
      return now !== undefined && isSameMove(move, now)
    })
  )
}

function withSent(acknowledged: readonly Move[], sent: SentMove | undefined): readonly Move[] {
  return sent !== undefined && isAwaited(sent, acknowledged)
    ? [...acknowledged, sent.move]
    : acknowledged
}

/** Our move has arrived, or the game has continued without it. */
function dropArrived({ game, phase }: FollowedGame, sending: Signal<SentMove | undefined>): void {
  const { moves: acknowledged = [] } = game.value ?? {}
  const isOver = phase.value === 'over'
  const sent = sending.peek()
  if (sent === undefined) return
  if (isOver || !isAwaited(sent, acknowledged)) sending.value = undefined
}

/** Plays the premove once it is our turn; by then it may be illegal. */
function playPlanned(
  premove: { value: Move | undefined },
  positions: ReadonlySignal<readonly Position[]>,
  isOurTurn: ReadonlySignal<boolean>,
  play: (move: Move) => void,
): void {
  const planned = premove.value
  const position = positions.value.at(-1)
  if (planned === undefined || position === undefined || !isOurTurn.value) return
  const isPossible = legalMoves(position).some((move) => isSameMove(move, planned))
  premove.value = undefined
  if (isPossible) play(planned)
}
