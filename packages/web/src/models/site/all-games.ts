import { type GameSummary, isLive, type PlayerId } from '@hokito/protocol'
import { isUntouched, type LocalGame, livePosition } from '../local/local-game.ts'
import { isAwaited } from '../online/own-games.ts'

/** A game of ours, wherever it is kept. */
export type AnyGame =
  | { readonly kind: 'local'; readonly game: LocalGame }
  | { readonly kind: 'online'; readonly game: GameSummary }

/** What there is to list. */
export interface GameSources {
  /** On this device. */
  readonly local: readonly LocalGame[]
  readonly running: readonly GameSummary[]
  /** Finished online games, the latest first, as far as they are loaded. */
  readonly finished: readonly GameSummary[]
  readonly hasMore: boolean
  /** Who we are online. */
  readonly player: PlayerId | undefined
}

/** Running games, those that wait for us first, and finished ones, the latest first. */
export function listGames({ local, running, finished, hasMore, player }: GameSources): {
  readonly running: readonly AnyGame[]
  readonly finished: readonly AnyGame[]
} {
  const isOver = ({ record }: LocalGame) => record.ending !== undefined
  // What is older than the last one loaded comes when that is no longer the last.
  const oldest = hasMore ? (finished.at(-1)?.since ?? 0) : 0
  return {
    running: [
      ...local.filter((game) => !isOver(game)).map(asLocal),
      ...running.map(asOnline),
    ].toSorted((a, b) => rankOf(a, player) - rankOf(b, player) || timeOf(b) - timeOf(a)),
    finished: [
      ...local
        .filter(isOver)
        .map(asLocal)
        .filter((game) => timeOf(game) >= oldest),
      ...finished.map(asOnline),
    ].toSorted((a, b) => timeOf(b) - timeOf(a)),
  }
}

/** When anything last happened in it, in milliseconds since 1970. */
export function timeOf(listed: AnyGame): number {
  return listed.kind === 'local' ? listed.game.updatedAt : listed.game.since
}

/** Is the next move ours? On this device somebody who sits here makes it, but for the computer. */
export function isOurTurn(listed: AnyGame, player: PlayerId | undefined): boolean {
  if (listed.kind === 'online') return isAwaited(listed.game, player)
  const { game } = listed
  return game.record.ending === undefined && game.seats[livePosition(game).turn].kind === 'person'
}

// --- internal ---

function asLocal(game: LocalGame): AnyGame {
  return { kind: 'local', game }
}

function asOnline(game: GameSummary): AnyGame {
  return { kind: 'online', game }
}

/**
 * An opponent who waits comes first, then a game whose clocks run, a game that can wait, an opponent who has days to
 * think, and last games in which nothing was done yet.
 */
function rankOf(listed: AnyGame, player: PlayerId | undefined): number {
  if (listed.kind === 'local') return isUntouched(listed.game) ? 4 : 2
  if (isOurTurn(listed, player)) return 0
  return isLive(listed.game.terms.timeControl) ? 1 : 3
}
