import { type GameId, gameIdSchema, type PlayerId, type TournamentKind } from '@hokito/protocol'
import { roundRobinPairs } from './round-robin.ts'

/** A row of a round: what of it has to make sense. */
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

/** What the rows of a tournament are held against. */
interface Expected {
  readonly kind: TournamentKind
  /** How many rounds have begun. */
  readonly round: number
  readonly entries: readonly { readonly player: PlayerId }[]
}

/**
 * Do the rows of a tournament make all of its rounds: of each match both, of each bye one with what it is worth, and of
 * nobody else? From less than that neither standings nor a further round may be made. In a round robin those must have met
 * who had to.
 * @param rows in the order of rounds and boards
 */
export function areWhole(
  rows: readonly Row[],
  { kind, round: rounds, entries }: Expected,
): boolean {
  const entered = new Set(entries.map(({ player }) => player))
  const seen = new Set<number>()
  for (let from = 0; from < rows.length; ) {
    const to = endOf(rows, from)
    const board = rows.slice(from, to)
    if (!board.every((row) => isSound(row) && entered.has(row.player))) return false
    if (!isBoard(board, kind)) return false
    seen.add(board[0]?.round ?? 0)
    from = to
  }
  if (seen.size !== rounds) return false
  return kind !== 'roundRobin' || areScheduled(rows, { rounds, entries })
}

// --- internal ---

/** The place after the last row of the same board. */
function endOf(rows: readonly Row[], from: number): number {
  const first = rows[from]
  let to = from + 1
  while (rows[to]?.round === first?.round && rows[to]?.board === first?.board) to++
  return to
}

/** Nothing here can be taken for granted: SQLite keeps a text where a number belongs. */
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

/** Has everybody met in each round whom the order of the entries says? */
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
