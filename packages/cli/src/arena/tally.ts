import type { Color, GameRecord } from '@hokito/rules'
import type { PairCounts } from './elo.ts'

/** The results of a match so far, from the first player's side. */
export interface Tally {
  readonly won: number
  readonly drawn: number
  readonly lost: number
  readonly pairs: PairCounts
  /** Games that the first and the second player lost by being late or broken. */
  readonly faults: readonly [number, number]
}

/** One game of a pair: its record, and the first player's colour. */
export interface PlayedGame {
  readonly record: GameRecord
  readonly firstColor: Color
}

export const EMPTY_TALLY: Tally = {
  won: 0,
  drawn: 0,
  lost: 0,
  pairs: [0, 0, 0, 0, 0],
  faults: [0, 0],
}

/** The tally with one more pair of games, from the same opening with colours swapped. */
export function withPair(tally: Tally, pair: readonly [PlayedGame, PlayedGame]): Tally {
  const halves = pair.map(halvesOf)
  const count = (value: number) => halves.filter((half) => half === value).length
  const sum = halves.reduce((total, half) => total + half, 0)
  const [zero, one, two, three, four] = tally.pairs
  const add = (index: number) => (index === sum ? 1 : 0)
  const forfeits = pair.filter(({ record }) => isForfeit(record))
  const ownForfeits = forfeits.filter((game) => halvesOf(game) === 0).length
  return {
    won: tally.won + count(2),
    drawn: tally.drawn + count(1),
    lost: tally.lost + count(0),
    pairs: [zero + add(0), one + add(1), two + add(2), three + add(3), four + add(4)],
    faults: [tally.faults[0] + ownForfeits, tally.faults[1] + forfeits.length - ownForfeits],
  }
}

/** Number of games counted. */
export function gamesOf({ won, drawn, lost }: Tally): number {
  return won + drawn + lost
}

/** The first player's share of all points, 0 to 1. One half before there are any. */
export function shareOf(tally: Tally): number {
  const games = gamesOf(tally)
  return games === 0 ? 0.5 : (tally.won + tally.drawn / 2) / games
}

/** Did a player lose this game by being late or broken? */
export function isForfeit({ ending }: GameRecord): boolean {
  return ending?.kind === 'timeout' || ending?.kind === 'abandoned'
}

// --- internal ---

/** Half points: 0, 1 or 2. */
function halvesOf({ record, firstColor }: PlayedGame): number {
  const winner = record.ending?.winner
  if (winner === 'draw') return 1
  return winner === firstColor ? 2 : 0
}
