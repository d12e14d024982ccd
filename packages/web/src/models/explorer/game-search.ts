import type { ExplorerGames, ExplorerWish, GameId } from '@hokito/protocol'
import { batch, signal } from '@preact/signals'
import type { ExplorerApi } from './explorer-api.ts'

/** What has come of a search; `unknown`: there is no such player or layout. */
export type SearchStatus = 'asking' | 'told' | 'unknown' | 'noLine'

/** Finished public games of one wish at a time, a page after the other. */
export type GameSearch = ReturnType<typeof createGameSearch>

/** Searches by asking the server; of two searches at a time the later one counts. */
export function createGameSearch(api: Pick<ExplorerApi, 'games'>) {
  const status = signal<SearchStatus>('asking')
  const games = signal<ExplorerGames['games']>([])
  /** After which game the next page begins; undefined after the last one. */
  const next = signal<GameId | undefined>(undefined)
  let wish: ExplorerWish = {}

  async function load(after: GameId | undefined): Promise<void> {
    const asked = wish
    status.value = 'asking'
    const found = await api.games(asked, after)
    if (asked !== wish) return
    batch(() => {
      if (found === undefined || found === 'unknown') {
        status.value = found ?? 'noLine'
        return
      }
      status.value = 'told'
      games.value = [...games.peek(), ...found.games]
      next.value = found.next
    })
  }

  /** Begins a search, whatever the last one was. */
  function look(wished: ExplorerWish): Promise<void> {
    wish = { ...wished }
    batch(() => {
      games.value = []
      next.value = undefined
    })
    return load(undefined)
  }

  return {
    status,
    games,
    next,
    look,
    /** Asks for more, or again for what was not answered. */
    more: () => load(next.peek()),
  }
}
