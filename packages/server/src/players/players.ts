import type { NAME_REFUSALS, PlayerCard, PlayerId } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Kysely } from 'kysely'
import type { Chance } from '../ground/chance.ts'
import type { SessionToken } from '../ground/session-token.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { cardIn } from './cards.ts'
import { isPupil, publicPlayerNamed } from './confinement.ts'
import { credentialsOf } from './credentials.ts'
import { keysOf } from './looks.ts'
import { giveName, isTaken, storedNameOf } from './name-keys.ts'
import { type CheckedName, checkName, guestName, LONGEST_NUMBER, SHORTEST_NUMBER } from './names.ts'
import { countRename, noteRename, renameAtOf, renameWaitMs } from './rename-rate.ts'
import { Sessions, type SignedIn } from './sessions.ts'

/** A player with their session token. The server stores only a hash of the token. */
export interface Guest {
  readonly player: PlayerCard
  readonly token: SessionToken
}

/** A player with the new name, or why there is none. */
export type Renamed = Result<
  PlayerCard,
  | { readonly code: (typeof NAME_REFUSALS)[number] | 'tooMany'; readonly retryAfterMs?: number }
  | { readonly code: 'ofClass' }
>

/** A player, and when they were created. */
export interface KnownPlayer extends PlayerCard {
  readonly createdAt: number
}

export interface PlayersDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly chance: Chance
  readonly secret: string
}

/** Players and their sessions: guests with a name, and players with an account. */
export class Players {
  readonly #database: Database
  readonly #commits: SharedCommits
  readonly #chance: Chance
  /** The valid sessions; accounts begin and end them too. */
  readonly sessions: Sessions
  /** Players whose name is being changed. */
  readonly #renaming = new Set<PlayerId>()

  constructor({ database, rows, chance, secret }: PlayersDependencies) {
    this.#database = database
    this.#commits = new SharedCommits(database, (transaction) => database.holdNames(transaction))
    this.#chance = chance
    this.sessions = new Sessions({ database, rows, chance, secret })
  }

  /** Creates a player with a session. */
  welcome(now: number): Promise<Guest> {
    return this.#commits.run(async (transaction) => {
      const player = await this.#insertGuest(transaction, now)
      return { player, token: await this.sessions.begin(transaction, player.id, now) }
    })
  }

  /** A player as others see them; undefined if the id is unknown. */
  async cardOf(id: PlayerId): Promise<PlayerCard | undefined> {
    return cardIn(this.#database.db, id)
  }

  /** Is this a pupil of a class, whose account a teacher looks after? */
  isPupil(id: PlayerId): Promise<boolean> {
    return isPupil(this.#database.db, id)
  }

  /**
   * The player with a name, in any letter case; undefined if no player has it now, or only a pupil
   * who meets nobody outside the class.
   */
  async named(name: string): Promise<KnownPlayer | undefined> {
    const found = await publicPlayerNamed(this.#database.db, name)
    // Another name may look the same.
    if (found?.card.name.toLowerCase() !== name.toLowerCase()) return undefined
    return { ...found.card, createdAt: found.createdAt }
  }

  /** The player of a session cookie; undefined if the cookie is no longer valid. Counts as use. */
  recognise(cookie: string | undefined, now: number): Promise<PlayerCard | undefined> {
    return this.sessions.recognise(cookie, now)
  }

  /**
   * Like {@link Players.recognise}, for replies that can set a cookie. Returns the new token if the
   * cookie has to be set again.
   */
  signIn(cookie: string | undefined, now: number): Promise<SignedIn | undefined> {
    return this.sessions.signIn(cookie, now)
  }

  /**
   * Takes players with the instant each connected. Returns those who have had a session end since.
   */
  async signedOutSince(
    connected: Iterable<readonly [PlayerId, number]>,
  ): Promise<readonly PlayerId[]> {
    const since = new Map(connected)
    if (since.size === 0) return []
    const first = Math.min(...since.values())
    const rows = await this.#database.db
      .selectFrom('signOuts')
      .selectAll()
      .where('at', '>=', first)
      .execute()
    return rows.flatMap(({ player, at }) => ((since.get(player) ?? at + 1) <= at ? [player] : []))
  }

  /**
   * Renames a player if the name is free and the recent renames allow it. A pupil keeps the name that
   * the teacher has chosen.
   */
  async rename(player: PlayerId, text: string, now: number): Promise<Renamed> {
    const checked = checkName(text)
    if (!checked.ok) return err({ code: checked.error })
    // This way at most one rename a player waits.
    if (this.#renaming.has(player)) return err({ code: 'tooMany' })
    this.#renaming.add(player)
    try {
      return await this.#commits.run((transaction) =>
        rename(transaction, player, checked.value, now),
      )
    } finally {
      this.#renaming.delete(player)
    }
  }

  async #insertGuest(transaction: Kysely<Tables>, now: number): Promise<PlayerCard> {
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      // The more often a drawn name is taken, the longer the number.
      const digits = Math.min(SHORTEST_NUMBER + Math.floor(draw / 5), LONGEST_NUMBER)
      const player = { id: this.#chance.playerId(), name: guestName(this.#chance, digits) }
      const keys = keysOf(player.name)
      if (await isTaken(transaction, keys, player.id, now)) continue
      const [nameKey] = keys
      await transaction
        .insertInto('players')
        .values({ ...player, nameKey, createdAt: now })
        .execute()
      return player
    }
    throw new Error(`all ${MOST_DRAWS} names drawn for a guest are taken`)
  }
}

// --- internal ---

const MOST_DRAWS = 50

async function rename(
  transaction: Kysely<Tables>,
  player: PlayerId,
  checked: CheckedName,
  now: number,
): Promise<Renamed> {
  const { name, keys } = checked
  const former = await storedNameOf(transaction, player)
  if (former === undefined) throw new Error('a player without a row is renamed')
  if (former.name === name) return ok((await cardIn(transaction, player)) ?? { id: player, name })
  if (await isPupil(transaction, player)) return err({ code: 'ofClass' })
  const credentials = await credentialsOf(transaction, player)
  const retryAfterMs =
    credentials === undefined
      ? await renameWaitMs(transaction, player, now)
      : Math.max(0, renameAtOf(credentials, now) - now)
  if (retryAfterMs > 0) return err({ code: 'renameTooSoon', retryAfterMs })
  if (await isTaken(transaction, keys, player, now)) return err({ code: 'nameTaken' })
  await giveName(transaction, former, checked, now)
  if (credentials === undefined) await countRename(transaction, player, now)
  else await noteRename(transaction, player, now)
  return ok((await cardIn(transaction, player)) ?? { id: player, name })
}
