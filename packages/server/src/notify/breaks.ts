import {
  type BreakRefusal,
  type BreakState,
  colorOf,
  DAY_MS,
  type GameEvent,
  type PlayerCard,
  type PlayerId,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import { apply, type Game } from '../game/game.ts'
import type { EventStream } from '../live/events.ts'
import type { Games } from '../live/games.ts'
import type { Journal } from '../live/journal.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { Unit } from '../live/writes.ts'
import { breakStateOf } from '../players/break-store.ts'
import { type Conflict, unresolvedConflict } from '../store/conflict.ts'
import type { Database } from '../store/database.ts'
import type { GameStore } from '../store/game-store.ts'
import type { RowReader } from '../store/row-reader.ts'
import { NEVER } from '../store/shifts.ts'

export interface BreaksDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly store: Pick<GameStore, 'runningOf'>
  readonly games: Pick<Games, 'openDecided' | 'current'>
  readonly journal: Pick<Journal, 'write'>
  readonly events: EventStream
  readonly now: () => number
}

/** Why a break did not begin or end; `busy` if other changes to the games kept getting in first. */
export type BreakError = BreakRefusal | 'noAccount' | 'forPeople' | 'busy'

type BreakResult = Promise<Result<BreakState, BreakError>>

/**
 * Breaks that players take from all their correspondence games. A break is one commit: a row, from
 * which its days are counted, and an event in each of the games, from which alone the clocks
 * follow. Any other decision about one of those games at the same time, on any node, is either
 * stored before the break or decided again.
 */
export class Breaks {
  readonly #dependencies: BreaksDependencies

  constructor(dependencies: BreaksDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Begins a break of this many whole days. Games whose time has already run out are still lost.
   */
  take(player: PlayerCard, days: number): BreakResult {
    return this.#change(player, (at) => at + days * DAY_MS)
  }

  /** Ends a player's break now; days that have begun are used up. */
  end(player: PlayerCard): BreakResult {
    return this.#change(player, (at) => at)
  }

  async #change({ id, isBot }: PlayerCard, untilAt: (at: number) => number): BreakResult {
    if (isBot) return err('forPeople')
    const { database, rows, games, now } = this.#dependencies
    for (let attempts = 0; attempts < MOST_ATTEMPTS; attempts++) {
      const stored = await this.#store(id, untilAt)
      if (stored.ok) return ok(await breakStateOf({ db: database.db, rows }, id, now()))
      if (stored.error !== 'overtaken') return err(stored.error)
      await games.current.rereadOf(id)
    }
    return err('busy')
  }

  async #store(
    player: PlayerId,
    untilAt: (at: number) => number,
  ): Promise<Result<void, BreakError | 'overtaken'>> {
    const { games, journal, events, now } = this.#dependencies
    const running = await this.#runningOf(player)
    const at = now()
    const until = untilAt(at)
    const resting = running.flatMap((live) => restingIn(live, player, { at, until }))
    // The time of a game has run out since it was checked.
    const isDue = ({ before }: Resting) => (deadlineOf(before.view) ?? at + 1) <= at
    if (resting.some(isDue)) return err('overtaken')
    const known = running.map(({ key }) => key)
    const stored = await journal.write([
      ...resting.flatMap(writesOf),
      { kind: 'break', player, at, until, games: known },
    ])
    if (!stored.ok) return err(errorOf(stored.error))
    // Nodes that have one of the games open reread it, as after any change by another node.
    await games.current.rereadOf(player)
    for (const { before, after } of resting) {
      events.publish('gameStored', { game: after })
      events.publish('gameCommitted', { before, after })
    }
    return ok(undefined)
  }

  /** A player's running games, after applying every decision by time that is due. */
  async #runningOf(player: PlayerId): Promise<readonly LiveGame[]> {
    const { store, games } = this.#dependencies
    const running: LiveGame[] = []
    for (const id of await store.runningOf(player, MOST_GAMES)) {
      const opened = await games.openDecided(id)
      if (opened.ok) running.push(opened.value)
    }
    return running
  }
}

// --- internal ---

/** An attempt fails only because of another change in one of the games. */
const MOST_ATTEMPTS = 5
/** More than any player plays. */
const MOST_GAMES = 1000

/** A game whose clock the break pauses. */
interface Resting {
  readonly key: number
  readonly before: Game
  readonly after: Game
  readonly event: GameEvent
}

function restingIn(
  { key, game }: LiveGame,
  player: PlayerId,
  { at, until }: { readonly at: number; readonly until: number },
): readonly Resting[] {
  const { view } = game
  const color = colorOf(view, player)
  const isCorrespondence = view.terms.timeControl.kind === 'correspondence'
  if (!isCorrespondence || color === undefined || view.ending !== undefined) return []
  const event: GameEvent = { kind: 'tookBreak', at, color, until }
  return [{ key, before: game, after: apply(game, { event }), event }]
}

function writesOf({ key: game, after: { view }, event }: Resting): Unit {
  return [
    { kind: 'event', game, version: view.version, command: undefined, event },
    // The stored deadline may be later if a break ends early.
    { kind: 'deadline', game, at: deadlineOf(view) ?? NEVER },
  ]
}

/** Why a break was not stored; `overtaken` if another change got in first. */
function errorOf(conflict: Conflict): BreakError | 'overtaken' {
  switch (conflict.kind) {
    case 'breakRefused':
      return conflict.code
    case 'versionTaken':
    case 'gameUnseen':
      return 'overtaken'
    default:
      throw unresolvedConflict(conflict)
  }
}
