import { ARENA_WIN, arenaGain, type PlayerId } from '@hokito/protocol'

/** The sums of a player's games in an arena so far. */
export interface Tally {
  /** Games that count. */
  readonly games: number
  readonly score: number
  readonly wins: number
  /** Games won in a row, up to now. */
  readonly streak: number
  /** Points on the board. */
  readonly points: number
}

/** Before the first game. */
export const NO_TALLY: Tally = { games: 0, score: 0, wins: 0, streak: 0, points: 0 }

/**
 * The result of one game for one player: 2 for a win, 1 for a draw, 0 for a loss; and the points on
 * the board.
 */
export interface ArenaResult {
  readonly score: number
  readonly points: number
}

/**
 * Adds a game to a tally: after two wins in a row each further win counts double, until a game is
 * not won.
 */
export function tallied(before: Tally, { score, points }: ArenaResult): Tally {
  const isWon = score === ARENA_WIN
  return {
    games: before.games + 1,
    score: before.score + arenaGain(score, before.streak),
    wins: before.wins + (isWon ? 1 : 0),
    streak: isWon ? before.streak + 1 : 0,
    points: before.points + points,
  }
}

/** A player who has joined an arena. */
export interface ArenaEntrant extends Tally {
  readonly player: PlayerId
  /** When this player first joined. */
  readonly at: number
}

/**
 * All who have joined, the best first: by score, wins, points on the board, then the earliest to
 * join.
 */
export function arenaStandings<T extends ArenaEntrant>(
  entrants: readonly T[],
): readonly (T & { readonly place: number })[] {
  return entrants
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        b.wins - a.wins ||
        b.points - a.points ||
        a.at - b.at ||
        (a.player < b.player ? -1 : 1),
    )
    .map((entrant, index) => ({ ...entrant, place: index + 1 }))
}
