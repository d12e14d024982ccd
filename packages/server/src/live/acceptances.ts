import {
  type Challenge,
  type ChallengeId,
  colorOf,
  type PlayerCard,
  type PlayerId,
  type RefusalCode,
} from '@hokito/protocol'
import { type ByColor, err, type Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import type { Cluster } from './cluster.ts'
import { isSameWish } from './offers.ts'
import type { OpenChallenges } from './open-challenges.ts'
import { quickOf, quickWish } from './wishes.ts'

/** The parts of the server with which the games of challenges begin. */
export interface AcceptancesDependencies {
  readonly open: OpenChallenges
  readonly chance: Pick<Chance, 'below'>
  /**
   * Begins the game of a challenge and removes the challenge in the same commit, together with
   * those in `taken`, which must all still be stored. Returns the existing game if the challenge
   * has already led to one, even between other players.
   */
  readonly begin: (
    challenge: Challenge,
    seats: ByColor<PlayerCard>,
    taken: readonly ChallengeId[],
  ) => Promise<Result<Game, RefusalCode>>
  readonly countRunning: (player: PlayerId) => Promise<number>
  /** How many running games a player may have. */
  readonly mostRunningOf: (player: PlayerId) => number
  readonly people: {
    /** Why a player may not begin a game with another; undefined if they may. */
    readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  }
  readonly cluster: Pick<Cluster, 'hasOthers'>
}

/** Begins the games of accepted challenges. Each challenge is accepted once. */
export class Acceptances {
  readonly #dependencies: AcceptancesDependencies
  readonly #open: OpenChallenges
  /** How many games of each player are being stored. */
  readonly #beginning = new Map<PlayerId, number>()

  constructor(dependencies: AcceptancesDependencies) {
    this.#dependencies = dependencies
    this.#open = dependencies.open
  }

  /** Begins the game of an open challenge. If that fails, all taken challenges open again. */
  async begin(challenge: Challenge, player: PlayerCard): Promise<Result<Game, RefusalCode>> {
    const { people } = this.#dependencies
    const taken = this.#take(challenge, player)
    this.#countBeginning(player.id, 1)
    let used: readonly Challenge[] = []
    let isLost = false
    try {
      const refusal = await people.refusalToMeet(player.id, challenge.challenger.id)
      if (refusal !== undefined) return err(refusal)
      const contested = await this.#contested(taken)
      const seats = this.#seatsOf(challenge, player)
      const begun = await this.#dependencies.begin(challenge, seats, contested)
      isLost = !begun.ok && begun.error === 'unknownChallenge'
      if (!begun.ok) return begun
      const isSeated = colorOf(begun.value.view, player.id) !== undefined
      used = isSeated ? taken : taken.filter(({ challenger }) => challenger.id !== player.id)
      return isSeated ? begun : err('unknownChallenge')
    } finally {
      this.#countBeginning(player.id, -1)
      await this.#open.settle(taken, used)
      // Another node was quicker with one of them. Ask the store which ones remain.
      if (isLost) await this.#open.hear(taken.map(({ id }) => id))
    }
  }

  /** Does a player have so many games that another may not begin now? */
  async isBusy(player: PlayerId): Promise<boolean> {
    return this.playsEnough(player, await this.#dependencies.countRunning(player))
  }

  /** Like {@link Acceptances.isBusy}, for a count of running games. Games that begin count too. */
  playsEnough(player: PlayerId, running: number): boolean {
    const most = this.#dependencies.mostRunningOf(player)
    return running + (this.#beginning.get(player) ?? 0) >= most
  }

  /** Challenges that must still be stored when the game begins: another node could take them. */
  async #contested(taken: readonly Challenge[]): Promise<readonly ChallengeId[]> {
    if (!this.#dependencies.cluster.hasOthers) return []
    await this.#open.arrived(taken)
    return taken.map(({ id }) => id)
  }

  /**
   * Takes a challenge and all quick-pairing challenges of both players, so that neither is paired
   * twice.
   */
  #take(challenge: Challenge, player: PlayerCard): readonly Challenge[] {
    const waiting = [player.id, challenge.challenger.id].flatMap((one) => this.#quickOf(one))
    const taken = [challenge, ...waiting.filter(({ id }) => id !== challenge.id)]
    this.#open.take(taken)
    return taken
  }

  #countBeginning(player: PlayerId, change: 1 | -1): void {
    const count = (this.#beginning.get(player) ?? 0) + change
    if (count === 0) this.#beginning.delete(player)
    else this.#beginning.set(player, count)
  }

  #seatsOf({ color, challenger }: Challenge, other: PlayerCard): ByColor<PlayerCard> {
    const isBlack =
      color === 'random' ? this.#dependencies.chance.below(2) === 0 : color === 'black'
    return isBlack ? { black: challenger, white: other } : { black: other, white: challenger }
  }

  #quickOf(player: PlayerId): readonly Challenge[] {
    return this.#open
      .ofPlayer(player)
      .filter((open) => isSameWish(open, quickWish(quickOf(open.terms))))
  }
}
