import type { ChallengeId, GameId, GameSummary, GameView } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Connection } from '../online/connection.ts'
import type { OwnGames } from '../online/own-games.ts'

/**
 * A game that has begun because another player accepted our challenge or rematch, and that needs
 * us.
 */
export interface Arrival {
  /** That game; undefined if there is none, or if it is already over. */
  readonly game: ReadonlySignal<GameSummary | undefined>
  /** The challenge that led to it, if it was a challenge. */
  readonly challenge: ReadonlySignal<ChallengeId | undefined>
  /** The game to which the page shown leads by itself: nothing else then calls to it. */
  readonly told: Signal<GameId | undefined>
  /** The player has seen it: opens the game, or has put it off. */
  dismiss(): void
  /**
   * Call on the page of a game, which leads to its next game by itself. Returns a function that
   * ends this.
   */
  leadOnFrom(page: ReadonlySignal<Pick<GameView, 'next'> | undefined>): () => void
  /**
   * Aborts a game that the player does not want now, so that the opponent need not wait. Returns
   * whether it was aborted.
   */
  decline(randomBytes: RandomBytes): Promise<boolean>
}

/** Tracks the latest game that has begun. */
export function createArrival(
  connection: Pick<Connection, 'on' | 'send'>,
  ownGames: Pick<OwnGames, 'running' | 'decline'>,
): Arrival {
  const begun = signal<{ game: GameId; challenge: ChallengeId | undefined } | undefined>(undefined)
  const game = computed(() => ownGames.running.value.find(({ id }) => id === begun.value?.game))
  const dismiss = () => {
    begun.value = undefined
  }
  connection.on('started', ({ game: id, challenge }) => {
    begun.value = { game: id, challenge }
  })
  return {
    game,
    challenge: computed(() => begun.value?.challenge),
    told: signal(undefined),
    dismiss,
    leadOnFrom: (page) =>
      effect(() => {
        const next = page.value?.next
        if (next !== undefined && next === begun.value?.game) dismiss()
      }),
    decline: async (randomBytes) => {
      const unwanted = game.peek()
      dismiss()
      if (unwanted === undefined) return false
      const { id: of, ply } = unwanted
      ownGames.decline(of)
      const id = newCommandId(randomBytes)
      const reply = await connection.send({ type: 'abort', game: of, ply, id })
      return reply?.ok === true
    },
  }
}
