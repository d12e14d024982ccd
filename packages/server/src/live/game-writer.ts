import type {
  ChallengeId,
  CommandId,
  GameEvent,
  GameView,
  PlayerId,
  Update,
} from '@hokito/protocol'
import { COLORS, ok, type Position, type Result } from '@hokito/rules'
import type { Circumstances } from '../game/decision.ts'
import { deadlineOf } from '../game/ending.ts'
import { type Arranged, apply, type Game, withArranged, withLined } from '../game/game.ts'
import type { Lined } from '../game/lines.ts'
import { beginningBeside, followingGame, isMatchOpen, type NewGame } from '../game/new-game.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { KnownBreaks } from '../players/break-store.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import type { Conflict } from '../store/conflict.ts'
import type { NewRound } from '../store/rounds.ts'
import { NEVER } from '../store/shifts.ts'
import type { Cluster } from './cluster.ts'
import type { ConnectionId } from './connection-id.ts'
import type { EventStream } from './events.ts'
import type { Fairness } from './fairness.ts'
import type { Journal } from './journal.ts'
import { LiveGame } from './live-game.ts'
import type { LoadedGames } from './loaded-games.ts'
import type { Keys } from './store-writes.ts'
import { rematchOfferedBy } from './summary.ts'
import { creationOf, earlierDeadline, unitOf } from './units.ts'
import type { WriteOf } from './writes.ts'

/** The parts of the server that the game writer works with. */
export interface GameWriterDependencies {
  readonly loaded: LoadedGames
  readonly journal: Journal
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly breaksAt: (players: readonly PlayerId[], now: number) => Promise<KnownBreaks>
  readonly now: () => number
  readonly longWork: Pick<LongWork, 'begin'>
  readonly events: EventStream
  readonly cluster: Pick<Cluster, 'hasOthers' | 'sureSince'>
}

/** The events of a game to store, and their origin. */
export interface Writing {
  readonly events: readonly GameEvent[]
  readonly circumstances: Pick<Circumstances, 'now' | 'fresh'>
  /** The position after the events, if it is already known. */
  readonly position?: Position | undefined
  /** The new arrangement of a side, if the command placed pieces. */
  readonly arrangement?: Arranged | undefined
  /** The new conditional lines of a side, if the command set them. */
  readonly lined?: Lined | undefined
  /** The id of the command that caused the events, if the command counts through them. */
  readonly command?: CommandId | undefined
  /** The connection that gets the events in its reply. */
  readonly except?: ConnectionId | undefined
}

/**
 * Stores decisions about games. Only then does it update the games in memory and publish events. If
 * another write came first, it returns the conflict and changes nothing.
 */
export class GameWriter {
  readonly #dependencies: GameWriterDependencies

  constructor(dependencies: GameWriterDependencies) {
    this.#dependencies = dependencies
  }

  /** Stores events of a game, and the following game if there is one. */
  async write(live: LiveGame, writing: Writing): Promise<Result<readonly Update[], Conflict>> {
    const { arrangement, circumstances, command, except } = writing
    const before = live.game
    const { after, updates } = applied(before, writing)
    const following =
      after.view.next !== before.view.next ? await this.#follow(after, circumstances) : undefined
    const { hasOthers } = this.#dependencies.cluster
    const known = hasOthers ? latestStored(live) : live.storedDeadline
    const deadline = earlierDeadline(known, after)
    const stored = await this.#dependencies.journal.write(
      unitOf(live.key, {
        ...{ before, updates, arrangement, command, after, deadline, following, hasOthers },
      }),
    )
    if (!stored.ok) return stored
    live.game = after
    live.lastUsedAt = circumstances.now
    if (deadline !== undefined) live.storedDeadline = deadline
    const { events } = this.#dependencies
    // The change is hidden, so there is nothing to publish.
    if (updates.length === 0) return ok(updates)
    events.publish('gameStored', { game: after, step: { before, updates, command } })
    events.publish('gameCommitted', { before, after })
    this.tell(before, after, updates, except)
    for (const { event } of updates) if (event.kind === 'moved') events.publish('moveMade', after)
    if (before.view.ending === undefined && after.view.ending !== undefined) {
      events.publish('gameEnded', after)
    }
    if (following !== undefined) {
      this.#add(following, stored.value)
      this.#publishBegun(following.game, undefined)
    }
    return ok(updates)
  }

  /**
   * Stores a new game and removes its challenge in the same commit, which also takes all challenges
   * in `taken`.
   */
  async begin(
    made: NewGame,
    challenge: ChallengeId,
    taken: readonly ChallengeId[],
  ): Promise<Result<Game, Conflict>> {
    const stored = await this.#dependencies.journal.write([
      ...creationOf(made, challenge),
      ...taken.map((id) => ({ kind: 'takenChallenge', challenge: id }) as const),
      { kind: 'endedChallenge', challenge },
    ])
    if (!stored.ok) return stored
    this.#add(made, stored.value)
    this.#publishBegun(made.game, challenge)
    return ok(made.game)
  }

  /** Stores a round of a tournament together with the first games of its matches. */
  beginRound(made: readonly NewGame[], round: NewRound): Promise<Result<void, Conflict>> {
    return this.#beginAssigned(made, { kind: 'round', ...round })
  }

  /** Stores an arena game and assigns it to its players. */
  beginArenaGame(made: NewGame, arenaGame: NewArenaGame): Promise<Result<void, Conflict>> {
    return this.#beginAssigned([made], { kind: 'arenaGame', ...arenaGame })
  }

  /** A new game. If it is a correspondence game, the current breaks of its players are added. */
  async besideBreaks(made: NewGame): Promise<NewGame> {
    const { seats, createdAt, terms } = made.game.view
    if (terms.timeControl.kind !== 'correspondence') return made
    const { breaksAt } = this.#dependencies
    return beginningBeside(made, await breaksAt([seats.black.id, seats.white.id], createdAt))
  }

  /** Stores when a game has to be checked next, even if that is later than the stored deadline. */
  async writeDeadline(live: LiveGame): Promise<Result<void, Conflict>> {
    const { journal, cluster } = this.#dependencies
    const { view } = live.game
    if (view.endedAt !== undefined) {
      // Another node has ended the game, so it needs no more checks.
      const ended = await journal.write([{ kind: 'end', game: live.key, at: view.endedAt }])
      return ended.ok ? ok(undefined) : ended
    }
    const at = deadlineOf(view) ?? NEVER
    // Another node may be about to bring the deadline forward with a later event.
    const latest = { kind: 'latest', game: live.key, version: view.version } as const
    const stored = await journal.write([
      { kind: 'deadline', game: live.key, at },
      ...(cluster.hasOthers ? [latest] : []),
    ])
    if (!stored.ok) return stored
    live.storedDeadline = at
    return ok(undefined)
  }

  /** Publishes stored updates that lead a game from one state to another. */
  tell(
    before: Game,
    after: Game,
    updates: readonly Update[],
    except: ConnectionId | undefined,
  ): void {
    const { events } = this.#dependencies
    events.publish('gameUpdated', { updates, except })
    events.publish('gameChanged', after)
    if (isNewToLists(before.view, after.view)) events.publish('gameListChanged', after)
  }

  /** Stores games together with their assignment by a tournament. */
  async #beginAssigned(
    made: readonly NewGame[],
    assignment: WriteOf<'round' | 'arenaGame'>,
  ): Promise<Result<void, Conflict>> {
    const { journal, events, longWork } = this.#dependencies
    const games = made.flatMap((one) => creationOf(one))
    const stored = await journal.write([assignment, ...games])
    if (!stored.ok) return stored
    const begun = made.map((one) => this.#add(one, stored.value))
    // Hundreds of games may begin together, so this task yields to games in progress. The last ones
    // may have gone on before their turn comes.
    const task = longWork.begin()
    for (const live of begun) {
      await task.goOn()
      events.publish('gameStored', { game: live.game, begun: { challenge: undefined } })
      events.publish('gameStarted', { game: live.game, challenge: undefined })
    }
    return ok(undefined)
  }

  /** Publishes a game that the players began themselves. They hear of it on any page. */
  #publishBegun(game: Game, challenge: ChallengeId | undefined): void {
    const { events } = this.#dependencies
    events.publish('gameStored', { game, begun: { challenge } })
    events.publish('gameCommitted', { before: undefined, after: game })
    events.publish('gameStarted', { game, challenge })
  }

  async #follow(finished: Game, circumstances: Writing['circumstances']): Promise<NewGame> {
    return this.besideBreaks(await this.#followBare(finished, circumstances))
  }

  async #followBare(finished: Game, { now, fresh }: Writing['circumstances']): Promise<NewGame> {
    const { terms, seats, ending } = finished.view
    const players = [seats.black.id, seats.white.id] as const
    // An aborted game begins again with the same colours. After any other game the colours are
    // swapped.
    const isByLot = ending?.kind === 'aborted'
    if (isMatchOpen(finished))
      return followingGame(finished, { kept: undefined, now, fresh: fresh() })
    const { fairness, ratings } = this.#dependencies
    const kept = await fairness.keptFor({ players, terms, isByLot })
    // A rematch shows the current ratings.
    const view = { ...finished.view, seats: await ratings.seated(seats, terms) }
    return followingGame({ ...finished, view }, { kept, now, fresh: fresh() })
  }

  #add({ game }: NewGame, keys: Keys): LiveGame {
    const { id } = game.view
    const key = keys.get(id)
    if (key === undefined) throw new Error(`the new game ${id} got no key`)
    const { now, cluster } = this.#dependencies
    const live = new LiveGame(key, game, now(), cluster)
    live.storedDeadline = deadlineOf(game.view)
    return this.#dependencies.loaded.add(live)
  }
}

// --- internal ---

/**
 * An upper bound for the stored deadline. Another node may have moved the deadline to its real
 * value before this change, but no later.
 */
function latestStored({ storedDeadline, game }: LiveGame): number | undefined {
  return storedDeadline && (deadlineOf(game.view) ?? NEVER)
}

/** Would a list of games now show the game differently? */
function isNewToLists(before: GameView, after: GameView): boolean {
  return (
    before.moves.length !== after.moves.length ||
    before.deal !== after.deal ||
    before.division !== after.division ||
    COLORS.some((color) => before.placed?.[color] !== after.placed?.[color]) ||
    before.ending !== after.ending ||
    rematchOfferedBy(before) !== rematchOfferedBy(after) ||
    before.breaks !== after.breaks
  )
}

function applied(before: Game, { events, arrangement, lined, command, position }: Writing) {
  const updates: Update[] = []
  let after = arrangement === undefined ? before : withArranged(before, arrangement)
  if (lined !== undefined) after = withLined(after, lined)
  for (const [index, event] of events.entries()) {
    const isFirst = index === 0
    // A player makes one move at a time. Any further moves were played by conditional lines.
    const stored = { event, command: isFirst ? command : undefined, isByLines: !isFirst }
    after = apply(after, stored, position)
    updates.push({ game: after.view.id, version: after.view.version, event })
  }
  return { after, updates }
}
