import type { GameId, GameSummary } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { OwnGames } from './own-games.ts'

/** Somebody has taken a challenge of ours, and we are needed in the game. */
export interface Arrival {
  /** The game that has begun so; undefined when there is none, or it is over already. */
  readonly game: ReadonlySignal<GameSummary | undefined>
  /** The player knows: goes there, or has put it off. */
  dismiss(): void
}

/** Notes the latest game that a challenge of ours has led to. Rematches and matches lead on by themselves. */
export function createArrival(connection: Pick<Connection, 'on'>, ownGames: OwnGames): Arrival {
  const begun = signal<GameId | undefined>(undefined)
  connection.on('started', ({ game, challenge }) => {
    if (challenge !== undefined) begun.value = game
  })
  return {
    game: computed(() => ownGames.running.value.find(({ id }) => id === begun.value)),
    dismiss: () => {
      begun.value = undefined
    },
  }
}
