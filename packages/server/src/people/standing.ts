import type { PlayerId, RefusalCode } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { isDeletedKey } from '../players/name-keys.ts'
import type { Tables } from '../store/schema.ts'

/** The facts that decide whether a player may act and begin games. */
export interface Standing {
  /** The account or guest no longer exists. */
  readonly isDeleted: boolean
  readonly isClosed: boolean
  readonly isSuspended: boolean
}

/** Two players who would meet in a new game. */
export interface Meeting {
  /** The player who asks. */
  readonly player: Standing
  readonly other: Standing
  /** Has either player blocked the other? */
  readonly areApart: boolean
  /** Does a class keep them apart? */
  readonly areSeparate: boolean
}

/** May a token act for this player? A suspended player may continue running games. */
export function mayAct({ isDeleted, isClosed }: Standing): boolean {
  return !isDeleted && !isClosed
}

/** May this player begin a game, or enter or make a tournament? */
export function mayBegin(standing: Standing): boolean {
  return mayAct(standing) && !standing.isSuspended
}

/** Why two players may not begin a game together, from the viewpoint of the player who asks. */
export function refusalToMeet({
  player,
  other,
  areApart,
  areSeparate,
}: Meeting): RefusalCode | undefined {
  if (!mayBegin(player)) return 'suspended'
  if (areSeparate) return 'outsideClass'
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

/** Looks up several players with one query. Returns a function that gives the standing of each. */
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
