import {
  EXPLORER_PAGE,
  type ExplorerGames,
  type ExplorerMoves,
  type ExplorerStatistics,
  type ExplorerWish,
  exploredGameSchema,
  type GameId,
} from '@hokito/protocol'
import { COLORS, type Color, type Position, parseDeal, start } from '@hokito/rules'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { fold, movesByName } from '../game/fold.ts'
import { publicPlayerNamed } from '../players/confinement.ts'
import type { ExploredGamesTable } from '../store/explorer-tables.ts'
import type { RowReader, RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/**
 * Reads the explorer's tables. Each answer is a range of an index, however many games there are.
 */
export class ExplorerStore {
  readonly #db: Kysely<Tables>
  readonly #rows: RowReader

  constructor({ db, rows }: RowSource) {
    this.#db = db
    this.#rows = rows
  }

  /** The moves played at a position, the most frequent first. */
  async movesAt(position: Position): Promise<ExplorerMoves> {
    const folded = fold(position)
    const rows = await this.#db
      .selectFrom('exploredMoves')
      .select(['move', 'games', 'black', 'draws', 'white', 'total'])
      .where('endRule', '=', position.endRule)
      .where('position', '=', folded.position)
      .execute()
    const real = movesByName(position, folded)
    const moves = rows.flatMap(({ move: name, total, ...results }) => {
      const move = real.get(name)
      return move === undefined ? [] : [{ move, ...results, average: total / results.games }]
    })
    return { moves: moves.sort((a, b) => b.games - a.games || b.average - a.average) }
  }

  /** All finished games, counted by one topic at a time. */
  async statistics(): Promise<ExplorerStatistics> {
    const counts = await this.#db
      .selectFrom('exploredCounts')
      .select(['topic', 'value', 'games', 'black', 'draws', 'white', 'total'])
      .orderBy('topic')
      .orderBy('value')
      .execute()
    return { counts }
  }

  /**
   * A page of the games that a wish asks for, the last to begin first, starting after `after`.
   * Undefined if `after` is not in the explorer, no player has the name, or the deal cannot be
   * read.
   */
  async games(wish: ExplorerWish, after: GameId | undefined): Promise<ExplorerGames | undefined> {
    const before = after === undefined ? LATEST : await this.#placeOf(after)
    const keys = before === undefined ? undefined : await this.#keysFor(wish, before)
    if (keys === undefined) return undefined
    // One more than the page shows whether there are more.
    const shown = keys.slice(0, EXPLORER_PAGE)
    const games = await this.rowsOf(shown)
    const last = games.at(-1)
    return { games, ...(keys.length > EXPLORER_PAGE && last && { next: last.id }) }
  }

  /** The key of a game that the explorer shows. */
  async keyOf(id: GameId): Promise<number | undefined> {
    return (await this.#placeOf(id))?.game
  }

  #placeOf(id: GameId): Promise<Place | undefined> {
    return this.#db
      .selectFrom('games')
      .innerJoin('exploredGames', 'exploredGames.game', 'games.key')
      .select(['exploredGames.game', 'exploredGames.endedAt'])
      .where('games.id', '=', id)
      .executeTakeFirst()
  }

  async #keysFor(wish: ExplorerWish, place: Place): Promise<readonly number[] | undefined> {
    if ('since' in wish) return this.#keysBetween(Number(wish.since), Number(wish.until), place)
    const before = place.game
    if ('player' in wish) return this.#keysOfPlayer(wish.player, before)
    if ('winner' in wish) return this.#keys(before, ['winner', wish.winner])
    if ('plies' in wish) return this.#keys(before, ['plies', Number(wish.plies)])
    if ('deal' in wish) return this.#keysOfDeal(wish.deal, before)
    return this.#keys(before)
  }

  /** Each side has its own index in this order, so that only the page itself is read. */
  async #keysOfPlayer(name: string, before: number): Promise<readonly number[] | undefined> {
    const player = (await publicPlayerNamed(this.#db, name))?.card.id
    if (player === undefined) return undefined
    const sides = await Promise.all(COLORS.map((side) => this.#keys(before, [side, player])))
    return [...new Set(sides.flat())].sort((a, b) => b - a).slice(0, EXPLORER_PAGE + 1)
  }

  /**
   * Games of a deal are either all shared, or there is only one, so one of the two ranges has them
   * all.
   */
  async #keysOfDeal(text: string, before: number): Promise<readonly number[] | undefined> {
    const deal = parseDeal(text)
    if (!deal.ok) return undefined
    const name = fold(start(deal.value, 'either')).position
    const shared = await this.#keys(before, ['deal', name], ['isShared', 1])
    return shared.length > 0 ? shared : this.#keys(before, ['deal', name], ['isShared', 0])
  }

  /** By end, the latest first; games that ended together by start, the latest first. */
  async #keysBetween(since: number, until: number, after: Place): Promise<readonly number[]> {
    const before = after.endedAt < until ? after : { endedAt: until, game: 0 }
    const rows = await this.#db
      .selectFrom('exploredGames')
      .select('game')
      .where('endedAt', '>=', since)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('endedAt', 'game'), '<', tuple(before.endedAt, before.game)),
      )
      .orderBy('endedAt', 'desc')
      .orderBy('game', 'desc')
      .limit(EXPLORER_PAGE + 1)
      .execute()
    return rows.map(({ game }) => game)
  }

  async #keys(before: number, ...wishes: readonly Wished[]): Promise<readonly number[]> {
    const all = this.#db.selectFrom('exploredGames').select('game').where('game', '<', before)
    const wished = wishes.reduce(
      (query: KeyQuery, [column, value]) => query.where(column, '=', value),
      all,
    )
    const rows = await wished
      .orderBy('game', 'desc')
      .limit(EXPLORER_PAGE + 1)
      .execute()
    return rows.map(({ game }) => game)
  }

  /** In the order of the keys, without damaged rows and games found damaged since they were counted. */
  async rowsOf(keys: readonly number[]): Promise<ExplorerGames['games']> {
    if (keys.length === 0) return []
    const rows = await this.#db
      .selectFrom('exploredGames')
      .innerJoin('games', 'games.key', 'exploredGames.game')
      .leftJoin('players as blacks', 'blacks.id', 'exploredGames.black')
      .leftJoin('players as whites', 'whites.id', 'exploredGames.white')
      .leftJoin('bots as blackBots', 'blackBots.player', 'exploredGames.black')
      .leftJoin('bots as whiteBots', 'whiteBots.player', 'exploredGames.white')
      .select(['game', 'games.id', 'winner', 'ending', 'endRule', 'plies', 'margin'])
      .select('lastPosition')
      .select(['exploredGames.endedAt', 'blacks.name as black', 'whites.name as white'])
      .select(['blackBots.player as blackBot', 'whiteBots.player as whiteBot'])
      .where('game', 'in', keys)
      .where('games.damage', 'is', null)
      .execute()
    const shown = rows.flatMap(({ game, black, white, blackBot, whiteBot, ...row }) => {
      const isBot = { black: blackBot !== null, white: whiteBot !== null }
      const bots = COLORS.filter((color) => isBot[color])
      const names = { ...named('black', black), ...named('white', white) }
      const explored = { ...row, ...names, ...(bots.length > 0 && { bots }) }
      const name = { table: 'exploredGames', id: String(game) } as const
      const sound = this.#rows.read(exploredGameSchema, explored, name)
      return sound === undefined ? [] : [[game, sound] as const]
    })
    const byKey = new Map(shown)
    return keys.flatMap((key) => byKey.get(key) ?? [])
  }
}

// --- internal ---

/** A game's place in the lists, by start or by end. */
type Place = Pick<ExploredGamesTable, 'game' | 'endedAt'>

/** Before all games. */
const LATEST: Place = { game: Number.MAX_SAFE_INTEGER, endedAt: Number.MAX_SAFE_INTEGER }

type Column = 'black' | 'white' | 'winner' | 'plies' | 'deal' | 'isShared'
type Wished = { [C in Column]: readonly [C, ExploredGamesTable[C]] }[Column]
type KeyQuery = SelectQueryBuilder<Tables, 'exploredGames', { game: number }>

function named(side: Color, name: string | null) {
  return name === null ? {} : { [side]: name }
}
