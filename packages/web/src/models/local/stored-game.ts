import { batch, signal } from '@preact/signals'
import type { GameStore, StoreRefusal } from './game-store.ts'
import type { LocalGame } from './local-game.ts'

/** A message to the player that is not part of the game. */
export type GameNotice = StoreRefusal | 'computerFailed' | 'noComputer' | 'removed'

/** The store of a game. */
export type KeptGames = Pick<GameStore, 'load' | 'save' | 'watch'>

interface StoredGameOptions {
  readonly store: KeptGames
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called when another state of the game is shown. */
  readonly onShow: (game: LocalGame) => void
}

/**
 * A game and its place in the store. Every change is stored before it is shown. A change that
 * another tab has overtaken is dropped, and the other tab's is shown instead.
 */
export function createStoredGame(initial: LocalGame, { store, now, onShow }: StoredGameOptions) {
  const game = signal(initial)
  const notice = signal<GameNotice | undefined>(undefined)

  function show(next: LocalGame): void {
    game.value = next
    onShow(next)
  }

  /** Shows the version that another tab has stored. */
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
    /** Makes a change, if there is one. */
    commit: (next: LocalGame | undefined): void => {
      if (next === undefined) return
      const saved = store.save(next, now())
      batch(() => {
        if (saved.ok) return show(saved.value)
        if (saved.error === 'stale') return follow('stale')
        // The game continues without being stored: losing it later is better than stopping it now.
        show(next)
        notice.value = saved.error
      })
    },
    /** Stores a change that is not shown, if there is one; does nothing if that fails. */
    keep: (next: LocalGame | undefined): void => {
      const saved = next && store.save(next, now())
      if (saved?.ok) game.value = saved.value
    },
    stop: store.watch(initial.id, () => batch(() => follow())),
  }
}
