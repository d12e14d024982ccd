import type { GameId, GameSummary } from '@hokito/protocol'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { LastRunning } from './last-running.ts'
import {
  awaitedFirst,
  claimableFrom,
  found,
  heard,
  isKnown,
  isOffered,
  lastKnown,
  left,
  listed,
  type OwnGamesState,
  opened,
  playedBy,
  read,
  seen,
  unseenIn,
} from './own-games-state.ts'
import type { AskForGames } from './past-games.ts'

/** Our running online games and their state, on every page of the site. */
export interface OwnGames {
  /** Games that wait for us first, and among them the one whose time runs out first. */
  readonly running: ReadonlySignal<readonly GameSummary[]>
  /** Whether the server has said which games are ours. */
  readonly isKnown: ReadonlySignal<boolean>
  /** Games just finished whose opponent offers us a rematch. */
  readonly offered: ReadonlySignal<readonly GameSummary[]>
  /** Games that ended while we were elsewhere, latest first, until we have seen them. */
  readonly over: ReadonlySignal<readonly GameSummary[]>
  /**
   * Call when the page of a game is left. The server has reported the game only to its page, so the
   * state known here is old. The game is left out until the server has sent the state of all of
   * them.
   */
  leave(game: GameId): Promise<void>
  /** Call when a game opens on this page: earlier ends are no longer news. */
  open(game: GameId): void
  /** The page of the game shows its end. */
  see(game: GameId): void
  /** The ends of games have been read: the notice was shown for long enough, or closed. */
  read(): void
  /** We abort a game that has just begun: its end is no news to us. */
  decline(game: GameId): void
  /**
   * When the opponent may claim a game that waits for us, by the server's clock; undefined if we
   * count as present.
   */
  claimableAt(game: GameSummary): number | undefined
}

/** Where our games are kept and looked for beside the connection. */
export interface OwnGamesOptions {
  readonly lastRunning: LastRunning
  /** Asks for our finished games, latest first. */
  readonly fetchGames: AskForGames
}

/**
 * Follows our games as long as the connection to the server lives, and finds those that ended while
 * there was none.
 */
export function createOwnGames(
  connection: Pick<Connection, 'send' | 'on' | 'whenOnline' | 'player' | 'now'>,
  { lastRunning, fetchGames }: OwnGamesOptions,
): OwnGames {
  const state = signal(lastKnown(lastRunning.read()))
  const games = computed(() => state.value.games)
  const us = () => connection.player.value?.id
  const change = (next: OwnGamesState) => {
    state.value = next
  }
  effect(() => lastRunning.keep(unseenIn(state.value)))
  effect(() => change(playedBy(state.peek(), us())))
  const refresh = async () => {
    const meanwhile: GameSummary[] = []
    const stop = connection.on('ownGame', (game) => meanwhile.push(game))
    const reply = await connection.send({ type: 'myGames' })
    stop()
    if (!reply?.ok) return
    change(listed(state.peek(), reply.games, meanwhile))
    if (state.peek().missing.length === 0) return
    // Looks for the ends of games for which no message could reach us. Without an answer they are
    // looked for at the next connection.
    const page = await fetchGames(undefined)
    if (page !== undefined) change(found(state.peek(), page.finished, connection.now()))
  }
  connection.whenOnline(() => void refresh())
  connection.on('ownGame', (game) => change(heard(state.peek(), game)))
  return {
    running: computed(() => awaitedFirst(games.value, us())),
    isKnown: computed(() => isKnown(state.value)),
    offered: computed(() => games.value.filter((game) => isOffered(game, us(), connection.now()))),
    over: computed(() => state.value.over),
    open: (game) => change(opened(state.peek(), game)),
    see: (game) => change(seen(state.peek(), game)),
    read: () => change(read(state.peek())),
    decline: (game) => change({ ...state.peek(), declined: game }),
    claimableAt: (game) => claimableFrom(state.peek(), game, us()),
    leave: async (game) => {
      change(left(state.peek(), game, connection.now()))
      // The page itself closes the game only when the next page has loaded, and would receive all
      // messages until then.
      await connection.send({ type: 'closeGame', game })
      await refresh()
    },
  }
}
