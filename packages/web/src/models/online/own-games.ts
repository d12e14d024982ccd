import {
  FREE_PLIES,
  type GameId,
  type GameSummary,
  leftFrom,
  type PlayerId,
  turnAt,
} from '@hokito/protocol'
import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { LastRunning } from './last-running.ts'
import { ownColorIn } from './own-seat.ts'
import type { AskForGames } from './past-games.ts'

/** Our running online games and their state, on every page of the site. */
export interface OwnGames {
  /** Games that wait for us first, and among them the one whose time runs out first. */
  readonly running: ReadonlySignal<readonly GameSummary[]>
  /** Finished games whose opponent offers us a rematch. */
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
  /** The end of a game has been shown for long enough to be read. */
  read(game: GameId): void
  /** We abort a game that has just begun: its end is no news to us. */
  decline(game: GameId): void
  /**
   * When the opponent may claim a game that waits for us, by the server's clock; undefined if we
   * count as present.
   */
  claimableAt(game: GameSummary): number | undefined
}

interface OwnGamesOptions {
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
  const games = signal<readonly GameSummary[]>([])
  const over = signal<readonly GameSummary[]>([])
  /** They were running when we last knew; they may be over now. */
  const missing = signal<readonly GameId[]>(lastRunning.read())
  /** Open on this page, with its end not shown yet: the server reports it only to its page. */
  const followed = signal<GameId | undefined>(undefined)
  effect(() => {
    const unseen = [...games.value.filter(isRunning), ...over.value].map(({ id }) => id)
    const open = followed.value === undefined ? [] : [followed.value]
    lastRunning.keep([...new Set([...open, ...unseen, ...missing.value])])
  })
  /** The game that this page is about. */
  let here: GameId | undefined
  let declined: GameId | undefined
  const leftAt = new Map<GameId, number>()
  const us = () => connection.player.value?.id
  let former: PlayerId | undefined
  effect(() => {
    const player = us()
    // Signed out, or signed in as another player elsewhere: those are another player's games.
    if (former !== undefined && player !== former) {
      batch(() => {
        games.value = []
        over.value = []
        missing.value = []
      })
    }
    former = player ?? former
  })
  /** Messages that arrive while an answer is on its way may be newer than the answer. */
  let toldMeanwhile: GameSummary[] = []
  const refresh = async () => {
    toldMeanwhile = []
    const reply = await connection.send({ type: 'myGames' })
    if (!reply?.ok) return
    const before = [
      ...missing.peek(),
      ...games
        .peek()
        .filter(isRunning)
        .map(({ id }) => id),
    ]
    games.value = toldMeanwhile.reduce(withGame, reply.games)
    const running = games.peek().filter(isRunning)
    missing.value = before.filter((id) => running.every((game) => game.id !== id))
    await findEnded()
  }
  /** Looks for the ends of games for which no message could reach us. */
  const findEnded = async () => {
    if (missing.peek().length === 0) return
    const page = await fetchGames(undefined)
    // Without an answer they are looked for at the next connection.
    if (page === undefined) return
    const known = new Set(over.peek().map(({ id }) => id))
    const news = page.finished.filter(
      ({ id, since }) =>
        missing.peek().includes(id) &&
        !known.has(id) &&
        id !== here &&
        connection.now() - since < NEWS_MS,
    )
    batch(() => {
      missing.value = []
      over.value = [...news, ...over.peek()].slice(0, MOST_OVER)
    })
  }
  connection.whenOnline(() => void refresh())
  connection.on('ownGame', (game) => {
    toldMeanwhile.push(game)
    const known = games.peek().find(({ id }) => id === game.id)
    games.value = withGame(games.peek(), game)
    // A rematch is offered after the end, which we then saw here or on another page of ours.
    const isOldNews = known === undefined && game.rematchBy !== undefined
    if (known?.ending !== undefined || isOldNews || game.ending === undefined) return
    if (game.id === declined) return
    leftAt.delete(game.id)
    over.value = withGame(over.peek(), game).slice(0, MOST_OVER)
  })
  return {
    running: computed(() => awaitedFirst(games.value.filter(isRunning), us())),
    offered: computed(() => games.value.filter((game) => isOffered(game, us()))),
    over,
    open: (game) => {
      leftAt.delete(game)
      here = game
      followed.value = game
      // A player who opens a game has passed them on the way, and beside a running game they would
      // seem to be about it.
      if (over.peek().length > 0) over.value = []
    },
    see: (game) => {
      if (followed.peek() === game) followed.value = undefined
      games.value = without(games.peek(), game)
    },
    read: (game) => {
      over.value = without(over.peek(), game)
    },
    decline: (game) => {
      declined = game
    },
    claimableAt: (game) => {
      const { id, ply, terms, since: turnSince } = game
      // Before both have moved a game is aborted, not claimed.
      if (id === here || ply < FREE_PLIES || !isAwaited(game, us())) return undefined
      const goneSince = leftAt.get(id)
      // The server also knows of our other pages.
      if (game.claimableAt !== undefined || goneSince === undefined) return game.claimableAt
      return leftFrom(terms.timeControl, { goneSince, turnSince })
    },
    leave: async (game) => {
      here = undefined
      followed.value = undefined
      leftAt.set(game, connection.now())
      games.value = without(games.peek(), game)
      // The page itself closes the game only when the next page has loaded, and would receive all
      // messages until then.
      await connection.send({ type: 'closeGame', game })
      await refresh()
    },
  }
}

/**
 * Does a game wait for a player? It does before the deal too, because each side's page contributes
 * to the deal.
 */
export function isAwaited(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, isDealt, placed, seats, ply } = game
  if (ending !== undefined) return false
  if (placed !== undefined) return isToPlace(game, player)
  return !isDealt || seats[turnAt(ply)].id === player
}

/** Does a game wait for a player to place their pieces? */
export function isToPlace(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, placed } = game
  return ending === undefined && placed !== undefined && !placed[ownColorIn(game, player)]
}

/** Has a player lost a game by being away too long? */
export function isMissed(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending } = game
  return ending?.kind === 'abandoned' && ending.winner !== ownColorIn(game, player)
}

// --- internal ---

/** The most results kept for the player to see. */
const MOST_OVER = 5
/** Older ends we have read elsewhere, or need not know. */
const NEWS_MS = 86_400_000

/** The games with a changed one, which comes first. */
function withGame(games: readonly GameSummary[], game: GameSummary): readonly GameSummary[] {
  return [game, ...without(games, game.id)]
}

function without(games: readonly GameSummary[], game: GameId): readonly GameSummary[] {
  return games.filter(({ id }) => id !== game)
}

/** Does the opponent in a game offer a rematch? */
function isOffered(game: GameSummary, player: PlayerId | undefined): boolean {
  const { rematchBy, seats } = game
  const isOurs = seats.black.id === player || seats.white.id === player
  return isOurs && rematchBy !== undefined && rematchBy !== ownColorIn(game, player)
}

function isRunning({ ending }: GameSummary): boolean {
  return ending === undefined
}

function awaitedFirst(
  games: readonly GameSummary[],
  player: PlayerId | undefined,
): readonly GameSummary[] {
  const rank = (game: GameSummary) => (isAwaited(game, player) ? 0 : 1)
  const end = ({ deadline = Number.POSITIVE_INFINITY }: GameSummary) => deadline
  return games.toSorted((a, b) => rank(a) - rank(b) || Math.sign(end(a) - end(b)) || 0)
}
