import type { PlayerId, Tournament } from '@hokito/protocol'
import type { ArenaPlayer } from './arena-store.ts'

/**
 * When a house bot takes the other side of a player who waits alone; undefined in arenas other than
 * the daily one, whose makers decide about bots.
 */
export function botAt(
  { day, startsAt }: Pick<Tournament, 'day' | 'startsAt'>,
  { readyAt }: Pick<ArenaPlayer, 'readyAt'>,
): number | undefined {
  return day === undefined ? undefined : Math.max(startsAt, readyAt) + ALONE_MS
}

/**
 * The house bot to play against a guest: one of a middle level that has no game, and another one
 * than last time if possible.
 * @param house all house bots, the weakest first
 */
export function hostAmong(
  house: ReadonlySet<PlayerId>,
  players: readonly Pick<ArenaPlayer, 'player' | 'game'>[],
  guest: Pick<ArenaPlayer, 'opponent'>,
): PlayerId | undefined {
  const playing = new Set(players.flatMap(({ player, game }) => (game === null ? [] : [player])))
  const middle = (house.size - 1) / 2
  const free = [...house]
    .map((player, index) => ({ player, apart: Math.abs(index - middle) }))
    .filter(({ player }) => !playing.has(player))
    .toSorted((one, other) => one.apart - other.apart)
  return (free.find(({ player }) => player !== guest.opponent) ?? free[0])?.player
}

// --- internal ---

/** Long enough for another player to come, short enough to stay. */
const ALONE_MS = 20_000
