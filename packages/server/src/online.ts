import { colorOf, type NotReady, type PlayerId } from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { Accounts } from './accounts/accounts.ts'
import { Erasures } from './accounts/erasure.ts'
import { Orders } from './admin/orders.ts'
import { houseBotsAt } from './bots/house-accounts.ts'
import { HouseBots, MOST_GAMES } from './bots/house-bots.ts'
import { Nodes, type NodesDependencies } from './cluster/nodes.ts'
import { Walk } from './explorer/walk.ts'
import type { Chance } from './ground/chance.ts'
import type { ServerClock } from './ground/clock.ts'
import type { Limits } from './ground/limits.ts'
import type { Rhythm } from './ground/rhythm.ts'
import type { ReadMetrics } from './http/metrics-listener.ts'
import { recogniserOf, type SessionDependencies } from './http/session.ts'
import { Keeper } from './keeper.ts'
import type { Visitors } from './limiting/visitors.ts'
import { ChallengeStore } from './live/challenge-store.ts'
import { EventStream } from './live/events.ts'
import { Fairness } from './live/fairness.ts'
import { GameStreams } from './live/game-streams.ts'
import { Games } from './live/games.ts'
import { Journal } from './live/journal.ts'
import { leavingOf } from './live/leaving.ts'
import { Lobby } from './live/lobby.ts'
import { MOST_RUNNING } from './live/offer-limits.ts'
import { Summaries } from './live/summaries.ts'
import type { Metrics } from './metrics.ts'
import { Breaks } from './notify/breaks.ts'
import { GameLetters } from './notify/mail/game-letters.ts'
import { GamePost } from './notify/mail/game-post.ts'
import { Mail } from './notify/mail/mail.ts'
import type { MailOptions } from './notify/mail/mailer.ts'
import { Notices } from './notify/notices.ts'
import { Push, type PushOptions } from './notify/push/push.ts'
import { Reminders } from './notify/reminders.ts'
import { People } from './people/people.ts'
import { Reports } from './people/reports.ts'
import { Talk } from './people/talk.ts'
import { breaksAt } from './players/break-store.ts'
import { Cleanup } from './players/cleanup.ts'
import { refreshNameKeys } from './players/key-refresh.ts'
import { Players } from './players/players.ts'
import { Ratings } from './ratings/ratings.ts'
import { AccountStreams } from './socket/account-streams.ts'
import { Hub } from './socket/hub.ts'
import { PeopleNews } from './socket/people-news.ts'
import { renameIn } from './socket/renaming.ts'
import { Rooms } from './socket/rooms.ts'
import { createSocketServer } from './socket/socket-server.ts'
import type { Database } from './store/database.ts'
import { GameStore } from './store/game-store.ts'
import { LeftDeals } from './store/left-deals.ts'
import { Shifts } from './store/shifts.ts'
import { Arenas } from './tournaments/arenas.ts'
import { GameTournaments } from './tournaments/game-tournaments.ts'
import { Rounds } from './tournaments/rounds.ts'
import { TournamentStore } from './tournaments/tournament-store.ts'
import { Tournaments } from './tournaments/tournaments.ts'

/** The parts that online play is built from, wired only here. */
export interface OnlineDependencies {
  readonly database: Database
  readonly secret: string
  /** The Redis through which nodes send each other hints; given if the database is shared. */
  readonly redisUrl?: string | undefined
  readonly chance: Chance
  readonly clock: ServerClock
  readonly limits: Limits
  readonly rhythm: Rhythm
  readonly publicUrl: string | undefined
  readonly metrics: Metrics
  readonly visitors: Visitors
  readonly logger: Logger
  /** The levels at which house bots play. */
  readonly houseLevels: readonly number[]
  /** The push services for players who have no page open; if absent, no one is notified. */
  readonly push: PushOptions | undefined
  /** The mail server for e-mails to accounts; if absent, none are sent. */
  readonly mail: MailOptions | undefined
}

/** Everything behind the sockets, running. */
export interface Online {
  readonly events: EventStream
  readonly games: Games
  /** Programs that follow games. */
  readonly streams: GameStreams
  /** Programs that play for accounts. */
  readonly accountStreams: AccountStreams
  /** Is a player connected to this node? */
  isHere(player: PlayerId): boolean
  /** Which of these players are connected, to any node? */
  present(players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>>
  /** Is the server about to stop, so that nothing new may begin? */
  isClosing(): boolean
  /** Is so much waiting for the disk that the server should accept nothing more? */
  isOverloaded(): boolean
  readonly readMetrics: ReadMetrics
  readonly sessions: SessionDependencies
  /** The source of lists of games. */
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly houseBots: HouseBots
  readonly ratings: Ratings
  readonly accounts: Accounts
  readonly people: People
  readonly talk: Talk
  readonly reports: Reports
  readonly tournaments: Tournaments
  readonly breaks: Breaks
  readonly gameTournaments: GameTournaments
  readonly push: Push
  readonly mail: Mail
  readonly gameLetters: GameLetters
  /** May a load balancer send players here; if not, why not? */
  readiness(): Promise<Result<void, NotReady>>
  /** Does this node serve players without hearing the other nodes? */
  isDeaf(): boolean
  /** Restores what was running, then accepts connections. */
  start(): Promise<void>
  /** Begins nothing new, asks pages to reconnect, and writes everything accepted to the disk. */
  close(): Promise<void>
}

/** Wires players, games, lobby and sockets onto an HTTP application that does not listen yet. */
export function createOnline(app: FastifyInstance, options: OnlineDependencies): Online {
  const { database, chance, clock, limits, metrics, visitors, publicUrl, logger } = options
  const { db } = database
  const { longWork } = visitors
  const now = () => clock.now()
  const onFailure = (what: string, error: unknown) => logger.error({ err: error }, `${what} failed`)
  const life: Life = { phase: 'starting' }
  const stores = createStores(options)
  const { store, journal, shifts, tournamentStore } = stores
  const players = new Players(database, chance, options.secret)
  const io = createSocketServer(app.server, {
    limits,
    visitors,
    publicUrl,
    // A page refused over HTTP retries by itself, so no page has to wait for a slow start.
    isOpen: () => life.phase !== 'starting',
  })
  const events = new EventStream()
  const nodes = createNodes(options, { shifts, onFailure, now })
  const rooms = new Rooms(io, now, (live) => nodes?.tellPresence(live))
  const mail = new Mail({ ...options, options: options.mail, now, onFailure })
  /** The house bots, once they exist. */
  const housePlayers = new Set<PlayerId>()
  const push = new Push({ ...options, options: options.push, now })
  const gameLetters = new GameLetters({ ...options, now, isOn: mail.isOn })
  const presence = {
    isHere: (player: PlayerId) => rooms.isUsed(player),
    isElsewhere: async (player: PlayerId) =>
      (await nodes?.findElsewhere([player], true))?.has(player) === true,
  }
  const notices = new Notices({ ways: [push, gameLetters], ...presence, now, logger })
  const dependencies = { ...stores, events, rooms, nodes, now, onFailure, housePlayers }
  const play = createPlay(options, dependencies)
  const { games, streams, summaries, lobby } = play
  const news = new PeopleNews({ ...play, rooms })
  subscribe(events, { ...play, metrics, rooms, nodes, notices, news, onFailure })
  const gamePost = new GamePost({
    ...{ ...play, ...presence, db, store, mail, now },
    letters: gameLetters,
  })
  const keeper = new Keeper({
    db,
    store,
    shifts,
    games,
    longWork,
    lobby: play.lobby,
    cleanup: new Cleanup(database, rooms.players),
    erasures: new Erasures(database, longWork),
    walk: new Walk(database, store, longWork),
    rounds: new Rounds({
      ...{ database, store, tournamentStore, chance, ratings: play.ratings, now, onFailure },
      longWork,
      people: play.people,
      rhythm: options.rhythm,
      begin: (made, round) => games.beginRound(made, round),
    }),
    arenas: new Arenas({
      ...{
        database,
        store,
        tournamentStore,
        chance,
        people: play.people,
        now,
        onFailure,
        longWork,
      },
      begin: (made, game) => games.beginArenaGame(made, game),
    }),
    reminders: new Reminders({ db, games, notices, now, longWork }),
    gamePost,
    orders: new Orders({
      database,
      sessions: players.sessions,
      now,
      events,
    }),
    clock,
    rhythm: options.rhythm,
    together: nodes,
    isAlone: () => io.sockets.sockets.size === 0,
    onFailure,
    isPassing: (error) => database.isPassing?.(error) === true,
    onTrouble: (what, error) =>
      logger.warn({ err: error }, `${what} waits until the database is back`),
  })
  const sessions = { players, now, visitors, publicUrl }
  const accounts = new Accounts({
    database,
    sessions: players.sessions,
    chance,
    secret: options.secret,
  })
  const isClosing = () => life.phase === 'stopping'
  const isHere = (player: PlayerId) => rooms.isHere(player)
  const hasOthers = nodes !== undefined
  const onLeft = leavingOf({ lobby, isHere, hasOthers, isClosing, onFailure })
  const accountStreams = new AccountStreams({ rooms, games, store, lobby, onLeft })
  const houseBots = new HouseBots({
    ...{ ...play, store, players, rooms, visitors, isClosing, onFailure },
    hasOthers,
  })
  const isOverloaded = () => journal.waiting >= limits.unitsWaiting
  const hub = new Hub(io, {
    ...play,
    store,
    players,
    rooms,
    others: nodes,
    events,
    now,
    isClosing,
    onLeft,
    onHeard: (player) => gameLetters.heard(player),
    metrics,
    limits,
    visitors,
    recognise: recogniserOf(app, sessions),
    isOverloaded,
    onFailure,
  })
  return {
    events,
    games,
    streams,
    accountStreams,
    store,
    summaries,
    lobby,
    fairness: play.fairness,
    houseBots,
    ratings: play.ratings,
    isHere,
    present: async (asked) => {
      const elsewhere = await nodes?.findElsewhere(asked.filter((one) => rooms.countOf(one) === 0))
      return new Set(asked.filter((one) => rooms.countOf(one) > 0 || elsewhere?.has(one) === true))
    },
    isClosing,
    isOverloaded,
    people: play.people,
    talk: play.talk,
    reports: new Reports(database, now),
    tournaments: new Tournaments({
      database,
      tournamentStore,
      chance,
      ratings: play.ratings,
      people: play.people,
      now,
      rhythm: options.rhythm,
    }),
    breaks: new Breaks({ games, events, database, store, journal, now }),
    gameTournaments: new GameTournaments(db),
    push,
    mail,
    gameLetters,
    sessions,
    accounts,
    readMetrics: async () => {
      metrics.games.set(games.countLoaded)
      metrics.nodesHeard.set(nodes?.countHeard ?? 0)
      metrics.deaf.set(nodes?.isDeaf ? 1 : 0)
      metrics.pushesWaiting.set(push.countWaiting)
      metrics.mailsWaiting.set(mail.countWaiting)
      const { registry } = metrics
      return { text: await registry.metrics(), type: registry.contentType }
    },
    readiness: async () => (life.phase === 'running' ? database.canWrite() : err(life.phase)),
    isDeaf: () => nodes?.isDeaf ?? false,
    ...courseOf(life, options, {
      ...play,
      houseBots,
      housePlayers,
      journal,
      keeper,
      hub,
      rooms,
      players,
      news,
      nodes,
      notices,
      push,
      gamePost,
      mail,
      onFailure,
    }),
  }
}

// --- internal ---

/** The time a restarted server needs to come back; other nodes are available immediately. */
const RESTART_MS = 2000

/** The phase of the server's life. */
interface Life {
  phase: 'starting' | 'running' | 'stopping'
}

type OnFailure = (what: string, error: unknown) => void

/** The stores on the disk; damage and slow commits are counted and logged. */
function createStores({ database, metrics, logger }: OnlineDependencies) {
  const { db } = database
  return {
    store: new GameStore(db, (game, damage) => {
      metrics.damagedGames.inc()
      logger.error({ game, damage }, 'a stored game is damaged and was set aside')
    }),
    challengeStore: new ChallengeStore(db, (challenge, damage) => {
      metrics.damagedChallenges.inc()
      logger.error({ challenge, damage }, 'a stored challenge is damaged and was set aside')
    }),
    tournamentStore: new TournamentStore(db, (tournament, damage) => {
      metrics.damagedTournaments.inc()
      logger.error({ tournament, damage }, 'a stored tournament is damaged and was set aside')
    }),
    journal: new Journal(database, (milliseconds, units) => {
      metrics.commitSeconds.observe(milliseconds / 1000)
      metrics.commitUnits.observe(units)
    }),
    leftDeals: new LeftDeals(db),
    shifts: new Shifts(database),
  }
}

/** This node among several; undefined if the database is not shared. */
function createNodes(
  { database: { shared }, redisUrl, metrics, logger }: OnlineDependencies,
  dependencies: Pick<NodesDependencies, 'shifts' | 'now' | 'onFailure'>,
): Nodes | undefined {
  if (shared === undefined || redisUrl === undefined) return undefined
  const onTrouble = (error: unknown) => {
    metrics.troubles.inc({ kind: 'redisLost' })
    logger.warn({ err: error }, 'trouble with Redis')
  }
  return new Nodes({ ...dependencies, shared, redisUrl, onTrouble })
}

interface PlayDependencies extends ReturnType<typeof createStores> {
  readonly events: EventStream
  readonly rooms: Rooms
  readonly nodes: Nodes | undefined
  readonly now: () => number
  readonly housePlayers: ReadonlySet<PlayerId>
}

/** Games and lobby, and the fairness rules of both. */
interface Play {
  readonly games: Games
  readonly streams: GameStreams
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly people: People
  readonly talk: Talk
}

function createPlay(
  { database, chance, limits, visitors }: OnlineDependencies,
  dependencies: PlayDependencies,
): Play {
  const { store, challengeStore, journal, leftDeals, shifts, events } = dependencies
  const { rooms, nodes, now, housePlayers } = dependencies
  const fairness = new Fairness({ leftDeals, journal, now })
  const ratings = new Ratings(database.db, now)
  const people = new People(database, now)
  const games = new Games({
    store,
    journal,
    fairness,
    ratings,
    shifts,
    breaksAt: (players, at) => breaksAt(database.db, players, at),
    refusalToMeet: (player, other) => people.refusalToMeet(player, other),
    chance,
    now,
    mostLoaded: limits.gamesLoaded,
    longWork: visitors.longWork,
    others: nodes,
    events,
  })
  const lobby = new Lobby({
    store: challengeStore,
    chance,
    now,
    others: nodes,
    begin: (challenge, seats, taken) => games.begin(challenge, seats, taken),
    gameOf: async (challenge, player) => {
      const id = await store.ofChallenge(challenge)
      const game = id && (await games.look(id))
      return game && colorOf(game.view, player) !== undefined ? game : undefined
    },
    isHere: (player) => rooms.isHere(player) || nodes?.isMaybeElsewhere(player) === true,
    countRunning: (player) => store.countRunning(player),
    people,
    mostRunningOf: (player) => (housePlayers.has(player) ? MOST_GAMES : MOST_RUNNING),
    events,
  })
  return {
    games,
    streams: new GameStreams({ games, now, longWork: visitors.longWork }),
    summaries: new Summaries((id) => games.look(id)),
    lobby,
    fairness,
    ratings,
    people,
    talk: new Talk({ database, people, now }),
  }
}

interface Subscribers extends Play {
  readonly metrics: Metrics
  readonly rooms: Rooms
  readonly nodes: Nodes | undefined
  readonly notices: Notices
  readonly news: PeopleNews
  readonly onFailure: OnFailure
}

/** The subscribers of each event, in order. */
function subscribe(events: EventStream, subscribers: Subscribers): void {
  subscribeToGames(events, subscribers)
  subscribeToChallenges(events, subscribers)
  subscribeToPlayers(events, subscribers)
}

function subscribeToGames(
  events: EventStream,
  { rooms, streams, summaries, nodes, notices, metrics, fairness, lobby, onFailure }: Subscribers,
): void {
  const { programs } = rooms
  events.on('gameStored', ({ game, begun }) => nodes?.tellStored(game, begun))
  events.on('gameCommitted', ({ before, after }) => notices.wentOn(before?.view, after.view))
  events.on('gameUpdated', ({ updates, except }) => rooms.updates(updates, except))
  events.on('gameUpdated', ({ updates }) => streams.updates(updates))
  events.on('gameChanged', (game) => programs.wentOn(game))
  events.on('gameListChanged', ({ view }) => summaries.forget(view.id))
  events.on('gameListChanged', (game) => rooms.wentOn(game))
  events.on('gameStarted', ({ game, challenge }) => rooms.started(game, challenge))
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
  events.on('lobbyChanged', () => rooms.lobbyChanged(lobby.news))
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
  { rooms, nodes, news, games, lobby, summaries, onFailure }: Subscribers,
): void {
  events.on('signedOut', (player) => {
    rooms.disconnect(player)
    nodes?.send({ kind: 'signedOut', player })
  })
  // Streams on other nodes check their tokens themselves.
  events.on('tokenRevoked', (player) => rooms.programs.doubted(player))
  events.on('peopleChanged', (players) => {
    news
      .changed(players)
      .catch((error: unknown) => onFailure('telling of a change between people', error))
    nodes?.send({ kind: 'people', players: [...players] })
  })
  events.onAwaited('renamed', async (player) => {
    nodes?.send({ kind: 'renamed', player: player.id })
    await renameIn({ lobby, rooms, games, summaries }, player)
  })
  events.onAwaited('leaving', async (player) => {
    for (const { id } of lobby.ofPlayer(player)) await lobby.withdraw(player, id)
    for (const { id } of lobby.forPlayer(player)) await lobby.decline(player, id)
  })
  events.onAwaited('accountDeleted', async (player) => {
    nodes?.send({ kind: 'signedOut', player, deleted: true })
    rooms.disconnect(player)
    summaries.forgetAll()
    await games.rereadOf(player)
  })
}

interface Started extends Pick<Play, 'games' | 'lobby' | 'summaries'> {
  readonly players: Players
  readonly news: PeopleNews
  readonly housePlayers: Set<PlayerId>
  readonly journal: Journal
  readonly keeper: Keeper
  readonly hub: Hub
  readonly houseBots: HouseBots
  readonly rooms: Rooms
  readonly nodes: Nodes | undefined
  readonly notices: Notices
  readonly push: Push
  readonly gamePost: GamePost
  readonly mail: Mail
  readonly onFailure: OnFailure
}

/** The steps of start and close, in the order they must happen. */
function courseOf(
  life: Life,
  { database, clock, logger, chance, houseLevels }: OnlineDependencies,
  started: Started,
): Pick<Online, 'start' | 'close'> {
  const { games, lobby, summaries, journal, keeper, hub, houseBots, rooms, nodes } = started
  const { players, news, notices, push, gamePost, mail, onFailure } = started
  let unwatch = () => {}
  return {
    start: async () => {
      await refreshNameKeys(database)
      await nodes?.start({ games, lobby, summaries, rooms, players, news })
      await lobby.load()
      const stoodMs = await keeper.start()
      if (stoodMs !== 0) logger.info({ stoodMs }, 'running games are given this time back')
      unwatch = clock.watch(({ missedMs }) => {
        logger.warn({ missedMs }, 'time has jumped: players are not charged for it')
        rooms.welcomeAll()
      })
      hub.start()
      life.phase = 'running'
      const now = () => clock.now()
      const bots = await houseBotsAt(houseLevels, { database, chance, now })
      for (const { card } of bots) started.housePlayers.add(card.id)
      await houseBots.start(bots)
    },
    close: async () => {
      const hasStarted = life.phase === 'running'
      life.phase = 'stopping'
      unwatch()
      await houseBots.close()
      games.close()
      gamePost.close()
      const hasOthers = nodes !== undefined && nodes.countHeard > 0
      rooms.closing(hasOthers ? 0 : RESTART_MS)
      await journal.settle()
      // Before the steps that may take longer: until the hub closes, pages would wait for nothing.
      hub.close()
      // A failed start has given no time back, so it must not store a heartbeat. If the final write
      // fails, the server still has to close.
      if (hasStarted) {
        await keeper.close().catch((error: unknown) => onFailure('the last sign of life', error))
      }
      rooms.close()
      // Events that arrived while the sockets were closing.
      await journal.settle()
      await notices.close()
      await push.close()
      await mail.close()
      nodes?.close()
    },
  }
}
