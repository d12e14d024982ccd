import { type GameSummary, isLive, type PlayerId } from '@hokito/protocol'
import { isUntouched, type LocalGame, livePosition } from '../local/local-game.ts'
import { isAwaited } from '../online/own-games-state.ts'

/** A game of ours, wherever it is stored. */
export type AnyGame =
  | { readonly kind: 'local'; readonly game: LocalGame }
  | { readonly kind: 'online'; readonly game: GameSummary }

/** The games to list. */
export interface GameSources {
  /** The games on this device. */
  readonly local: readonly LocalGame[]
  readonly running: readonly GameSummary[]
  /** Finished online games, latest first, as far as they are loaded. */
  readonly finished: readonly GameSummary[]
  readonly hasMore: boolean
  /** Our player online. */
  readonly player: PlayerId | undefined
}

/** Running games, those that wait for us first, and finished ones, latest first. */
export function listGames({ local, running, finished, hasMore, player }: GameSources): {
  readonly running: readonly AnyGame[]
  readonly finished: readonly AnyGame[]
} {
  const isOver = ({ record }: LocalGame) => record.ending !== undefined
  // Games older than the last loaded one wait until that is no longer the last.
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

/** When the game last changed, in milliseconds since 1970. */
export function timeOf(listed: AnyGame): number {
  return listed.kind === 'local' ? listed.game.updatedAt : listed.game.since
}

/**
 * Does the game have a board to show? One that was called off because a player did not come may end
 * before its pieces lie.
 */
export function hasBoard({ kind, game }: AnyGame): boolean {
  return kind === 'local' || game.isDealt
}

/**
 * Is the next move ours? On this device a player here makes it, unless it is the computer's turn.
 */
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
 * First a game whose opponent waits for us, then one with running clocks, then one on this device,
 * then a correspondence game that waits for the opponent, and last a game on this device without a
 * move by us.
 */
function rankOf(listed: AnyGame, player: PlayerId | undefined): number {
  if (listed.kind === 'local') return isUntouched(listed.game) ? 4 : 2
  if (isOurTurn(listed, player)) return 0
  return isLive(listed.game.terms.timeControl) ? 1 : 3
}
