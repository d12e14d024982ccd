import type { GameId, PlayerId } from '@hokito/protocol'
import type { Games } from '../live/games.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Talk } from '../people/talk.ts'
import type { Rooms } from './rooms.ts'
import type { StudyNews } from './study-news.ts'

/** The parts that publish changes between people. */
export interface PeopleNewsDependencies {
  readonly games: Pick<Games, 'loaded'>
  readonly lobby: Pick<Lobby, 'news' | 'renewApart' | 'part'>
  readonly rooms: Rooms
  readonly talk: Talk
  readonly studyNews: Pick<StudyNews, 'check'>
}

/**
 * Sends changes between people, made here or on another node, to players connected to this node.
 */
export class PeopleNews {
  readonly #dependencies: PeopleNewsDependencies

  constructor(dependencies: PeopleNewsDependencies) {
    this.#dependencies = dependencies
  }

  /** Blocks, classes, chat settings or sanctions of these players have changed. */
  async changed(players: readonly PlayerId[]): Promise<void> {
    const { lobby, rooms, studyNews } = this.#dependencies
    await studyNews.check(players)
    for (const player of players) {
      rooms.renewLobby(player, lobby.news)
      await lobby.renewApart(player)
    }
    const [one, other] = players
    if (one !== undefined && other !== undefined) await lobby.part(one, other)
    const games = players.flatMap((player) => [...rooms.gamesOf(player)])
    for (const live of new Set(games)) await this.#tellTalk(live)
  }

  /** A message was written in a game, and stored under a number. */
  async written(game: GameId, n: number): Promise<void> {
    const { games, rooms, talk } = this.#dependencies
    const live = games.loaded(game)
    if (live === undefined) return
    const written = (await talk.sayings.writtenIn(live.game.view)).find((one) => one.n === n)
    if (written !== undefined) rooms.written(live.game.view, { game, ...written })
  }

  async #tellTalk({ game: { view } }: LiveGame): Promise<void> {
    const { rooms, talk } = this.#dependencies
    const state = (await talk.stateOf(view)) ?? { game: view.id, isOn: false, written: [] }
    rooms.talk(view, state)
  }
}
