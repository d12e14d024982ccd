import type { ChallengeId, CommandId, GameEvent, GameId, GameView, Update } from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import type { Circumstances } from '../game/decision.ts'
import { deadlineOf } from '../game/ending.ts'
import { type Arranged, apply, type Game, withArranged } from '../game/game.ts'
import { followingGame, isMatchOpen, type NewGame } from '../game/new-game.ts'
import type { Journal } from '../store/journal.ts'
import { NEVER } from '../store/shifts.ts'
import type { ConnectionId } from './connection-id.ts'
import type { Fairness } from './fairness.ts'
import { LiveGame } from './live-game.ts'
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
  readonly moved: () => void
  readonly ended: (game: Game) => void
}

/** What the writer needs from the rest of the server. */
export interface GameWriterDependencies {
  readonly loaded: LoadedGames
  readonly journal: Journal
  readonly fairness: Fairness
  readonly now: () => number
  readonly publish: Publish
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
    const deadline = earlierDeadline(live, after)
    const keys = await this.#dependencies.journal.write(
      unitOf(live.key, { updates, arrangement, command, after, deadline, following }),
    )
    live.game = after
    live.lastUsedAt = circumstances.now
    if (deadline !== undefined) live.storedDeadline = deadline
    this.tell(before, after, updates, except)
    if (following !== undefined) {
      this.#add(following, keys)
      this.#dependencies.publish.started(following.game, undefined)
    }
    return updates
  }

  /** Stores a new game and takes its challenge off the disk in the same commit. */
  async begin(made: NewGame, challenge: ChallengeId): Promise<void> {
    const { journal, publish } = this.#dependencies
    const keys = await journal.write({ ...creationOf(made), challenge })
    this.#add(made, keys)
    publish.started(made.game, challenge)
  }

  /** Stores when a game has to be looked at next, also where that is later than what is stored. */
  async writeDeadline(live: LiveGame): Promise<void> {
    const at = deadlineOf(live.game.view) ?? NEVER
    await this.#dependencies.journal.write({ deadlines: [{ game: live.key, at }] })
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
    if (after.view.moves.length > before.view.moves.length) publish.moved()
    if (before.view.ending === undefined && after.view.ending !== undefined) publish.ended(after)
  }

  async #follow(finished: Game, { now, fresh }: Writing['circumstances']): Promise<NewGame> {
    const { terms, seats, ending } = finished.view
    const players = [seats.black.id, seats.white.id] as const
    // A game that was called off begins again as it was; after others the colours are swapped.
    const isByLot = ending?.kind === 'aborted'
    const kept = isMatchOpen(finished)
      ? undefined
      : await this.#dependencies.fairness.keptFor({ players, terms, isByLot })
    return followingGame(finished, { kept, now, fresh: fresh() })
  }

  #add({ game }: NewGame, keys: ReadonlyMap<GameId, number>): void {
    const { id } = game.view
    const key = keys.get(id)
    if (key === undefined) throw new Error(`the new game ${id} got no key`)
    const live = new LiveGame(key, game, this.#dependencies.now())
    live.storedDeadline = deadlineOf(game.view)
    this.#dependencies.loaded.add(live)
  }
}

// --- internal ---

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
