import {
  type ClassId,
  DELETED_NAME,
  type Followed,
  MOST_BLOCKED,
  MOST_FOLLOWED,
  type PlayerId,
  type RefusalCode,
  type Relation,
} from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Kysely } from 'kysely'
import type { HttpResult } from '../ground/http-result.ts'
import {
  areSeparate,
  confinedAmong,
  hiddenAmong,
  isConfined,
  outsidersAmong,
  separateAmong,
} from '../players/confinement.ts'
import { credentialsNamed, hasAccount } from '../players/credentials.ts'
import { countOf } from '../store/count-of.ts'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { mayBegin, refusalToMeet, standingOf, standingsOf } from './standing.ts'

/** A followed player, before the look-up of whether they are connected. */
export type FollowedPlayer = Omit<Followed, 'isHere'> & { readonly player: PlayerId }

/** Relations between players: follows, blocks, and what they forbid. */
export class People {
  readonly #database: Database
  readonly #commits: SharedCommits
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#commits = new SharedCommits(database)
    this.#now = now
  }

  /** Follows or unfollows the account with this name. Returns its id. */
  async follow(player: PlayerId, name: string, isOn: boolean): HttpResult<PlayerId> {
    const other = await this.#otherNamed(player, name)
    if (!other.ok) return other
    const followed = other.value
    return this.#commits.run(async (transaction): HttpResult<PlayerId> => {
      const row = { player, followed }
      if (!isOn) {
        await unfollow(transaction, player, followed)
        return ok(followed)
      }
      if ((await apartAmong(transaction, player, [followed])).has(followed)) {
        return err({ code: 'blocked' })
      }
      if ((await countOf(transaction, 'follows', player)) >= MOST_FOLLOWED) {
        return err({ code: 'listFull' })
      }
      await transaction
        .insertInto('follows')
        .values({ ...row, at: this.#now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return ok(followed)
    })
  }

  /** Blocks or unblocks a player, guests included. A block ends all follows between the two. */
  async block(player: PlayerId, blocked: PlayerId, isOn: boolean): HttpResult<void> {
    if (player === blocked) return err({ code: 'self' })
    return this.#commits.run(async (transaction): HttpResult<void> => {
      if (!(await hasAccount(transaction, player))) return err({ code: 'noAccount' })
      const row = { player, blocked }
      if (!isOn) {
        await transaction
          .deleteFrom('blocks')
          .where('player', '=', player)
          .where('blocked', '=', blocked)
          .execute()
        return ok(undefined)
      }
      const known = await transaction
        .selectFrom('players')
        .select('id')
        .where('id', '=', blocked)
        .executeTakeFirst()
      if (known === undefined) return err({ code: 'unknownPlayer' })
      if ((await countOf(transaction, 'blocks', player)) >= MOST_BLOCKED) {
        return err({ code: 'listFull' })
      }
      await transaction
        .insertInto('blocks')
        .values({ ...row, at: this.#now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await this.#part(transaction, player, blocked)
      return ok(undefined)
    })
  }

  /** The relation of a player to the account with this name; undefined if there is none. */
  async relation(player: PlayerId | undefined, name: string): Promise<Relation | undefined> {
    const { db } = this.#database
    const other = (await credentialsNamed(db, name))?.player
    if (other === undefined || (await hiddenAmong(db, [other], player)).length > 0) return undefined
    const is = (table: Between, one: PlayerId, two: PlayerId) => isThere(db, table, one, two)
    if (player === undefined) return { ...NOTHING, player: other }
    const hasBlocked = await is('blocks', player, other)
    return {
      player: other,
      isSelf: player === other,
      hasAccount: await hasAccount(db, player),
      follows: await is('follows', player, other),
      isFollowed: await is('follows', other, player),
      hasBlocked,
      isApart: hasBlocked || (await is('blocks', other, player)),
    }
  }

  /**
   * The accounts that a player follows, by name. Leaves out deleted ones, and those whom a class has
   * kept apart from the player since then: one of the two has left it.
   */
  async followedBy(player: PlayerId): Promise<readonly FollowedPlayer[]> {
    const { db } = this.#database
    const rows = await db
      .selectFrom('follows')
      .innerJoin('credentials', 'credentials.player', 'follows.followed')
      .innerJoin('players', 'players.id', 'follows.followed')
      .leftJoin('follows as back', (join) =>
        join
          .onRef('back.player', '=', 'follows.followed')
          .onRef('back.followed', '=', 'follows.player'),
      )
      .select(['players.id', 'players.name', 'back.at as backAt'])
      .where('follows.player', '=', player)
      .orderBy('players.name')
      .limit(MOST_FOLLOWED)
      .execute()
    const separate = await separateAmong(
      db,
      player,
      rows.map(({ id }) => id),
    )
    return rows
      .filter(({ id }) => !separate.includes(id))
      .map(({ id, name, backAt }) => ({ player: id, name, isFriend: backAt !== null }))
  }

  /** How many accounts follow a player without being followed back. */
  async countFollowers(player: PlayerId): Promise<number> {
    const row = await this.#database.db
      .selectFrom('follows')
      .innerJoin('credentials', 'credentials.player', 'follows.player')
      .leftJoin('follows as own', (join) =>
        join
          .onRef('own.followed', '=', 'follows.player')
          .onRef('own.player', '=', 'follows.followed'),
      )
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('follows.followed', '=', player)
      .where('own.at', 'is', null)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }

  /** The players whom a player has blocked, the latest first. */
  blockedBy(player: PlayerId): Promise<readonly { player: PlayerId; name: string }[]> {
    return this.#database.db
      .selectFrom('blocks')
      .innerJoin('players', 'players.id', 'blocks.blocked')
      .select(['players.id as player', 'players.name'])
      .where('blocks.player', '=', player)
      .orderBy('blocks.at', 'desc')
      .orderBy('players.id')
      .limit(MOST_BLOCKED)
      .execute()
  }

  /** All players whom this player has blocked or who have blocked this player. */
  async apartFrom(player: PlayerId): Promise<ReadonlySet<PlayerId>> {
    const { db } = this.#database
    const rows = await db
      .selectFrom('blocks')
      .select('blocked as other')
      .where('player', '=', player)
      .unionAll(db.selectFrom('blocks').select('player as other').where('blocked', '=', player))
      .execute()
    return new Set(rows.map(({ other }) => other))
  }

  /** Has either of two players blocked the other, or does a class keep them apart? */
  async areApart(one: PlayerId, other: PlayerId): Promise<boolean> {
    return (await this.apartAmong(one, [other])).has(other)
  }

  /** Which of these players does a block or a class keep apart from one? */
  apartAmong(one: PlayerId, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
    return apartAmong(this.#database.db, one, players)
  }

  /** Why a player may not begin a game or make a study; undefined if they may. */
  async refusalToBegin(player: PlayerId): Promise<'suspended' | undefined> {
    const standing = await standingOf(this.#database.db, player, this.#now())
    return mayBegin(standing) ? undefined : 'suspended'
  }

  /**
   * Why a player may not begin a game with anyone who comes, or enter or make a tournament; undefined
   * if they may.
   */
  async refusalToMeetAnyone(player: PlayerId): Promise<'suspended' | 'outsideClass' | undefined> {
    const { db } = this.#database
    if (!mayBegin(await standingOf(db, player, this.#now()))) return 'suspended'
    return (await isConfined(db, player)) ? 'outsideClass' : undefined
  }

  /** Why a player may not begin a game with another; undefined if they may. */
  async refusalToMeet(player: PlayerId, other: PlayerId): Promise<RefusalCode | undefined> {
    const { db } = this.#database
    const standing = await standingsOf(db, [player, other], this.#now())
    return refusalToMeet({
      player: standing(player),
      other: standing(other),
      areApart: (await blockedAmong(db, player, [other])).length > 0,
      areSeparate: await areSeparate(db, player, other),
    })
  }

  /**
   * Which of these players may not begin a game with anyone who comes; with a class, with anyone of
   * that class.
   */
  async barredAmong(players: readonly PlayerId[], ofClass?: ClassId): Promise<readonly PlayerId[]> {
    if (players.length === 0) return []
    const { db } = this.#database
    const standing = await standingsOf(db, players, this.#now())
    const apart =
      ofClass === undefined
        ? await confinedAmong(db, players)
        : await outsidersAmong(db, ofClass, players)
    return players.filter((player) => !mayBegin(standing(player)) || apart.includes(player))
  }

  /** Does a player have an account? */
  hasAccount(player: PlayerId): Promise<boolean> {
    return hasAccount(this.#database.db, player)
  }

  /**
   * The player whose account has this name. Refused if the asking player has no account, or if it
   * is their own.
   */
  async #otherNamed(player: PlayerId, name: string): HttpResult<PlayerId> {
    const { db } = this.#database
    if (!(await hasAccount(db, player))) return err({ code: 'noAccount' })
    const other = (await credentialsNamed(db, name))?.player
    if (other === undefined || (await areSeparate(db, other, player))) {
      return err({ code: 'unknownPlayer' })
    }
    return other === player ? err({ code: 'self' }) : ok(other)
  }

  /** Removes follows between two players, in both directions. */
  async #part(transaction: Kysely<Tables>, one: PlayerId, other: PlayerId): Promise<void> {
    for (const [player, followed] of [
      [one, other],
      [other, one],
    ] as const) {
      await unfollow(transaction, player, followed)
    }
  }
}

/**
 * Deletes a player's follows, blocks and sent challenges, within the open transaction. The rows of
 * others about the player may be many, and are erased afterwards (`accounts/erasure.ts`).
 */
export async function forgetPeopleOf(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
  await transaction.deleteFrom('follows').where('player', '=', player).execute()
  await transaction.deleteFrom('blocks').where('player', '=', player).execute()
  for (const side of ['sender', 'receiver'] as const) {
    await transaction.deleteFrom('sentChallenges').where(side, '=', player).execute()
  }
  await transaction.deleteFrom('talkers').where('player', '=', player).execute()
  // The name must no longer be stored.
  await transaction
    .updateTable('adminLog')
    .set({ about: DELETED_NAME })
    .where('player', '=', player)
    .execute()
}

// --- internal ---

type Between = 'follows' | 'blocks'

const NOTHING = {
  isSelf: false,
  hasAccount: false,
  follows: false,
  isFollowed: false,
  hasBlocked: false,
  isApart: false,
} as const

async function unfollow(
  transaction: Kysely<Tables>,
  player: PlayerId,
  followed: PlayerId,
): Promise<void> {
  await transaction
    .deleteFrom('follows')
    .where('player', '=', player)
    .where('followed', '=', followed)
    .execute()
}

async function isThere(
  db: Kysely<Tables>,
  table: Between,
  player: PlayerId,
  other: PlayerId,
): Promise<boolean> {
  const found =
    table === 'follows'
      ? db
          .selectFrom('follows')
          .select('at')
          .where('player', '=', player)
          .where('followed', '=', other)
      : db
          .selectFrom('blocks')
          .select('at')
          .where('player', '=', player)
          .where('blocked', '=', other)
  return (await found.executeTakeFirst()) !== undefined
}

async function apartAmong(
  db: Kysely<Tables>,
  one: PlayerId,
  players: readonly PlayerId[],
): Promise<ReadonlySet<PlayerId>> {
  const blocked = await blockedAmong(db, one, players)
  return new Set([...blocked, ...(await separateAmong(db, one, players))])
}

/** Which of these players have blocked one, or were blocked by one? */
async function blockedAmong(
  db: Kysely<Tables>,
  one: PlayerId,
  players: readonly PlayerId[],
): Promise<readonly PlayerId[]> {
  if (players.length === 0) return []
  const rows = await db
    .selectFrom('blocks')
    .select('blocked as other')
    .where('player', '=', one)
    .where('blocked', 'in', players)
    .unionAll(
      db
        .selectFrom('blocks')
        .select('player as other')
        .where('blocked', '=', one)
        .where('player', 'in', players),
    )
    .execute()
  return rows.map(({ other }) => other)
}
