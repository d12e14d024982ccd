import type { PlayerId, RefusalCode } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { isDeletedKey } from '../players/name-keys.ts'
import type { Tables } from '../store/schema.ts'

/** What decides whether a player may act and begin games. */
export interface Standing {
  /** The account, or the guest, is no longer there. */
  readonly isDeleted: boolean
  readonly isClosed: boolean
  readonly isSuspended: boolean
}

/** Two players who would meet in a new game. */
export interface Meeting {
  /** The one who asks. */
  readonly player: Standing
  readonly other: Standing
  /** Has either of the two blocked the other? */
  readonly areApart: boolean
}

/** May a token act for this player? What already runs goes on for a suspended player. */
export function mayAct({ isDeleted, isClosed }: Standing): boolean {
  return !isDeleted && !isClosed
}

/** May this player begin a game, enter a tournament or make one? */
export function mayBegin(standing: Standing): boolean {
  return mayAct(standing) && !standing.isSuspended
}

/** Why two players may not begin a game together, as told to the one who asks. */
export function refusalToMeet({ player, other, areApart }: Meeting): RefusalCode | undefined {
  if (!mayBegin(player)) return 'suspended'
  if (areApart) return 'blocked'
  return mayBegin(other) ? undefined : 'opponentBarred'
}

/** The standing of one player. */
export async function standingOf(
  db: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<Standing> {
  return (await standingsOf(db, [player], now))(player)
}

/** Looks up several players at once, and gives the standing of each. */
export async function standingsOf(
  db: Kysely<Tables>,
  players: readonly PlayerId[],
  now: number,
): Promise<(player: PlayerId) => Standing> {
  const rows = await db
    .selectFrom('players')
    .leftJoin('limitations', (join) =>
      join
        .onRef('limitations.player', '=', 'players.id')
        .on((on) =>
          on.or([on('limitations.until', 'is', null), on('limitations.until', '>', now)]),
        ),
    )
    .select(['players.id', 'players.nameKey', 'limitations.kind'])
    .where('players.id', 'in', players)
    .execute()
  const standings = new Map<PlayerId, Standing>()
  for (const { id, nameKey, kind } of rows) {
    const { isClosed = false, isSuspended = false } = standings.get(id) ?? {}
    standings.set(id, {
      isDeleted: isDeletedKey(id, nameKey),
      isClosed: isClosed || kind === 'close',
      isSuspended: isSuspended || kind === 'suspend',
    })
  }
  return (player) => standings.get(player) ?? GONE
}

// --- internal ---

const GONE: Standing = { isDeleted: true, isClosed: false, isSuspended: false }
