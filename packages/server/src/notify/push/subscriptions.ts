import {
  DAY_MS,
  MOST_SUBSCRIPTIONS,
  type PlayerId,
  type SubscribeWish,
  subscribeSchema,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { TokenHash } from '../../ground/session-token.ts'
import { SESSION_MS } from '../../players/sessions.ts'
import type { Database } from '../../store/database.ts'
import type { RowReader } from '../../store/row-reader.ts'
import type { Tables } from '../../store/schema.ts'

/** The address and keys of a device. */
export interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: string
}

/**
 * The owner of a device, and the session that subscribed it. The subscription ends with the
 * session.
 */
export interface Subscriber {
  readonly player: PlayerId
  readonly session: TokenHash
}

export interface SubscriptionsDependencies {
  readonly database: Database
  readonly rows: RowReader
}

/** Devices of players who want to be notified; each only while a player is signed in on it. */
export class Subscriptions {
  readonly #database: Database
  readonly #rows: RowReader

  constructor({ database, rows }: SubscriptionsDependencies) {
    this.#database = database
    this.#rows = rows
  }

  /** Adds or updates a device. If there are too many, the oldest is removed. */
  async add(
    { player, session }: Subscriber,
    { endpoint, keys, language, former }: SubscribeWish,
    now: number,
  ): Promise<void> {
    await this.#database.transact(async (transaction) => {
      // Devices that are added together are counted one after another.
      await this.#database.holdPlayers(transaction, [player])
      const known = await transaction
        .selectFrom('pushSubscriptions')
        .select(['endpoint', 'language'])
        .where('endpoint', 'in', [endpoint, former ?? endpoint])
        .where('player', '=', player)
        .execute()
      const gone = [endpoint, ...known.map((row) => row.endpoint)]
      await transaction.deleteFrom('pushSubscriptions').where('endpoint', 'in', gone).execute()
      await transaction
        .insertInto('pushSubscriptions')
        .values({
          endpoint,
          player,
          session,
          ...keys,
          language: language ?? known[0]?.language ?? 'en',
          createdAt: now,
          sentAt: null,
          failingSince: null,
        })
        .execute()
      await keepNewest(transaction, player)
    })
  }

  /** Removes a device of a player; does nothing if it is not that player's. */
  async remove(player: PlayerId, endpoint: string): Promise<void> {
    await this.#database.db
      .deleteFrom('pushSubscriptions')
      .where('player', '=', player)
      .where('endpoint', '=', endpoint)
      .execute()
  }

  /** The devices on which a player is signed in now. */
  async of(player: PlayerId, now: number): Promise<readonly Subscription[]> {
    const devices = await this.#database.db
      .selectFrom('pushSubscriptions as device')
      .innerJoin('sessions', 'sessions.tokenHash', 'device.session')
      .select(['device.endpoint', 'device.p256dh', 'device.auth', 'device.language'])
      .where('device.player', '=', player)
      .whereRef('sessions.player', '=', 'device.player')
      .where('sessions.seenAt', '>=', now - SESSION_MS)
      .where((session) =>
        session.or([session('sessions.endsAt', 'is', null), session('sessions.endsAt', '>', now)]),
      )
      .orderBy('device.createdAt', 'desc')
      .limit(MOST_SUBSCRIPTIONS)
      .execute()
    // Anyone who knows an endpoint can send to it, so the log names only the player.
    const row = { table: 'pushSubscriptions', id: player } as const
    return devices.flatMap((device) => this.#rows.read(deviceSchema, device, row) ?? [])
  }

  /** The service accepted a message: stored once a day, or after a failure. */
  async sent(endpoint: string, now: number): Promise<void> {
    await this.#database.db
      .updateTable('pushSubscriptions')
      .set({ sentAt: now, failingSince: null })
      .where('endpoint', '=', endpoint)
      .where((row) =>
        row.or([
          row('sentAt', 'is', null),
          row('sentAt', '<', now - DAY_MS),
          row('failingSince', 'is not', null),
        ]),
      )
      .execute()
  }

  /** The service did not accept a message: a device that has failed for days is removed. */
  async failed(endpoint: string, now: number): Promise<void> {
    const { db } = this.#database
    await db
      .updateTable('pushSubscriptions')
      .set({ failingSince: now })
      .where('endpoint', '=', endpoint)
      .where('failingSince', 'is', null)
      .execute()
    await db
      .deleteFrom('pushSubscriptions')
      .where('endpoint', '=', endpoint)
      .where('failingSince', '<', now - MOST_DAYS_FAILING * DAY_MS)
      .execute()
  }

  /** The browser no longer has the subscription. */
  async gone(endpoint: string): Promise<void> {
    await this.#database.db
      .deleteFrom('pushSubscriptions')
      .where('endpoint', '=', endpoint)
      .execute()
  }
}

// --- internal ---

const MOST_DAYS_FAILING = 7

const deviceSchema = z.object({
  endpoint: subscribeSchema.shape.endpoint,
  ...subscribeSchema.shape.keys.shape,
  language: z.string(),
})

async function keepNewest(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
  const rows = await transaction
    .selectFrom('pushSubscriptions')
    .select('endpoint')
    .where('player', '=', player)
    .orderBy('createdAt', 'desc')
    .orderBy('endpoint')
    .execute()
  const surplus = rows.slice(MOST_SUBSCRIPTIONS).map(({ endpoint }) => endpoint)
  if (surplus.length === 0) return
  await transaction.deleteFrom('pushSubscriptions').where('endpoint', 'in', surplus).execute()
}
