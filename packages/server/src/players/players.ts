import type { PlayerCard, PlayerId, Refusal } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Kysely } from 'kysely'
import type { Chance } from '../ground/chance.ts'
import type { SessionToken } from '../ground/session-token.ts'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { cardIn, cardOf } from './cards.ts'
import { credentialsOf } from './credentials.ts'
import { keysOf } from './looks.ts'
import { giveName, isTaken } from './name-keys.ts'
import { type CheckedName, checkName, guestName, LONGEST_NUMBER, SHORTEST_NUMBER } from './names.ts'
import { countRename, noteRename, renameAtOf, renameWaitMs } from './rename-rate.ts'
import { Sessions, type SignedIn } from './sessions.ts'

/** A player with the cookie that proves it; the token is known to that cookie alone. */
export interface Guest {
  readonly player: PlayerCard
  readonly token: SessionToken
}

/** A player, and since when there is one. */
export interface KnownPlayer extends PlayerCard {
  readonly createdAt: number
}

/** Who plays, and by which cookie they are known: guests with a name, and those who have an account besides. */
export class Players {
  readonly #database: Database
  readonly #commits: SharedCommits
  readonly #chance: Chance
  /** Which cookies are good; accounts begin and end them too. */
  readonly sessions: Sessions
  /** Whose name is being changed. */
  readonly #renaming = new Set<PlayerId>()

  constructor(database: Database, chance: Chance, secret: string) {
    const { shared } = database
    this.#database = database
    this.#commits = new SharedCommits(database, shared && ((open) => shared.holdNames(open)))
    this.#chance = chance
    this.sessions = new Sessions(database, chance, secret)
  }

  /** A new player with a session. */
  welcome(now: number): Promise<Guest> {
    return this.#commits.run(async (transaction) => {
      const player = await this.#insertGuest(transaction, now)
      return { player, token: await this.sessions.begin(transaction, player.id, now) }
    })
  }

  /** A player as others see them; undefined where there is none with this id. */
  async cardOf(id: PlayerId): Promise<PlayerCard | undefined> {
    return cardIn(this.#database.db, id)
  }

  /** The player of a name, in whichever letter case; undefined where nobody has it now. */
  async named(name: string): Promise<KnownPlayer | undefined> {
    const [nameKey] = keysOf(name)
    const player = await this.#database.db
      .selectFrom('players')
      .leftJoin('bots', 'bots.player', 'players.id')
      .select(['players.id', 'players.name', 'players.createdAt', 'bots.since as botSince'])
      .where('players.nameKey', '=', nameKey)
      .executeTakeFirst()
    // The key is that of all names that look the same.
    if (player?.name.toLowerCase() !== name.toLowerCase()) return undefined
    return { ...cardOf(player), createdAt: player.createdAt }
  }

  /** Whose session a cookie is; undefined for one that is good no more. It counts as use. */
  recognise(cookie: string | undefined, now: number): Promise<PlayerCard | undefined> {
    return this.sessions.recognise(cookie, now)
  }

  /** The same where a cookie can be set, with what it has to say if it is to be set again. */
  signIn(cookie: string | undefined, now: number): Promise<SignedIn | undefined> {
    return this.sessions.signIn(cookie, now)
  }

  /** Of players with the instants since which they are connected: those of whom sessions have ended since. */
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

  /** Gives a player another name, if it may be had and the last ones are not too recent. */
  async rename(player: PlayerId, text: string, now: number): Promise<Result<PlayerCard, Refusal>> {
    const checked = checkName(text)
    if (!checked.ok) return err({ code: checked.error })
    // So no more can wait than there are players.
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
      // The more often a name is somebody else's already, the longer the number.
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
): Promise<Result<PlayerCard, Refusal>> {
  const { name, keys } = checked
  const former = await transaction
    .selectFrom('players')
    .select(['id', 'name', 'nameKey'])
    .where('id', '=', player)
    .executeTakeFirstOrThrow()
  if (former.name === name) return ok((await cardIn(transaction, player)) ?? { id: player, name })
  const credentials = await credentialsOf(transaction, player)
  const retryAfterMs =
    credentials === undefined
      ? await renameWaitMs(transaction, player, now)
      : Math.max(0, renameAtOf(credentials) - now)
  if (retryAfterMs > 0) return err({ code: 'renameTooSoon', retryAfterMs })
  if (await isTaken(transaction, keys, player, now)) return err({ code: 'nameTaken' })
  await giveName(transaction, former, checked, now)
  if (credentials === undefined) await countRename(transaction, player, now)
  else await noteRename(transaction, player, now)
  return ok((await cardIn(transaction, player)) ?? { id: player, name })
}
