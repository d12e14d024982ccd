import type { MailLanguage, OwnMail, PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { keyOfAddress } from '../ground/mail-address.ts'
import { drawLink, hashLink } from '../ground/mail-link.ts'
import { credentialsNamed } from '../players/credentials.ts'
import type { Tables } from '../store/schema.ts'

/** An account that has an address, with its name. */
export interface Addressee {
  readonly player: PlayerId
  readonly name: string
  readonly address: string
  readonly language: MailLanguage
}

/** What a link leads to. */
export type Linked = Pick<Addressee, 'player' | 'address' | 'language'>

/** How long a link is good. */
export const LINK_MS = { confirm: 86_400_000, recover: 3_600_000 } as const
type LinkKind = keyof typeof LINK_MS

/** The address of an account, the one that is to be confirmed, and whether letters about games go there. */
export async function mailOf(db: Kysely<Tables>, player: PlayerId, now: number): Promise<OwnMail> {
  const own = await addresseeOf(db, player)
  const awaiting = await db
    .selectFrom('mailLinks')
    .select('address')
    .where('player', '=', player)
    .where('kind', '=', 'confirm')
    .where('until', '>', now)
    .executeTakeFirst()
  const wish = await db
    .selectFrom('gameLetters')
    .select('since')
    .where('player', '=', player)
    .executeTakeFirst()
  return {
    ...(own && { address: own.address }),
    ...(awaiting && { awaiting: awaiting.address }),
    ...(own && wish && { gameLetters: true as const }),
  }
}

/** The account of a player, if it has an address. */
export function addresseeOf(db: Kysely<Tables>, player: PlayerId): Promise<Addressee | undefined> {
  return addresseesIn(db).where('mailAddresses.player', '=', player).executeTakeFirst()
}

/** Accounts by a name or by an address, as somebody has typed it; of one address so many at most. */
export async function addresseesBy(db: Kysely<Tables>, who: string): Promise<readonly Addressee[]> {
  if (!who.includes('@')) {
    const credentials = await credentialsNamed(db, who)
    const found = credentials && (await addresseeOf(db, credentials.player))
    return found === undefined ? [] : [found]
  }
  return addresseesIn(db)
    .where('mailAddresses.addressKey', '=', keyOfAddress(who))
    .orderBy('mailAddresses.confirmedAt', 'desc')
    .limit(MOST_OF_ADDRESS)
    .execute()
}

/** Has letters to an account go to an address from now on. */
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

/** Forgets where letters to a player go, and every letter and link that is on its way. */
export async function forgetMailOf(db: Kysely<Tables>, player: PlayerId): Promise<void> {
  for (const table of ['mailAddresses', 'mailLinks', 'gameLetters', 'waitingLetters'] as const) {
    await db.deleteFrom(table).where('player', '=', player).execute()
  }
}

/** Makes all links void by which a player's password could be set anew. */
export async function forgetRecoveries(db: Kysely<Tables>, player: PlayerId): Promise<void> {
  await db
    .deleteFrom('mailLinks')
    .where('player', '=', player)
    .where('kind', '=', 'recover')
    .execute()
}

/** Links that are good once, of which only a hash is stored. */
export class Links {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** A new one. Of one kind and player the last few stay good; of those that confirm an address only the last. */
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
   * Whose password a link can set anew. A letter that lies in a box which is the player's no more opens nothing.
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

  /** Uses a link up; undefined where it is good no more, or of another kind, or of another player than is given. */
  async take(
    db: Kysely<Tables>,
    kind: LinkKind,
    token: string,
    { now, player }: { readonly now: number; readonly player?: PlayerId },
  ): Promise<Linked | undefined> {
    return db
      .deleteFrom('mailLinks')
      .where('hash', '=', hashLink(token, this.#secret))
      .where('kind', '=', kind)
      .where('until', '>', now)
      .$if(player !== undefined, (query) => query.where('player', '=', player ?? null))
      .returning(['player', 'address', 'language'])
      .executeTakeFirst()
  }
}

// --- internal ---

/** Accounts of one address that a letter goes to. */
const MOST_OF_ADDRESS = 5
/** Links of a player that are good at the same time. */
const MOST_LINKS = 5

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
