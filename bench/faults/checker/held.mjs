// @ts-check
/** The input for the judges of tournaments: database rows, and the pages shown. */

/**
 * @typedef {{ player: string, name: string, rating: number, at: number, outAt: number | null }} EntryRow
 * @typedef {{
 *   round: number,
 *   player: string,
 *   board: number,
 *   opponent: string | null,
 *   game: string | null,
 *   next: string | null,
 *   score: number | null,
 *   points: number | null,
 * }} PairingRow
 * @typedef {{
 *   row: { rounds: number, round: number, endedAt: number | null },
 *   entries: readonly EntryRow[],
 *   pairings: readonly PairingRow[],
 * }} SwissRows
 * @typedef {SwissRows & import('../tournament-run.mjs').Seen} HeldSwiss
 */

/**
 * @typedef {{
 *   player: string,
 *   name: string,
 *   at: number,
 *   outAt: number | null,
 *   blacks: number,
 *   games: number,
 *   score: number,
 *   wins: number,
 *   streak: number,
 *   points: number,
 * }} ArenaEntry
 * @typedef {{
 *   player: string,
 *   number: number,
 *   opponent: string,
 *   game: string,
 *   isBlack: number,
 *   score: number | null,
 *   points: number | null,
 *   isAbsent: number,
 * }} ArenaSide
 * @typedef {{
 *   row: { startsAt: number, lastsMinutes: number, endedAt: number | null },
 *   entries: readonly ArenaEntry[],
 *   pairings: readonly ArenaSide[],
 *   paused: ReadonlySet<string>,
 * }} ArenaRows `paused`: players who asked to pause at any time
 * @typedef {ArenaRows & import('../tournament-run.mjs').Seen} HeldArena
 */

export {}
