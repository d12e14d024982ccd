import type { ChallengeId, GameId, GameSummary, GameView } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { OwnGames } from './own-games.ts'

/** A game has begun, as somebody has taken our challenge or rematch, and we are needed in it. */
export interface Arrival {
  /** The game that has begun so; undefined when there is none, or it is over already. */
  readonly game: ReadonlySignal<GameSummary | undefined>
  /** The challenge that has led to it, where it was one. */
  readonly challenge: ReadonlySignal<ChallengeId | undefined>
  /** The player knows: goes there, or has put it off. */
  dismiss(): void
  /** The player is on the page of a game, which leads on to its next by itself. Returns the function that ends it. */
  leadOnFrom(page: ReadonlySignal<Pick<GameView, 'next'> | undefined>): () => void
  /** The player does not want it now: the game is called off, so that the other need not wait. Says whether it was. */
  decline(randomBytes: RandomBytes): Promise<boolean>
}

/** Notes the latest game that has begun. */
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
