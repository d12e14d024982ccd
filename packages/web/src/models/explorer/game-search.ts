import type { ExplorerGames, ExplorerWish, GameId } from '@hokito/protocol'
import { batch, signal } from '@preact/signals'
import type { ExplorerApi } from './explorer-api.ts'

/** The state of a search; `unknown`: there is no such player or layout. */
export type SearchStatus = 'asking' | 'told' | 'unknown' | 'noLine'

/** Finished public games that match one search, page by page. */
export type GameSearch = ReturnType<typeof createGameSearch>

/** Searches by asking the server; of two searches at the same time, the later one counts. */
export function createGameSearch(api: Pick<ExplorerApi, 'games'>) {
  const status = signal<SearchStatus>('asking')
  const games = signal<ExplorerGames['games']>([])
  /**
   * The last game of the current page, after which the next page begins; undefined on the last
   * page.
   */
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

  /** Begins a search and drops the previous one. */
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
    /** Loads the next page, or retries the last request. */
    more: () => load(next.peek()),
  }
}
