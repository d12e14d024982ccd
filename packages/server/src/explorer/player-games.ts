import {
  DAY_MS,
  DELETED_NAME,
  EXPLORER_PAGE,
  type ExplorerGames,
  type GameId,
  type Opponents,
  type PlayerGamesWish,
  type PlayerId,
  SEARCHED_GAMES,
  type Tallies,
} from '@hokito/protocol'
import { COLORS, type Color, parseDeal, start } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { fold } from '../game/fold.ts'
import { shownName } from '../players/cards.ts'
import { isHidden, publicNamed, publicPlayerNamed } from '../players/confinement.ts'
import type { Tables } from '../store/schema.ts'
import type { ExplorerStore } from './explorer-store.ts'

/** Why there was nothing to search. */
export type SearchError = 'unknownPlayer' | 'unknownGame' | 'badRequest'

/**
 * Searches the finished public games of a player with an account. One search reads the next
 * {@link SEARCHED_GAMES} games through the index of each side, however many games there are.
 */
export class PlayerGames {
  readonly #db: Kysely<Tables>
  readonly #explorer: ExplorerStore

  constructor(db: Kysely<Tables>, explorer: ExplorerStore) {
    this.#db = db
    this.#explorer = explorer
  }

  /**
   * A page of games that a wish asks for, and the game to continue after: the last of the page, or
   * the last one searched.
   */
  async find(name: string, wish: PlayerGamesWish): Promise<ExplorerGames | SearchError> {
    const player = (await publicNamed(this.#db, name))?.player
    if (player === undefined) return 'unknownPlayer'
    const before = wish.after === undefined ? LAST : await this.#explorer.keyOf(wish.after)
    if (before === undefined) return 'unknownGame'
    const isWanted = await this.#filterOf(wish)
    if (isWanted === undefined) return 'badRequest'
    const looked = await this.#latest(player, before)
    const wanted = looked.filter(isWanted)
    const shown = wanted.slice(0, EXPLORER_PAGE)
    const games = await this.#explorer.rowsOf(shown.map(({ game }) => game))
    const isMore = wanted.length > EXPLORER_PAGE || looked.length === SEARCHED_GAMES
    const last = wanted.length > EXPLORER_PAGE ? shown.at(-1) : looked.at(-1)
    const next = isMore && last !== undefined ? await this.#idOf(last.game) : undefined
    return { games, ...(next && { next }) }
  }

  /** The most frequent opponents in the latest games; undefined if no account has the name. */
  async opponents(name: string): Promise<Opponents | undefined> {
    const player = (await publicNamed(this.#db, name))?.player
    if (player === undefined) return undefined
    const looked = await this.#latest(player, LAST)
    const tallies = new Map<PlayerId, Tally>()
    for (const { other, result } of looked) {
      const tally = tallies.get(other) ?? { won: 0, drawn: 0, lost: 0 }
      tally[result]++
      tallies.set(other, tally)
    }
    const most = [...tallies].sort(([, a], [, b]) => gamesOf(b) - gamesOf(a)).slice(0, OPPONENTS)
    const names = await this.#namesOf(most.map(([id]) => id))
    const opponents = most.flatMap(([id, tally]) => {
      const known = names.get(id)
      return known === undefined ? [] : [{ ...known, ...tally }]
    })
    return { games: looked.length, opponents }
  }

  /** Undefined if a wish cannot be read. */
  async #filterOf({ opponent, result, deal, from, to }: PlayerGamesWish) {
    const parsed = deal === undefined ? undefined : parseDeal(deal)
    if (parsed?.ok === false) return undefined
    const folded = parsed && fold(start(parsed.value, 'either')).position
    const named = opponent === undefined ? undefined : await publicPlayerNamed(this.#db, opponent)
    const fromAt = from === undefined ? 0 : Date.parse(from)
    const toAt = to === undefined ? LAST : Date.parse(to) + DAY_MS
    return (game: Looked): boolean =>
      (opponent === undefined || game.other === named?.card.id) &&
      (result === undefined || game.result === result) &&
      (folded === undefined || game.deal === folded) &&
      game.endedAt >= fromAt &&
      game.endedAt < toAt
  }

  async #latest(player: PlayerId, before: number): Promise<readonly Looked[]> {
    const sides = await Promise.all(COLORS.map((color) => this.#latestAs(color, player, before)))
    return sides
      .flat()
      .sort((a, b) => b.game - a.game)
      .slice(0, SEARCHED_GAMES)
  }

  async #latestAs(color: Color, player: PlayerId, before: number): Promise<readonly Looked[]> {
    const rows = await this.#db
      .selectFrom('exploredGames')
      .select(['game', 'black', 'white', 'winner', 'deal', 'endedAt'])
      .where(color, '=', player)
      .where('game', '<', before)
      .orderBy('game', 'desc')
      .limit(SEARCHED_GAMES)
      .execute()
    return rows.map(({ game, black, white, winner, deal, endedAt }) => ({
      game,
      other: color === 'black' ? white : black,
      result: winner === 'draw' ? 'drawn' : winner === color ? 'won' : 'lost',
      deal,
      endedAt,
    }))
  }

  async #namesOf(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, Named>> {
    if (players.length === 0) return new Map()
    const rows = await this.#db
      .selectFrom('players')
      .leftJoin('credentials', 'credentials.player', 'players.id')
      .select(['id', 'name', 'credentials.player'])
      .where('id', 'in', players)
      .where('name', '!=', DELETED_NAME)
      .where(({ not }) => not(isHidden('players.id')))
      .execute()
    return new Map(
      rows.map(({ id, name, player }) => [
        id,
        { name: shownName(name), hasAccount: player !== null },
      ]),
    )
  }

  async #idOf(game: number): Promise<GameId | undefined> {
    const row = await this.#db
      .selectFrom('games')
      .select('id')
      .where('key', '=', game)
      .executeTakeFirst()
    return row?.id
  }
}

// --- internal ---

/** Above every key and every instant. */
const LAST = Number.MAX_SAFE_INTEGER
/** The most opponents in an answer. */
const OPPONENTS = 10

type Named = Pick<Opponents['opponents'][number], 'name' | 'hasAccount'>
type Tally = { -readonly [K in keyof Tallies]: number }

/** A game from the player's side. */
interface Looked {
  readonly game: number
  readonly other: PlayerId
  readonly result: keyof Tallies
  readonly deal: string
  readonly endedAt: number
}

function gamesOf({ won, drawn, lost }: Tallies): number {
  return won + drawn + lost
}
