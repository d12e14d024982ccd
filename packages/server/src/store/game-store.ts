import { gameEventSchema, type Update } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import { type DamageReport, type Game, restoreGame } from '../game/game.ts'
import type { Tables } from './schema.ts'

/** What is known of a stored game: the game, or that it is damaged. */
export type StoredGame =
  | {
      readonly kind: 'sound'
      readonly key: number
      readonly game: Game
      /** Key of its latest event. */
      readonly latestEvent: number
    }
  | { readonly kind: 'damaged'; readonly key: number; readonly id: string; readonly damage: string }

/** Where a running game is found, and how far it has come. */
export interface RunningGame {
  readonly id: string
  readonly key: number
  /** Key of its latest event; none in a game that is damaged. */
  readonly latestEvent: number | null
}

/** Reads games. A damaged one is marked and reported, and never touched again. */
export class GameStore {
  readonly #db: Kysely<Tables>
  readonly #onDamage: (id: string, damage: string) => void
  readonly #mayMark: boolean

  /** @param mayMark whether a damaged game is marked on the disk; not where that is only read */
  constructor(
    db: Kysely<Tables>,
    onDamage: (id: string, damage: string) => void,
    { mayMark }: { readonly mayMark: boolean } = { mayMark: true },
  ) {
    this.#db = db
    this.#onDamage = onDamage
    this.#mayMark = mayMark
  }

  /** A game by its id; undefined where there is none. */
  async read(id: string): Promise<StoredGame | undefined> {
    const row = await this.#db
      .selectFrom('games')
      .select(['key', 'id', 'secret', 'damage'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row && this.#restore(row)
  }

  /**
   * What has happened in a game since a version, as pages hear it.
   * @throws Error for a row that is damaged; {@link read} reports those
   */
  async updatesAfter(key: number, game: string, version: number): Promise<readonly Update[]> {
    const rows = await this.#db
      .selectFrom('events')
      .select(['version', 'eventJson'])
      .where('game', '=', key)
      .where('version', '>', version)
      .orderBy('version')
      .execute()
    return rows.map((row) => ({
      game,
      version: row.version,
      event: gameEventSchema.parse(JSON.parse(row.eventJson)),
    }))
  }

  /** Running games by key above `after`, at most so many, each with the key of its latest event. */
  runningAfter(after: number, limit: number): Promise<readonly RunningGame[]> {
    return this.#db
      .selectFrom('games')
      .select((games) => [
        'games.id',
        'games.key',
        games
          .selectFrom('events')
          .select((events) => events.fn.max('events.key').as('key'))
          .whereRef('events.game', '=', 'games.key')
          .as('latestEvent'),
      ])
      .where('endedAt', 'is', null)
      .where('damage', 'is', null)
      .where('key', '>', after)
      .orderBy('key')
      .limit(limit)
      .execute()
  }

  /** Ids of running games whose time has come to be looked at. */
  async dueAt(now: number, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('deadlines')
      .innerJoin('games', 'games.key', 'deadlines.game')
      .select('games.id')
      .where('deadlines.at', '<=', now)
      .where('games.damage', 'is', null)
      .orderBy('deadlines.at')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** A player's games, running ones first, then the latest. */
  async ofPlayer(player: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('games')
      .select('id')
      .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
      .where('damage', 'is', null)
      .orderBy((row) => row.case().when('endedAt', 'is', null).then(0).else(1).end())
      .orderBy('key', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  async countRunning(player: string): Promise<number> {
    const row = await this.#db
      .selectFrom('games')
      .select((games) => games.fn.countAll<number>().as('count'))
      .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }

  /** All finished games, oldest first, a page at a time. */
  async *finished(): AsyncGenerator<StoredGame> {
    let after = 0
    for (;;) {
      const rows = await this.#db
        .selectFrom('games')
        .select(['key', 'id', 'secret', 'damage'])
        .where('endedAt', 'is not', null)
        .where('key', '>', after)
        .orderBy('key')
        .limit(PAGE)
        .execute()
      for (const row of rows) yield await this.#restore(row)
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.key
    }
  }

  async #restore({ key, id, secret, damage }: GameHead): Promise<StoredGame> {
    if (damage !== null) return { kind: 'damaged', key, id, damage }
    const rows = await this.#db
      .selectFrom('events')
      .select(['key', 'version', 'command', 'eventJson'])
      .where('game', '=', key)
      .orderBy('version')
      .execute()
    const restored = restoreRows(rows, secret ?? undefined)
    if (restored.ok) {
      const latestEvent = Math.max(...rows.map((row) => row.key))
      return { kind: 'sound', key, game: restored.value, latestEvent }
    }
    const report = `${restored.error.code} at ${restored.error.version}`
    if (this.#mayMark) {
      await this.#db.updateTable('games').set({ damage: report }).where('key', '=', key).execute()
    }
    this.#onDamage(id, report)
    return { kind: 'damaged', key, id, damage: report }
  }
}

// --- internal ---

const PAGE = 200

interface GameHead {
  readonly key: number
  readonly id: string
  readonly secret: string | null
  readonly damage: string | null
}

interface StoredRow {
  readonly version: number
  readonly command: string | null
  readonly eventJson: string
}

function restoreRows(rows: readonly StoredRow[], secret: string | undefined) {
  const gap = rows.findIndex(({ version }, index) => version !== index + 1)
  if (gap !== -1) {
    const error: DamageReport = { code: 'notAnEvent', version: gap + 1 }
    return { ok: false, error } as const
  }
  const events = rows.map(({ command, eventJson }) => ({
    event: parseJson(eventJson),
    command: command ?? undefined,
  }))
  return restoreGame(events, secret)
}

/** Undefined for what is no JSON: no event is undefined, so it is reported like any other damage. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
