import {
  colorOf,
  type GameCommand,
  type PlayerId,
  type Refusal,
  type RefusalCode,
  type Update,
} from '@hokito/protocol'
import { err, ok, opposite, type Result, unreachable } from '@hokito/rules'
import { decide } from '../game/decide.ts'
import type { Circumstances, Fresh } from '../game/decision.ts'
import { overdue } from '../game/ending.ts'
import type { Game } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import type { Conflict } from '../store/conflict.ts'
import type { Cluster } from './cluster.ts'
import type { ConnectionId } from './connection-id.ts'
import type { CurrentGames, NoGame } from './current-games.ts'
import type { GameWriter } from './game-writer.ts'
import type { LiveGame } from './live-game.ts'

/** The parts of the server that decisions about games work with. */
export interface GameDecisionsDependencies {
  readonly current: CurrentGames
  readonly writer: GameWriter
  /** Why a player may not begin a game with another; undefined if they may. */
  readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  readonly chance: Pick<Chance, 'fresh'>
  readonly now: () => number
  readonly cluster: Pick<Cluster, 'hasOthers'>
}

/** The outcome of a command. Accepted changes are stored. */
export type CommandOutcome =
  | { readonly kind: 'accepted'; readonly updates: readonly Update[] }
  | { readonly kind: 'refused'; readonly game: Game; readonly refusal: Refusal }
  /** The command had already counted. */
  | { readonly kind: 'repeated'; readonly game: Game }

/** The sender of a command: player, connection and delay. */
export interface Sender {
  readonly player: PlayerId
  readonly connection: ConnectionId
  readonly lagMs: number
}

/** Decides games in turn, by the commands of players and by time, and stores what follows. */
export class GameDecisions {
  readonly #dependencies: GameDecisionsDependencies

  constructor(dependencies: GameDecisionsDependencies) {
    this.#dependencies = dependencies
  }

  /** Runs a player's command on a game. Its events are stored when this resolves. */
  async run(
    live: LiveGame,
    command: GameCommand,
    sender: Sender,
  ): Promise<Result<CommandOutcome, NoGame>> {
    // Commands of watchers do not wait in the players' queue.
    if (colorOf(live.game.view, sender.player) === undefined) {
      return ok({ kind: 'refused', game: live.game, refusal: { code: 'notSeated' } })
    }
    const { current } = this.#dependencies
    return current.inTurn(live, () =>
      current.retryOnConflict(
        live,
        () => this.#onLatest(live, () => this.#decideAndStore(live, command, sender)),
        () => unlessCounted(live.game, command),
      ),
    )
  }

  /** Lets time decide a game. Returns whether time has decided anything. */
  decideByTime(live: LiveGame): Promise<Result<boolean, NoGame>> {
    const { current } = this.#dependencies
    const decide = () => this.#letTimeDecide(live)
    return current.inTurn(live, () => current.retryOnConflict(live, decide, () => false))
  }

  /** Lets time decide a game. If nothing is due yet, stores the instant of the next check. */
  lookAt(live: LiveGame): Promise<Result<void, NoGame>> {
    const { current } = this.#dependencies
    const look = () => this.#lookNow(live)
    // If another node keeps writing to the game, the next check comes soon.
    return current.inTurn(live, () => current.retryOnConflict(live, look, () => undefined))
  }

  /**
   * Runs a command. Before a refusal, checks that the game is up to date: another node may have
   * changed the reason for it.
   */
  async #onLatest(
    live: LiveGame,
    run: () => Promise<Result<CommandOutcome, Conflict>>,
  ): Promise<Result<CommandOutcome, Conflict>> {
    const ran = await run()
    if (!ran.ok) return ran
    const outcome = ran.value
    const { cluster, current } = this.#dependencies
    if (outcome.kind !== 'refused' || !cluster.hasOthers) return ok(outcome)
    if (!(await current.isBehind(live))) return ok(outcome)
    const { version } = live.game.view
    return err({ kind: 'versionPassed', game: live.key, version })
  }

  /** Decides a command, and stores what follows from it. */
  async #decideAndStore(
    live: LiveGame,
    command: GameCommand,
    sender: Sender,
  ): Promise<Result<CommandOutcome, Conflict>> {
    const refusalToMeet = await this.#refusalToMeet(live.game, command, sender)
    const circumstances = { ...this.#circumstances(live, sender), refusalToMeet }
    const decision = decide(live.game, sender.player, command, circumstances)
    switch (decision.kind) {
      case 'accepted': {
        const { events, position, arrangement, lined } = decision
        const { connection: except } = sender
        const { id } = command
        const writing = { events, arrangement, lined, circumstances, position, command: id, except }
        const stored = await this.#dependencies.writer.write(live, writing)
        return stored.ok ? ok({ kind: 'accepted', updates: stored.value }) : stored
      }
      case 'expired': {
        // A refused sender gets the whole game; all connections get the events.
        const stored = await this.#dependencies.writer.write(live, {
          events: decision.events,
          circumstances,
        })
        if (!stored.ok) return stored
        const refusal = { code: overtakenIn(live.game) }
        return ok({ kind: 'refused', game: live.game, refusal })
      }
      case 'refused':
        return ok({ kind: 'refused', game: live.game, refusal: decision.refusal })
      case 'repeated':
        return ok({ kind: 'repeated', game: live.game })
      default:
        return unreachable(decision)
    }
  }

  /**
   * If the command is about a rematch, why the sender may not begin another game with the opponent.
   */
  async #refusalToMeet(
    { view: { seats, offers } }: Game,
    command: GameCommand,
    { player }: Sender,
  ): Promise<RefusalCode | undefined> {
    const isAboutRematch =
      command.type === 'offerRematch' ||
      (command.type === 'acceptOffer' &&
        offers.some(({ id, kind }) => id === command.offer && kind === 'rematch'))
    if (!isAboutRematch) return undefined
    const other = player === seats.black.id ? seats.white : seats.black
    return this.#dependencies.refusalToMeet(player, other.id)
  }

  async #lookNow(live: LiveGame): Promise<Result<void, Conflict>> {
    const decided = await this.#letTimeDecide(live)
    if (!decided.ok) return decided
    return decided.value ? ok(undefined) : this.#dependencies.writer.writeDeadline(live)
  }

  /** Returns whether time has decided anything. */
  async #letTimeDecide(live: LiveGame): Promise<Result<boolean, Conflict>> {
    const circumstances = this.#circumstances(live, undefined)
    const events = overdue(live.game, circumstances)
    if (events.length === 0) return ok(false)
    const stored = await this.#dependencies.writer.write(live, { events, circumstances })
    return stored.ok ? ok(true) : stored
  }

  #circumstances(live: LiveGame, sender: Sender | undefined): Circumstances {
    let drawn: Fresh | undefined
    const color = sender && colorOf(live.game.view, sender.player)
    return {
      now: this.#dependencies.now(),
      lagMs: sender?.lagMs ?? 0,
      opponentGoneSince: color && live.goneSince(opposite(color)),
      fresh: () => {
        drawn ??= this.#dependencies.chance.fresh()
        return drawn
      },
    }
  }
}

// --- internal ---

/** Why a command is refused after time has decided first. */
function overtakenIn({ view }: Game): RefusalCode {
  return view.ending === undefined ? 'stale' : 'gameOver'
}

/**
 * The outcome of a command that lost every attempt: repeated if it has already counted, otherwise
 * refused.
 */
function unlessCounted(game: Game, { id }: GameCommand): CommandOutcome {
  return game.commands.includes(id)
    ? { kind: 'repeated', game }
    : { kind: 'refused', game, refusal: { code: 'stale' } }
}
