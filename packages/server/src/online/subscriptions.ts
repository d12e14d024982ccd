import type { Cluster } from '../live/cluster.ts'
import type { EventStream } from '../live/events.ts'
import type { Metrics } from '../metrics.ts'
import type { Notices } from '../notify/notices.ts'
import type { PeopleNews } from '../socket/people-news.ts'
import { renameIn } from '../socket/renaming.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { StudyNews } from '../socket/study-news.ts'
import type { OnFailure } from './core.ts'
import type { Play } from './play.ts'

export interface Subscribers extends Play {
  readonly metrics: Metrics
  readonly rooms: Rooms
  readonly cluster: Cluster
  readonly notices: Notices
  readonly news: PeopleNews
  readonly studyNews: StudyNews
  readonly onFailure: OnFailure
}

/** The subscribers of each event, in order. */
export function subscribe(events: EventStream, subscribers: Subscribers): void {
  subscribeToGames(events, subscribers)
  subscribeToChallenges(events, subscribers)
  subscribeToPlayers(events, subscribers)
  subscribeToStudies(events, subscribers)
}

// --- internal ---

function subscribeToGames(
  events: EventStream,
  { rooms, streams, summaries, cluster, notices, metrics, fairness, lobby, onFailure }: Subscribers,
): void {
  const { programs } = rooms
  events.on('gameStored', ({ game, ...stored }) => cluster.tellStored(game, stored))
  events.on('gameCommitted', ({ before, after }) => notices.wentOn(before?.view, after.view))
  events.on('gameUpdated', ({ updates, except }) => rooms.updates(updates, except))
  events.on('gameUpdated', ({ updates }) => streams.updates(updates))
  events.on('gameChanged', (game) => programs.wentOn(game))
  events.on('gameListChanged', ({ view }) => summaries.forget(view.id))
  events.on('gameListChanged', (game) => rooms.wentOn(game))
  events.on('gameStarted', ({ game, challenge, only }) => rooms.started(game, challenge, only))
  events.on('moveMade', () => metrics.moves.inc())
  events.on('gameEnded', ({ view }) =>
    metrics.endings.inc({ kind: view.ending?.kind ?? 'aborted' }),
  )
  // If a player who left a game must wait, their challenges leave the lobby too.
  events.on('gameEnded', ({ view: { leftBy, seats } }) => {
    if (leftBy === undefined) return
    const leaver = seats[leftBy].id
    fairness
      .refusalFor(leaver)
      .then((refusal) => refusal && lobby.closeListed(leaver))
      .catch((error: unknown) => onFailure('closing the challenges of a player who left', error))
  })
}

function subscribeToChallenges(events: EventStream, { rooms, lobby, notices }: Subscribers): void {
  events.on('lobbyChanged', () => rooms.lobby.changed(lobby.news))
  events.on('challengeOpened', ({ id, opponent }) => {
    rooms.programs.offered(opponent.id)
    rooms.challenged(opponent.id, { challenge: id })
  })
  events.on('challengeClosed', ({ opponent }) => rooms.programs.offered(opponent.id))
  events.on('challengeMade', (challenge) => notices.challenged(challenge))
  events.on('challengeGone', ({ challenge, isDeclined }) =>
    rooms.challengeGone(challenge, isDeclined),
  )
}

function subscribeToPlayers(
  events: EventStream,
  { rooms, cluster, news, games, lobby, summaries, onFailure }: Subscribers,
): void {
  events.on('signedOut', (player) => {
    rooms.disconnect(player)
    cluster.tellSignedOut(player)
  })
  // Streams on other nodes check their tokens themselves.
  events.on('tokenRevoked', (player) => rooms.programs.doubted(player))
  events.on('peopleChanged', (players) => {
    news
      .changed(players)
      .catch((error: unknown) => onFailure('telling of a change between people', error))
    cluster.tellPeople(players)
  })
  events.onAwaited('renamed', async (player) => {
    cluster.tellRenamed(player.id)
    await renameIn({ lobby, rooms, games, summaries }, player)
  })
  events.onAwaited('leaving', async (player) => {
    for (const { id } of lobby.ofPlayer(player)) await lobby.withdraw(player, id)
    for (const { id } of lobby.forPlayer(player)) await lobby.decline(player, id)
  })
  events.onAwaited('accountDeleted', async (player) => {
    cluster.tellSignedOut(player, true)
    rooms.disconnect(player)
    events.publish('peopleChanged', [player])
    await games.current.rereadOf(player)
    // Summaries are made from the games in memory, so those are reread first.
    summaries.forgetAll()
  })
}

function subscribeToStudies(
  events: EventStream,
  { studyNews, cluster, onFailure }: Subscribers,
): void {
  const onFailed = (error: unknown) => onFailure('telling readers of a study', error)
  events.on('studyChanged', (changed) => {
    studyNews.changed(changed).catch(onFailed)
    cluster.tellStudy(changed.study.id, changed.chapter?.n)
  })
  events.on('studyRemoved', (study) => {
    studyNews.removed(study).catch(onFailed)
    cluster.tellStudy(study, undefined)
  })
}
