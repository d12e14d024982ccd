import type { ChallengeId, CommandId, GameEvent, GameId, GameView, Update } from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import type { Circumstances } from '../game/decision.ts'
import { deadlineOf } from '../game/ending.ts'
import { type Arranged, apply, type Game, withArranged } from '../game/game.ts'
import { followingGame, isMatchOpen, type NewGame } from '../game/new-game.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Journal } from '../store/journal.ts'
import { NEVER } from '../store/shifts.ts'
import type { ConnectionId } from './connection-id.ts'
import type { Fairness } from './fairness.ts'
import { type Elsewhere, LiveGame } from './live-game.ts'
import type { LoadedGames } from './loaded-games.ts'
import { rematchOfferedBy } from './summary.ts'
import { creationOf, earlierDeadline, unitOf } from './units.ts'

/** Tells connections what is stored. */
export interface Publish {
  /** All who have a game open, but for the connection that hears it in its reply. */
  readonly updates: (updates: readonly Update[], except: ConnectionId | undefined) => void
  /** Both players, wherever they are. */
  readonly started: (game: Game, challenge: ChallengeId | undefined) => void
  /** Both players, where they do not have the game open: it has gone on. */
  readonly wentOn: (game: Game) => void
  /** The other nodes: what is stored now; `begun` where the game is new. */
  readonly stored: (game: Game, begun?: { readonly challenge: ChallengeId | undefined }) => void
  readonly moved: () => void
  readonly ended: (game: Game) => void
}

/** What the writer needs from the rest of the server. */
export interface GameWriterDependencies {
  readonly loaded: LoadedGames
  readonly journal: Journal
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly now: () => number
  readonly publish: Publish
  /** Who else writes to the same games; absent where nobody does. */
  readonly others?: Others | undefined
}

/** Other nodes on the same database. */
export interface Others extends Elsewhere {
  /** Resolves when this node has lately said that it is there; undefined where it has already. */
  readonly ensure: () => Promise<void> | undefined
  /** Who has this game open there? The answers come later. */
  readonly ask: (game: GameId) => void
}

/** What is to be stored of a game, and whence it comes. */
export interface Writing {
  readonly events: readonly GameEvent[]
  readonly circumstances: Pick<Circumstances, 'now' | 'fresh'>
  /** The board after the events, where it is known already. */
  readonly position?: Position | undefined
  /** What a side has placed, if that is what happened. */
  readonly arrangement?: Arranged | undefined
  /** The id of the command that causes them, if it counts by them. */
  readonly command?: CommandId | undefined
  /** The connection that hears of them in its reply. */
  readonly except?: ConnectionId | undefined
}

/** Stores what was decided about games, and only then makes it true in memory and tells it. */
export class GameWriter {
  readonly #dependencies: GameWriterDependencies

  constructor(dependencies: GameWriterDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Stores events of a game, with the game that follows from them if one does.
   * @throws VersionTaken when somebody else has written to the game; then nothing has happened
   */
  async write(live: LiveGame, writing: Writing): Promise<readonly Update[]> {
    const { arrangement, circumstances, command, except } = writing
    const before = live.game
    const { after, updates } = applied(before, writing)
    const following =
      after.view.next !== before.view.next ? await this.#follow(after, circumstances) : undefined
    const known = this.#dependencies.others === undefined ? live.storedDeadline : latestStored(live)
    const deadline = earlierDeadline(known, after)
    const keys = await this.#dependencies.journal.write(
      unitOf(live.key, { before, updates, arrangement, command, after, deadline, following }),
    )
    live.game = after
    live.lastUsedAt = circumstances.now
    if (deadline !== undefined) live.storedDeadline = deadline
    const { publish } = this.#dependencies
    publish.stored(after)
    this.tell(before, after, updates, except)
    if (after.view.moves.length > before.view.moves.length) publish.moved()
    if (before.view.ending === undefined && after.view.ending !== undefined) publish.ended(after)
    if (following !== undefined) {
      this.#add(following, keys)
      publish.stored(following.game, { challenge: undefined })
      publish.started(following.game, undefined)
    }
    return updates
  }

  /**
   * Stores a new game and takes its challenge off the disk in the same commit, with all that was taken for
   * it where other nodes could take it too.
   * @throws ChallengeGone when one of those has been taken; then nothing has happened
   */
  async begin(made: NewGame, challenge: ChallengeId, taken: readonly ChallengeId[]): Promise<void> {
    const { journal, publish, others } = this.#dependencies
    const required = others === undefined ? [] : taken
    const keys = await journal.write({ ...creationOf(made), challenge, taken: required })
    this.#add(made, keys)
    publish.stored(made.game, { challenge })
    publish.started(made.game, challenge)
  }

  /** Stores when a game has to be looked at next, also where that is later than what is stored. */
  async writeDeadline(live: LiveGame): Promise<void> {
    const { journal, others } = this.#dependencies
    const { view } = live.game
    if (view.endedAt !== undefined) {
      // Another node has ended it meanwhile. Nobody has to look at it again.
      return void (await journal.write({ ended: [{ game: live.key, at: view.endedAt }] }))
    }
    const at = deadlineOf(view) ?? NEVER
    // Another node may be about to bring it forward by a later event.
    const unless = others && { game: live.key, version: view.version }
    await journal.write({ deadlines: [{ game: live.key, at }], latest: unless && [unless] })
    live.storedDeadline = at
  }

  /** Tells what is stored: what has led a game from one state to another. */
  tell(
    before: Game,
    after: Game,
    updates: readonly Update[],
    except: ConnectionId | undefined,
  ): void {
    const { publish } = this.#dependencies
    publish.updates(updates, except)
    if (isNewToLists(before.view, after.view)) publish.wentOn(after)
  }

  async #follow(finished: Game, { now, fresh }: Writing['circumstances']): Promise<NewGame> {
    const { terms, seats, ending } = finished.view
    const players = [seats.black.id, seats.white.id] as const
    // A game that was called off begins again as it was; after others the colours are swapped.
    const isByLot = ending?.kind === 'aborted'
    if (isMatchOpen(finished))
      return followingGame(finished, { kept: undefined, now, fresh: fresh() })
    const { fairness, ratings } = this.#dependencies
    const kept = await fairness.keptFor({ players, terms, isByLot })
    // A rematch shows the ratings as they have become.
    const view = { ...finished.view, seats: await ratings.seated(seats, terms) }
    return followingGame({ ...finished, view }, { kept, now, fresh: fresh() })
  }

  #add({ game }: NewGame, keys: ReadonlyMap<GameId, number>): void {
    const { id } = game.view
    const key = keys.get(id)
    if (key === undefined) throw new Error(`the new game ${id} got no key`)
    const { now, others } = this.#dependencies
    const live = new LiveGame(key, game, now(), others)
    live.storedDeadline = deadlineOf(game.view)
    this.#dependencies.loaded.add(live)
  }
}

// --- internal ---

/**
 * How late the stored deadline may be: another node may have put it off to what it really was before the
 * present change, and no further.
 */
function latestStored({ storedDeadline, game }: LiveGame): number | undefined {
  return storedDeadline && (deadlineOf(game.view) ?? NEVER)
}

/** Would a list of games show it otherwise than before? */
function isNewToLists(before: GameView, after: GameView): boolean {
  return (
    before.moves.length !== after.moves.length ||
    before.deal !== after.deal ||
    before.placed !== after.placed ||
    before.ending !== after.ending ||
    rematchOfferedBy(before) !== rematchOfferedBy(after)
  )
}

function applied(before: Game, { events, arrangement, command, position }: Writing) {
  const updates: Update[] = []
  let after = arrangement === undefined ? before : withArranged(before, arrangement)
  for (const [index, event] of events.entries()) {
    after = apply(after, { event, command: index === 0 ? command : undefined }, position)
    updates.push({ game: after.view.id, version: after.view.version, event })
  }
  return { after, updates }
}
