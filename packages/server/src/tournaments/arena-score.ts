import type { PlayerId } from '@hokito/protocol'

/** What a player's games in an arena have come to so far. */
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

/** What one game came to for one player: 2 for a win, 1 for a draw, 0 for a loss; and the points on the board. */
export interface ArenaResult {
  readonly score: number
  readonly points: number
}

/** A tally with one game more: after two wins in a row each further win counts twice, until one is not a win. */
export function tallied(before: Tally, { score, points }: ArenaResult): Tally {
  const isWon = score === WIN
  const isDoubled = isWon && before.streak >= STREAK
  return {
    games: before.games + 1,
    score: before.score + (isDoubled ? 2 * score : score),
    wins: before.wins + (isWon ? 1 : 0),
    streak: isWon ? before.streak + 1 : 0,
    points: before.points + points,
  }
}

/** Somebody who has joined an arena. */
export interface ArenaEntrant extends Tally {
  readonly player: PlayerId
  /** When this player joined it first. */
  readonly at: number
}

/** All who have joined, the best first: by score, games won, points on the board, then who came first. */
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

// --- internal ---

const WIN = 2
/** So many wins in a row make the next one count twice. */
const STREAK = 2
