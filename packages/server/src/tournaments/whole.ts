import { type GameId, gameIdSchema, type PlayerId, type TournamentKind } from '@hokito/protocol'
import type { LongTask } from '../limiting/long-work.ts'
import { roundRobinPairs } from './round-robin.ts'

/** The columns of a round's row that are checked. */
interface Row {
  readonly round: number
  readonly board: number
  readonly player: PlayerId
  readonly opponent: PlayerId | null
  readonly game: GameId | null
  readonly next: GameId | null
  readonly score: number | null
  readonly points: number | null
}

/** The facts that the rows of a tournament are checked against. */
interface Expected {
  readonly kind: TournamentKind
  /** The number of rounds that have begun. */
  readonly round: number
  readonly entries: readonly { readonly player: PlayerId }[]
}

/**
 * Are the rows of a tournament complete: both rows of each match, and the row of each bye with its
 * score, in all of its rounds and for no other players? Without that, neither standings nor a
 * further round may be computed. In a round robin, the scheduled opponents must also have met.
 * @param rows in the order of rounds and boards
 * @param task works on one round at a time
 */
export async function areWhole(
  rows: readonly Row[],
  { kind, round: rounds, entries }: Expected,
  task: LongTask,
): Promise<boolean> {
  const entered = new Set(entries.map(({ player }) => player))
  const seen = new Set<number>()
  for (let from = 0; from < rows.length; ) {
    const to = endOf(rows, from)
    const board = rows.slice(from, to)
    const round = board[0]?.round ?? 0
    if (!seen.has(round)) await task.goOn()
    if (!board.every((row) => isSound(row) && entered.has(row.player))) return false
    if (!isBoard(board, kind)) return false
    seen.add(round)
    from = to
  }
  if (seen.size !== rounds) return false
  return kind !== 'roundRobin' || areScheduled(rows, { rounds, entries })
}

// --- internal ---

/** The index after the last row of the same board. */
function endOf(rows: readonly Row[], from: number): number {
  const first = rows[from]
  let to = from + 1
  while (rows[to]?.round === first?.round && rows[to]?.board === first?.board) to++
  return to
}

/** Column types are no guarantee: SQLite stores text even in a number column. */
function isSound({ round, board, game, next, score, points }: Row): boolean {
  return (
    isBetween(round, 1, Number.MAX_SAFE_INTEGER) &&
    isBetween(board, 1, Number.MAX_SAFE_INTEGER) &&
    (game === null || gameIdSchema.safeParse(game).success) &&
    (next === null || gameIdSchema.safeParse(next).success) &&
    (score === null || isBetween(score, 0, 2)) &&
    (points === null || isBetween(points, 0, Number.MAX_SAFE_INTEGER))
  )
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}

function isBoard([one, other, ...more]: readonly Row[], kind: TournamentKind): boolean {
  if (one === undefined || more.length > 0) return false
  if (other === undefined) return one.opponent === null && one.game === null && one.score !== null
  // Only a round robin has matches that are lost without play.
  const isPlayed = one.game !== null || kind !== 'roundRobin'
  const isKnown = isPlayed ? one.game !== null : one.score !== null && other.score !== null
  return (
    isKnown &&
    one.opponent === other.player &&
    other.opponent === one.player &&
    one.game === other.game
  )
}

/** In each round, did all players meet the opponents that the order of the entries prescribes? */
function areScheduled(
  rows: readonly Row[],
  { rounds, entries }: { readonly rounds: number; readonly entries: Expected['entries'] },
): boolean {
  const seeded = entries.map(({ player }) => player)
  const due = new Set<string>()
  for (let round = 1; round <= rounds; round++) {
    for (const [one, other] of roundRobinPairs(seeded, round)) {
      due.add(keyOf({ round, player: one, opponent: other ?? null }))
      if (other !== undefined) due.add(keyOf({ round, player: other, opponent: one }))
    }
  }
  return rows.length === due.size && rows.every((row) => due.has(keyOf(row)))
}

function keyOf({ round, player, opponent }: Pick<Row, 'round' | 'player' | 'opponent'>): string {
  return `${round} ${player} ${opponent}`
}
