import {
  type ChallengeId,
  type CommandId,
  type GameId,
  type GameView,
  gameEventSchema,
  type PlayerId,
  type Update,
} from '@hokito/protocol'
import { type ByColor, byColor, type Color, type Result } from '@hokito/rules'
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import {
  type DamageReport,
  type Game,
  restoreArrangements,
  restoreGame,
  restoreLines,
  withNames,
} from '../game/game.ts'
import { parseJson } from './json.ts'
import type { Tables } from './schema.ts'

/** A stored game that can be continued or viewed. */
export interface SoundGame {
  readonly kind: 'sound'
  readonly key: number
  readonly game: Game
  /** Key of its latest event. */
  readonly latestEvent: number
  /** Its events as they are stored, from the first. */
  readonly eventJsons: readonly string[]
}

/** A stored game, or the damage that makes it unreadable. */
export type StoredGame =
  | SoundGame
  | { readonly kind: 'damaged'; readonly key: number; readonly id: GameId; readonly damage: string }

/** A running game and its latest event. */
export interface RunningGame {
  readonly id: GameId
  readonly key: number
  /** Key of its latest event; null in a damaged game. */
  readonly latestEvent: number | null
}

/** A time span of ends of games: from an instant on, and before another. */
export interface Ended {
  readonly from: number
  readonly before: number
}

/** The events of a game after a version, as updates for pages. */
export function updatesAfter({ game, eventJsons }: SoundGame, version: number): readonly Update[] {
  return eventJsons.slice(version).map((eventJson, index) => ({
    game: game.view.id,
    version: version + index + 1,
    event: gameEventSchema.parse(parseJson(eventJson)),
  }))
}

/** Reads games. A damaged one is marked and reported, and never touched again. */
export class GameStore {
  readonly #db: Kysely<Tables>
  readonly #onDamage: (id: GameId, damage: string) => void
  readonly #mayMark: boolean
  /** Batches games requested in the same moment, because most of a query's cost is its sending. */
  readonly #headLoader = new DataLoader((ids: readonly GameId[]) => this.#headsOf(ids), TOGETHER)
  readonly #rows = new DataLoader((keys: readonly number[]) => this.#rowsOf(keys), TOGETHER)

  /**
   * @param mayMark whether to mark damaged games in the database; false if it is open for reading
   * only
   */
  constructor(
    db: Kysely<Tables>,
    onDamage: (id: GameId, damage: string) => void,
    { mayMark }: { readonly mayMark: boolean } = { mayMark: true },
  ) {
    this.#db = db
    this.#onDamage = onDamage
    this.#mayMark = mayMark
  }

  /** A game by its id; undefined if there is none. */
  async read(id: GameId): Promise<StoredGame | undefined> {
    const head = await this.#headLoader.load(id)
    return head && this.#restore(head)
  }

  /** The latest version of each of these games, by key. */
  async versionsOf(keys: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (keys.length === 0) return new Map()
    const rows = await this.#db
      .selectFrom('events')
      .select((events) => ['game', events.fn.max('version').as('version')])
      .where('game', 'in', keys)
      .groupBy('game')
      .execute()
    return new Map(rows.map(({ game, version }) => [game, Number(version)]))
  }

  /**
   * Running games with a key above `after`, at most `limit`, each with the key of its latest event.
   */
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

  /** Ids of running games that are due for a check. */
  async dueAt(now: number, limit: number): Promise<readonly GameId[]> {
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

  /** A player's games: running ones first, then finished ones, the latest first. */
  async ofPlayer(player: PlayerId, limit: number): Promise<readonly GameId[]> {
    const running = await this.runningOf(player, limit)
    const finished = await this.finishedOf(player, limit - running.length, undefined)
    return [...running, ...(finished ?? [])]
  }

  /** The game that a challenge led to. */
  async ofChallenge(challenge: ChallengeId): Promise<GameId | undefined> {
    const row = await this.#db
      .selectFrom('games')
      .select('id')
      .where('challenge', '=', challenge)
      .executeTakeFirst()
    return row?.id
  }

  /** A player's running games, the latest first. */
  async runningOf(player: PlayerId, limit: number): Promise<readonly GameId[]> {
    const rows = await this.#db
      .selectFrom('games')
      .select('id')
      .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
      .where('endedAt', 'is', null)
      .where('damage', 'is', null)
      .orderBy('key', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The latest running game in which both players are among these. */
  async runningAmong(players: readonly PlayerId[]): Promise<GameId | undefined> {
    const row = await this.#db
      .selectFrom('games')
      .select('id')
      .where('black', 'in', players)
      .where('white', 'in', players)
      .where('endedAt', 'is', null)
      .where('damage', 'is', null)
      .orderBy('key', 'desc')
      .executeTakeFirst()
    return row?.id
  }

  /**
   * A player's finished games after the game `after`, the latest first. Undefined if `after` is not
   * a finished game of this player.
   */
  async finishedOf(
    player: PlayerId,
    limit: number,
    after: GameId | undefined,
  ): Promise<readonly GameId[] | undefined> {
    const end = after === undefined ? FIRST : await this.#endOf(player, after)
    if (end === undefined) return undefined
    // Reads each side through its own index, which is in this order, so it reads no more than it
    // returns.
    const [black, white] = await Promise.all([
      this.#finishedAs('black', player, limit, end),
      this.#finishedAs('white', player, limit, end),
    ])
    return [...black, ...white]
      .toSorted((a, b) => b.endedAt - a.endedAt || b.key - a.key)
      .slice(0, limit)
      .map(({ id }) => id)
  }

  async #endOf(player: PlayerId, id: GameId): Promise<GameEnd | undefined> {
    const row = await this.#db
      .selectFrom('games')
      .select(['endedAt', 'key'])
      .where('id', '=', id)
      .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
      .where('endedAt', 'is not', null)
      .$narrowType<{ endedAt: number }>()
      .executeTakeFirst()
    return row
  }

  #finishedAs(side: Color, player: PlayerId, limit: number, { endedAt, key }: GameEnd) {
    return this.#db
      .selectFrom('games')
      .select(['id', 'endedAt', 'key'])
      .where(side, '=', player)
      .where('endedAt', '<=', endedAt)
      .where((games) => games.or([games('endedAt', '<', endedAt), games('key', '<', key)]))
      .where('damage', 'is', null)
      .$narrowType<{ endedAt: number }>()
      .orderBy('endedAt', 'desc')
      .orderBy('key', 'desc')
      .limit(limit)
      .execute()
  }

  /** How many games a player plays. A damaged one never ends, so it does not count. */
  async countRunning(player: PlayerId): Promise<number> {
    const row = await this.#db
      .selectFrom('games')
      .select((games) => games.fn.countAll<number>().as('count'))
      .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
      .where('endedAt', 'is', null)
      .where('damage', 'is', null)
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }

  /**
   * All finished games, or those that ended within a time span, in the order in which they began.
   * Reads a page at a time.
   */
  async *finished({ from, before }: Ended = EVER): AsyncGenerator<StoredGame> {
    let after = 0
    for (;;) {
      const rows = await this.#heads()
        .where('games.endedAt', '>=', from)
        .where('games.endedAt', '<', before)
        .where('games.key', '>', after)
        .orderBy('games.key')
        .limit(PAGE)
        .execute()
      for (const row of rows) yield await this.#restore(row)
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.key
    }
  }

  /** The data needed to read a game, with the present names of its players. */
  #heads() {
    return this.#db
      .selectFrom('games')
      .leftJoin('players as blacks', 'blacks.id', 'games.black')
      .leftJoin('players as whites', 'whites.id', 'games.white')
      .select(['games.key', 'games.id', 'games.secret', 'games.damage'])
      .select(['games.black', 'games.white'])
      .select(['blacks.name as blackName', 'whites.name as whiteName'])
  }

  async #headsOf(ids: readonly GameId[]): Promise<readonly (GameHead | undefined)[]> {
    const rows = await this.#heads().where('games.id', 'in', ids).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  }

  /**
   * The events of each game, with the arrangements of both sides, and the conditional lines in the
   * first row. A single statement: with two, a game that begins in between would seem to have lost
   * its arrangements.
   */
  async #rowsOf(keys: readonly number[]): Promise<readonly (readonly StoredRow[])[]> {
    const rows = await this.#db
      .selectFrom('events')
      .select((events) => {
        const placedBy = (color: Color) =>
          events
            .selectFrom('arrangements')
            .select('arrangement')
            .whereRef('arrangements.game', '=', 'events.game')
            .where('color', '=', color)
        const linesOf = (color: Color) =>
          events
            .selectFrom('lines')
            .select('linesJson')
            .whereRef('lines.game', '=', 'events.game')
            .where('lines.color', '=', color)
            .where('events.version', '=', 1)
        return [
          'game',
          'key',
          'version',
          'command',
          'eventJson',
          placedBy('black').as('black'),
          placedBy('white').as('white'),
          linesOf('black').as('blackLines'),
          linesOf('white').as('whiteLines'),
        ]
      })
      .where('game', 'in', keys)
      .orderBy('game')
      .orderBy('version')
      .execute()
    const byGame = new Map(keys.map((key): [number, StoredRow[]] => [key, []]))
    for (const { game, ...row } of rows) byGame.get(game)?.push(row)
    return keys.map((key) => byGame.get(key) ?? [])
  }

  async #restore(head: GameHead): Promise<StoredGame> {
    const { key, id, secret, damage } = head
    if (damage !== null) return { kind: 'damaged', key, id, damage }
    const rows = await this.#rows.load(key)
    const restored = restoreRows(rows, secret ?? undefined)
    if (restored.ok) {
      const latestEvent = Math.max(...rows.map((row) => row.key))
      const eventJsons = rows.map((row) => row.eventJson)
      const game = withNames(restored.value, namesFor(restored.value.view, head))
      return { kind: 'sound', key, game, latestEvent, eventJsons }
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

const EVER: Ended = { from: Number.MIN_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER }

/**
 * No cache, because another node may have written to a game. Small batches, because the events are
 * long.
 */
const TOGETHER = { cache: false, maxBatchSize: 50 } as const

/** A position in the list of finished games, the latest first. */
interface GameEnd {
  readonly endedAt: number
  readonly key: number
}

/** Before the latest finished game. */
const FIRST: GameEnd = { endedAt: Number.MAX_SAFE_INTEGER, key: Number.MAX_SAFE_INTEGER }

interface GameHead {
  readonly key: number
  readonly id: GameId
  readonly secret: string | null
  readonly damage: string | null
  readonly black: PlayerId
  readonly white: PlayerId
  /** The present names; null for deleted players. */
  readonly blackName: string | null
  readonly whiteName: string | null
}

interface StoredRow {
  readonly key: number
  readonly version: number
  readonly command: CommandId | null
  readonly eventJson: string
  readonly black: string | null
  readonly white: string | null
  readonly blackLines: string | null
  readonly whiteLines: string | null
}

/**
 * The present name of each side. Another node may have let the players change seats after the head
 * was read, so names go by player.
 */
function namesFor({ seats }: GameView, head: GameHead): ByColor<string | null> {
  return byColor((color) => (seats[color].id === head.black ? head.blackName : head.whiteName))
}

function restoreRows(
  rows: readonly StoredRow[],
  secret: string | undefined,
): Result<Game, DamageReport> {
  const gap = rows.findIndex(({ version }, index) => version !== index + 1)
  if (gap !== -1) {
    const error: DamageReport = { code: 'notAnEvent', version: gap + 1 }
    return { ok: false, error }
  }
  const events = rows.map(({ command, eventJson }) => ({
    event: parseJson(eventJson),
    command: command ?? undefined,
  }))
  const restored = restoreGame(events, secret)
  if (!restored.ok) return restored
  const [first] = rows
  const arranged = restoreArrangements(restored.value, {
    black: first?.black ?? undefined,
    white: first?.white ?? undefined,
  })
  if (!arranged.ok) return arranged
  return restoreLines(arranged.value, {
    ...(first?.blackLines && { black: parseJson(first.blackLines) }),
    ...(first?.whiteLines && { white: parseJson(first.whiteLines) }),
  })
}
