import {
  type Limitation,
  type LimitationKind,
  limitationSchema,
  type PlayerId,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** A player's sanctions at an instant, with their reasons. */
export async function limitationsOf(
  { db, rows }: RowSource,
  player: PlayerId,
  now: number,
): Promise<readonly Limitation[]> {
  const found = await limitedIn(db, player, now).selectAll().orderBy('since').execute()
  return found.flatMap(({ kind, why, since, until }) => {
    const limitation = { kind, why, since, ...(until !== null && { until }) }
    const row = { table: 'limitations', id: `${player} ${kind}` } as const
    return rows.read(limitationSchema, limitation, row) ?? []
  })
}

/** A player's sanction of a kind; undefined if there is none. */
export async function limitationOf(
  db: Kysely<Tables>,
  player: PlayerId,
  kind: LimitationKind,
  now: number,
): Promise<{ readonly why: string; readonly until: number | null } | undefined> {
  return limitedIn(db, player, now)
    .select(['why', 'until'])
    .where('kind', '=', kind)
    .executeTakeFirst()
}

// --- internal ---

function limitedIn(db: Kysely<Tables>, player: PlayerId, now: number) {
  return db
    .selectFrom('limitations')
    .where('player', '=', player)
    .where((row) => row.or([row('until', 'is', null), row('until', '>', now)]))
}
