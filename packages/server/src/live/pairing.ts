import type {
  Challenge,
  ChallengeId,
  PlayerCard,
  PlayerId,
  RefusalCode,
  Terms,
  TimeControl,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Acceptances } from './acceptances.ts'
import type { Cluster } from './cluster.ts'
import type { EventStream } from './events.ts'
import { isSameWish } from './offers.ts'
import { openWish, type Quick, quickOf, quickWish, type WishDependencies } from './wishes.ts'

/** The parts of the server that pairing works with. */
export interface PairingDependencies extends WishDependencies {
  readonly acceptances: Acceptances
  /** The game that a challenge has led to, if a player sits in it. */
  readonly gameOf: (challenge: ChallengeId, player: PlayerId) => Promise<Game | undefined>
  readonly countRunning: (player: PlayerId) => Promise<number>
  readonly people: {
    /** All players whom this player has blocked or who have blocked this player. */
    readonly apartFrom: (player: PlayerId) => Promise<ReadonlySet<PlayerId>>
    /** Why a player may not begin games against anyone who comes; undefined if they may. */
    readonly refusalToMeetAnyone: (player: PlayerId) => Promise<RefusalCode | undefined>
  }
  readonly cluster: Pick<Cluster, 'hasOthers'>
  readonly events: EventStream
}

/** The result of quick pairing: a game, or an open challenge to wait with. */
export type Paired = { readonly game: Game } | { readonly challenge: Challenge }

/** Pairs players who take any opponent on their terms. */
export class Pairing {
  readonly #dependencies: PairingDependencies
  /** Players who wait to be paired, by the challenge they made here. */
  readonly #seeking = new Map<ChallengeId, Seeker>()

  constructor(dependencies: PairingDependencies) {
    this.#dependencies = dependencies
  }

  /** Accepts the listed challenge that has waited longest on the same terms, or makes one. */
  async pair(
    player: PlayerCard,
    timeControl: TimeControl,
    choices: Omit<Quick, 'timeControl'> = {},
  ): Promise<Result<Paired, RefusalCode>> {
    // Players who ask to be paired expect a person.
    if (player.isBot) return err('forPeople')
    const { open, acceptances, people } = this.#dependencies
    const refusal = await people.refusalToMeetAnyone(player.id)
    if (refusal !== undefined) return err(refusal)
    const apart = await people.apartFrom(player.id)
    const running = await this.#dependencies.countRunning(player.id)
    const wish = quickWish({ timeControl, ...choices })
    // One that is taken counts too: a player who asks again while it is being accepted would
    // otherwise wait for a second game.
    const waiting = [...open.ofPlayer(player.id), ...open.takenOf(player.id)]
    const own = waiting.find((other) => isSameWish(other, wish))
    if (own !== undefined) return ok({ challenge: own })
    if (acceptances.playsEnough(player.id, running)) return err('tooManyGames')
    const match = open.longestWaiting(wish, player.id, apart)
    if (match !== undefined) return this.#pairWith(match, player, wish.terms)
    const offered = await openWish(this.#dependencies, player, wish)
    if (!offered.ok) return offered
    const { value: challenge } = offered
    if (!this.#dependencies.cluster.hasOthers) return ok({ challenge })
    const seeker = { player, apart }
    this.#seeking.set(challenge.id, seeker)
    // A player who has begun to wait on another node is stored by now, or will find this challenge.
    await open.findNew(challenge.createdAt - RECENT_MS)
    return this.#pairLate(seeker, challenge)
  }

  /**
   * Pairs players who wait here with players who began to wait on another node at the same moment.
   */
  async pairWaiting(): Promise<void> {
    const { open, events } = this.#dependencies
    for (const [id, seeker] of this.#seeking) {
      const own = open.get(id)
      if (own === undefined) this.#seeking.delete(id)
      else if (open.longestWaiting(own, seeker.player.id, seeker.apart) !== undefined) {
        const paired = await this.#pairLate(seeker, own)
        if (!paired.ok || !('game' in paired.value)) continue
        // Nobody waits for a reply, and the game may have begun with the other's challenge.
        const { game } = paired.value
        events.publish('gameStarted', { game, challenge: id, only: seeker.player.id })
      }
    }
  }

  /** Refreshes the list of players with whom this player is not paired. */
  async renewApart(player: PlayerId): Promise<void> {
    for (const [id, seeker] of this.#seeking) {
      if (seeker.player.id !== player) continue
      const apart = await this.#dependencies.people.apartFrom(player)
      this.#seeking.set(id, { player: seeker.player, apart })
    }
  }

  async #pairWith(
    match: Challenge,
    player: PlayerCard,
    terms: Terms,
  ): Promise<Result<Paired, RefusalCode>> {
    const { open, acceptances } = this.#dependencies
    const begun = await acceptances.begin(match, player)
    if (begun.ok) return ok({ game: begun.value })
    const isOut = CANNOT_PLAY.has(begun.error)
    const isTaken = begun.error === 'unknownChallenge'
    // A new block concerns only this pair, so the match stays open for others.
    if (!isOut && !isTaken && begun.error !== 'blocked') return begun
    // A challenger who cannot play, or plays already, must not keep others from meeting. With other
    // nodes, a different challenge may have been the one taken, and the store has already been
    // asked which ones remain.
    if (isOut || (isTaken && !this.#dependencies.cluster.hasOthers)) await open.remove([match])
    const { timeControl, ...choices } = quickOf(terms)
    return this.pair(player, timeControl, choices)
  }

  /** Pairs a player who already waits, if there is a match. Otherwise they keep waiting. */
  async #pairLate({ player, apart }: Seeker, own: Challenge): Promise<Result<Paired, RefusalCode>> {
    const { open, acceptances } = this.#dependencies
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Another player is accepting it. Either they hear that the game has begun, or it opens
      // again.
      if (open.isTaken(own.id)) return ok({ challenge: own })
      const challenge = open.get(own.id)
      if (challenge === undefined) return this.#pairedBy(player, [own.id])
      const match = open.longestWaiting(own, player.id, apart)
      if (match === undefined) return ok({ challenge })
      const begun = await acceptances.begin(match, player)
      if (begun.ok) return ok({ game: begun.value })
      if (CANNOT_PLAY.has(begun.error)) await open.remove([match])
      else if (begun.error === 'blocked') return ok({ challenge })
      else if (begun.error !== 'unknownChallenge') return begun
      const led = await this.#pairedBy(player, [match.id, own.id])
      if (led.ok) return led
    }
    return ok({ challenge: own })
  }

  /** The game, if another node has paired the player through one of these challenges. */
  async #pairedBy(
    player: PlayerCard,
    ids: readonly ChallengeId[],
  ): Promise<Result<Paired, RefusalCode>> {
    for (const id of ids) {
      const game = await this.#dependencies.gameOf(id, player.id)
      if (game !== undefined) return ok({ game })
    }
    return err('unknownChallenge')
  }
}

// --- internal ---

/**
 * Longer than the difference between the clocks of two nodes plus the delay of news about a
 * challenge.
 */
const RECENT_MS = 30_000

/** A player who waits to be paired, and the players with whom they are not paired. */
interface Seeker {
  readonly player: PlayerCard
  readonly apart: ReadonlySet<PlayerId>
}

/** After such a refusal the challenge is closed and its maker passed over. */
const CANNOT_PLAY: ReadonlySet<RefusalCode> = new Set(['opponentWaits', 'opponentBarred'])

/** How often another player may be quicker before this one keeps waiting. */
const MOST_TRIES = 5
