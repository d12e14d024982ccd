import {
  DAY_MS,
  HOUR_MS,
  MAIL_LANGUAGES,
  type MailLanguage,
  type OwnMail,
  type PlayerId,
} from '@hokito/protocol'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { keyOfAddress } from '../ground/mail-address.ts'
import { drawLink, hashLink } from '../ground/mail-link.ts'
import { shownName } from '../players/cards.ts'
import { credentialsNamed } from '../players/credentials.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** An account with an e-mail address, and its name. */
export interface Addressee {
  readonly player: PlayerId
  readonly name: string
  readonly address: string
  readonly language: MailLanguage
}

/** The target of a link. */
export type Linked = Pick<Addressee, 'player' | 'address' | 'language'>

/** How long a link is valid. */
export const LINK_MS = { confirm: DAY_MS, recover: HOUR_MS } as const
type LinkKind = keyof typeof LINK_MS

/**
 * An account's confirmed address, the address awaiting confirmation, and whether it gets e-mails
 * about games.
 */
export async function mailOf(
  { db, rows }: RowSource,
  player: PlayerId,
  now: number,
): Promise<OwnMail> {
  const stored = await addresseesIn(db)
    .where('mailAddresses.player', '=', player)
    .executeTakeFirst()
  const own = stored && rows.read(targetSchema, stored, { table: 'mailAddresses', id: player })
  const awaiting = await db
    .selectFrom('mailLinks')
    .select(['address', 'language'])
    .where('player', '=', player)
    .where('kind', '=', 'confirm')
    .where('until', '>', now)
    .executeTakeFirst()
  const wish = await db
    .selectFrom('gameLetters')
    .select('since')
    .where('player', '=', player)
    .executeTakeFirst()
  const awaited = awaiting && rows.read(targetSchema, awaiting, { table: 'mailLinks', id: player })
  return {
    ...(own && { address: own.address }),
    ...(awaited && { awaiting: awaited.address }),
    ...(own && wish && { gameLetters: true as const }),
  }
}

/** The account of a player, if it has an address. A damaged one is none. */
export async function addresseeOf(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<Addressee | undefined> {
  const found = await addresseesIn(db).where('mailAddresses.player', '=', player).executeTakeFirst()
  return found && isTarget(found) ? withName(found) : undefined
}

/** Accounts by a name or an address as typed. An address returns a limited number. */
export async function addresseesBy(db: Kysely<Tables>, who: string): Promise<readonly Addressee[]> {
  if (!who.includes('@')) {
    const credentials = await credentialsNamed(db, who)
    const found = credentials && (await addresseeOf(db, credentials.player))
    return found === undefined ? [] : [found]
  }
  const found = await addresseesIn(db)
    .where('mailAddresses.addressKey', '=', keyOfAddress(who))
    .orderBy('mailAddresses.confirmedAt', 'desc')
    .limit(MOST_OF_ADDRESS)
    .execute()
  return found.filter(isTarget).map(withName)
}

/** Sets the address of an account. */
export async function putAddress(
  db: Kysely<Tables>,
  { player, address, language }: Linked,
  now: number,
): Promise<void> {
  const row = { address, addressKey: keyOfAddress(address), language, confirmedAt: now }
  await db
    .insertInto('mailAddresses')
    .values({ player, ...row })
    .onConflict((conflict) => conflict.column('player').doUpdateSet(row))
    .execute()
}

/** Deletes a player's address and all pending e-mails and links. */
export async function forgetMailOf(db: Kysely<Tables>, player: PlayerId): Promise<void> {
  for (const table of ['mailAddresses', 'mailLinks', 'gameLetters', 'waitingLetters'] as const) {
    await db.deleteFrom(table).where('player', '=', player).execute()
  }
}

/** Invalidates all links that could reset a player's password. */
export async function forgetRecoveries(db: Kysely<Tables>, player: PlayerId): Promise<void> {
  await db
    .deleteFrom('mailLinks')
    .where('player', '=', player)
    .where('kind', '=', 'recover')
    .execute()
}

/** Single-use links. Only their hashes are stored. */
export class Links {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /**
   * Makes a link. The last few recovery links of a player stay valid, but only the last
   * confirmation link.
   */
  async make(db: Kysely<Tables>, kind: LinkKind, linked: Linked, now: number): Promise<string> {
    const { player, address, language } = linked
    const token = drawLink()
    const kept = db
      .selectFrom('mailLinks')
      .select('hash')
      .where('player', '=', player)
      .where('kind', '=', kind)
      .orderBy('until', 'desc')
      .limit(kind === 'confirm' ? 0 : MOST_LINKS - 1)
    await db
      .deleteFrom('mailLinks')
      .where('player', '=', player)
      .where('kind', '=', kind)
      .where('hash', 'not in', kept)
      .execute()
    const row = { hash: hashLink(token, this.#secret), until: now + LINK_MS[kind] }
    await db
      .insertInto('mailLinks')
      .values({ ...row, kind, player, address, language })
      .execute()
    return token
  }

  /**
   * The player whose password a link can reset. A link sent to an address that is no longer the
   * player's is invalid.
   */
  async recovering(db: Kysely<Tables>, token: string, now: number): Promise<PlayerId | undefined> {
    const row = await db
      .selectFrom('mailLinks')
      .innerJoin('mailAddresses', (join) =>
        join
          .onRef('mailAddresses.player', '=', 'mailLinks.player')
          .onRef('mailAddresses.address', '=', 'mailLinks.address'),
      )
      .select('mailLinks.player')
      .where('mailLinks.hash', '=', hashLink(token, this.#secret))
      .where('mailLinks.kind', '=', 'recover')
      .where('mailLinks.until', '>', now)
      .executeTakeFirst()
    return row?.player
  }

  /** Uses up a link. Undefined if it is no longer valid, damaged, or of another kind or player. */
  async take(
    db: Kysely<Tables>,
    kind: LinkKind,
    token: string,
    { now, player }: { readonly now: number; readonly player?: PlayerId },
  ): Promise<Linked | undefined> {
    const taken = await db
      .deleteFrom('mailLinks')
      .where('hash', '=', hashLink(token, this.#secret))
      .where('kind', '=', kind)
      .where('until', '>', now)
      .$if(player !== undefined, (query) => query.where('player', '=', player ?? null))
      .returning(['player', 'address', 'language'])
      .executeTakeFirst()
    return taken && isTarget(taken) ? taken : undefined
  }
}

// --- internal ---

/** The most accounts of one address that get an e-mail. */
const MOST_OF_ADDRESS = 5
/** The most links of a player that are valid at a time. */
const MOST_LINKS = 5

const targetSchema = z.object({ address: z.string(), language: z.enum(MAIL_LANGUAGES) })

/** Can an e-mail be written to this row? */
function isTarget(row: Pick<Addressee, 'address' | 'language'>): boolean {
  return z.safeParse(targetSchema, row).success
}

function withName(row: Addressee): Addressee {
  return { ...row, name: shownName(row.name) }
}

function addresseesIn(db: Kysely<Tables>) {
  return db
    .selectFrom('mailAddresses')
    .innerJoin('credentials', 'credentials.player', 'mailAddresses.player')
    .innerJoin('players', 'players.id', 'mailAddresses.player')
    .select([
      'mailAddresses.player',
      'players.name',
      'mailAddresses.address',
      'mailAddresses.language',
    ])
}
