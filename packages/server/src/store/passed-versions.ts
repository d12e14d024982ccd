import type { Transaction } from 'kysely'
import type { RefusedWrite } from './conflict.ts'
import type { Tables } from './schema.ts'

/** A game, and the latest version of it when something was decided. */
export interface AtVersion {
  readonly game: number
  readonly version: number
}

/**
 * Refuses writes to games with newer events. A draft or a deadline has no event whose version could
 * collide. This runs after the write: from then on no other transaction can write the same
 * arrangement.
 */
export async function refusePassed(
  transaction: Transaction<Tables>,
  writes: readonly AtVersion[],
): Promise<readonly RefusedWrite[]> {
  const rows = await transaction
    .selectFrom('events')
    .select((events) => ['game', events.fn.max('version').as('version')])
    .where(
      'game',
      'in',
      writes.map(({ game }) => game),
    )
    .groupBy('game')
    .execute()
  const latest = new Map(rows.map(({ game, version }) => [game, version]))
  return writes
    .filter(({ game, version }) => (latest.get(game) ?? 0) > version)
    .map((write) => {
      const { game, version } = write
      return { write, conflict: { kind: 'versionPassed', game, version } }
    })
}
