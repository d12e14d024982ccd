import {
  explorerGamesSchema,
  type GameId,
  nameSchema,
  opponentsSchema,
  playerGamesWishSchema,
  recordOf,
} from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import type { ExplorerStore } from '../explorer/explorer-store.ts'
import type { PlayerGames } from '../explorer/player-games.ts'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { GameStore } from '../store/game-store.ts'
import { longAnswer } from './long-answers.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'
import { gameIdsOf } from './own-data.ts'

export interface PlayerGamesDependencies {
  readonly playerGames: PlayerGames
  readonly explorer: ExplorerStore
  readonly store: GameStore
  readonly games: Games
  readonly visitors: Visitors
}

/** Each reads a thousand rows of an index, and twenty games. */
const PRICE = 10
/** The same for all clients, and a few seconds late anyway. */
const KEPT = 'public, max-age=5'

const FILE_TYPE = 'application/x-hokito-hgn; charset=utf-8'
const FILE_NAME = 'hokito-games.hgn'

const NAME = { name: { schema: nameSchema, refusal: 'unknownPlayer' } } as const

/** A player's public games. */
const gamesOfPlayer = operation({
  asker: 'anyone',
  path: '/api/players/{name}/games',
  parameters: NAME,
  query: playerGamesWishSchema,
  answer: jsonBy(explorerGamesSchema),
  cache: KEPT,
  price: PRICE,
  handle: async ({ name }, { query: wish }, { playerGames }: PlayerGamesDependencies) => {
    const found = await playerGames.find(name, wish)
    return typeof found === 'string' ? refused({ code: found }) : answered(found)
  },
})

const opponentsOfPlayer = operation({
  asker: 'anyone',
  path: '/api/players/{name}/opponents',
  parameters: NAME,
  answer: jsonBy(opponentsSchema),
  cache: KEPT,
  price: PRICE,
  handle: async ({ name }, _, { playerGames }: PlayerGamesDependencies) => {
    const found = await playerGames.opponents(name)
    return found === undefined ? refused({ code: 'unknownPlayer' }) : answered(found)
  },
})

/** All public games of a player as one file, written as it is read. */
const fileOfPlayer = operation({
  asker: 'anyone',
  path: '/api/players/{name}/games.hgn',
  parameters: NAME,
  answer: { type: FILE_TYPE },
  price: PRICE,
  handle: async ({ name }, asked, dependencies: PlayerGamesDependencies) => {
    const { playerGames, explorer, games, visitors } = dependencies
    if ((await playerGames.opponents(name)) === undefined) {
      return refused({ code: 'unknownPlayer' })
    }
    return longAnswer(asked, visitors, {
      take: () => visitors.exports.take(asked.address),
      fileName: FILE_NAME,
      chunksOf: (task) => recordsOf(listedOf(explorer, name, task), games, task),
    })
  },
})

/** The asker's own games, including those by invitation, as one file. */
const ownFile = operation({
  asker: 'player',
  path: '/api/account/games.hgn',
  answer: { type: FILE_TYPE },
  cache: 'never',
  price: PRICE,
  handle: async (_, asked, { store, games, visitors }: PlayerGamesDependencies) => {
    const { player } = asked
    return longAnswer(asked, visitors, {
      take: () => visitors.downloads.take(player.id),
      fileName: FILE_NAME,
      chunksOf: (task) => recordsOf(gameIdsOf(store, player, task), games, task),
    })
  },
})

export const PLAYER_GAMES_OPERATIONS: readonly PageOperation<PlayerGamesDependencies>[] = [
  gamesOfPlayer,
  opponentsOfPlayer,
  fileOfPlayer,
  ownFile,
]

// --- internal ---

/** Games as records, one after another with a line between them. */
async function* recordsOf(
  ids: AsyncIterable<GameId>,
  games: Pick<Games, 'look'>,
  task: LongTask,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const id of ids) {
    if (!(await task.goOn())) return
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    // A game called off before the deal has no record.
    if (record === undefined) continue
    yield `${isFirst ? '' : '\n'}${formatRecord(record)}`
    isFirst = false
  }
}

/** All public games of a player, the last to begin first. */
async function* listedOf(
  explorer: ExplorerStore,
  player: string,
  task: LongTask,
): AsyncGenerator<GameId> {
  for (let after: GameId | undefined; await task.goOn(); ) {
    const page = await explorer.games({ player }, after)
    for (const { id } of page?.games ?? []) yield id
    after = page?.next
    if (after === undefined) return
  }
}
