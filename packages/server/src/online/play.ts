import { colorOf } from '@hokito/protocol'
import { MOST_GAMES } from '../bots/house-bots.ts'
import { Fairness } from '../live/fairness.ts'
import { GameStreams } from '../live/game-streams.ts'
import { Games } from '../live/games.ts'
import { Lobby } from '../live/lobby.ts'
import { MOST_RUNNING } from '../live/offer-limits.ts'
import { Summaries } from '../live/summaries.ts'
import { People } from '../people/people.ts'
import { Talk } from '../people/talk.ts'
import { breaksAt } from '../players/break-store.ts'
import { Ratings } from '../ratings/ratings.ts'
import { Studies } from '../studies/studies.ts'
import type { Core } from './core.ts'
import type { OnlineDependencies } from './dependencies.ts'

/** Games and lobby, and the fairness rules of both. */
export interface Play {
  readonly games: Games
  readonly streams: GameStreams
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly people: People
  readonly talk: Talk
  readonly studies: Studies
}

export function createPlay(options: OnlineDependencies, core: Core): Play {
  const {
    database,
    visitors: { longWork },
  } = options
  const { journal, leftDeals, cluster, rooms, rows, now } = core
  const fairness = new Fairness({ leftDeals, journal, now })
  const ratings = new Ratings({ db: database.db, rows }, now)
  const people = new People(database, now)
  const games = createGames(options, { ...core, fairness, ratings, people })
  return {
    ...{ games, fairness, ratings, people },
    streams: new GameStreams({ games, rooms, cluster }),
    summaries: new Summaries((id) => games.look(id)),
    lobby: createLobby(options, { ...core, games, people }),
    talk: new Talk({ database, people, now }),
    studies: new Studies({ database, rows, people, longWork, now }),
  }
}

// --- internal ---

function createGames(
  { database, chance, limits, visitors: { longWork } }: OnlineDependencies,
  parts: Core & Pick<Play, 'fairness' | 'ratings' | 'people'>,
): Games {
  const { store, rows, journal, shifts, events, cluster, now, fairness, ratings, people } = parts
  return new Games({
    ...{ store, journal, shifts, events, cluster, now, fairness, ratings, chance, longWork },
    breaksAt: (players, at) => breaksAt({ db: database.db, rows }, players, at),
    refusalToMeet: (player, other) => people.refusalToMeet(player, other),
    mostLoaded: limits.gamesLoaded,
  })
}

function createLobby(
  { chance }: OnlineDependencies,
  parts: Core & Pick<Play, 'games' | 'people'>,
): Lobby {
  const { store, challengeStore, events, cluster, rooms, now, housePlayers, games, people } = parts
  return new Lobby({
    ...{ chance, now, cluster, people, events },
    store: challengeStore,
    begin: (challenge, seats, taken) => games.begin(challenge, seats, taken),
    gameOf: async (challenge, player) => {
      const id = await store.ofChallenge(challenge)
      const game = id && (await games.look(id))
      return game && colorOf(game.view, player) !== undefined ? game : undefined
    },
    isHere: (player) => rooms.isHere(player) || cluster.isMaybeElsewhere(player),
    countRunning: (player) => store.countRunning(player),
    mostRunningOf: (player) => (housePlayers.has(player) ? MOST_GAMES : MOST_RUNNING),
  })
}
