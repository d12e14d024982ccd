import { batch, signal } from '@preact/signals'
import type { GameStore, StoreRefusal } from './game-store.ts'
import type { LocalGame } from './local-game.ts'

/** Something the player should know that is not part of the game. */
export type GameNotice = StoreRefusal | 'computerFailed' | 'noComputer' | 'removed'

/** Where a game is kept. */
export type KeptGames = Pick<GameStore, 'load' | 'save' | 'watch'>

interface StoredGameOptions {
  readonly store: KeptGames
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called when another state of the game is shown. */
  readonly onShow: (game: LocalGame) => void
}

/**
 * A game and its place in the store. Every change is stored before it is shown; a change that another tab
 * has overtaken is dropped and the other's is shown instead.
 */
export function createStoredGame(initial: LocalGame, { store, now, onShow }: StoredGameOptions) {
  const game = signal(initial)
  const notice = signal<GameNotice | undefined>(undefined)

  function show(next: LocalGame): void {
    game.value = next
    onShow(next)
  }

  /** Shows what another tab has stored. */
  function follow(reason?: GameNotice): void {
    const stored = store.load(initial.id)
    if (!stored.ok || stored.value === undefined) {
      notice.value = 'removed'
      return
    }
    if (stored.value.revision !== game.peek().revision) show(stored.value)
    notice.value = reason
  }

  return {
    game,
    notice,
    commit: (next: LocalGame): void => {
      const saved = store.save(next, now())
      batch(() => {
        if (saved.ok) return show(saved.value)
        if (saved.error === 'stale') return follow('stale')
        // The game goes on without being stored: losing it later is better than stopping it now.
        show(next)
        notice.value = saved.error
      })
    },
    /** Stores what does not change what is shown; left as it was where that cannot be. */
    keep: (next: LocalGame): void => {
      const saved = store.save(next, now())
      if (saved.ok) game.value = saved.value
    },
    stop: store.watch(initial.id, () => batch(() => follow())),
  }
}
