import {
  type Challenge,
  type ChallengeId,
  formatTimeControl,
  optionsOf,
  type PlayerId,
} from '@hokito/protocol'
import { LinkedMap } from './linked-map.ts'

/**
 * Open challenges, indexed by everything they are looked up by. No look-up depends on their number.
 */
export class Offers implements Iterable<Challenge> {
  readonly #all = new LinkedMap<ChallengeId, Challenge>()
  readonly #listed = new LinkedMap<ChallengeId, Challenge>()
  readonly #byPlayer = new Map<PlayerId, ChallengeMap>()
  /** Challenges to one player, by that player. */
  readonly #byOpponent = new Map<PlayerId, ChallengeMap>()
  /** Listed challenges only: pairing never uses one meant for a friend. */
  readonly #byTerms = new Map<string, ChallengeMap>()

  get size(): number {
    return this.#all.size
  }

  /** The listed challenges. */
  get listed(): Pick<ChallengeMap, 'size' | 'newest'> {
    return this.#listed
  }

  get(id: ChallengeId): Challenge | undefined {
    return this.#all.get(id)
  }

  /** Adds a challenge, or replaces the one with the same id and terms in its place. */
  set(challenge: Challenge): void {
    const { id, challenger, isListed, opponent } = challenge
    this.#all.set(id, challenge)
    mapOf(this.#byPlayer, challenger.id).set(id, challenge)
    if (opponent !== undefined) mapOf(this.#byOpponent, opponent.id).set(id, challenge)
    if (!isListed) return
    this.#listed.set(id, challenge)
    mapOf(this.#byTerms, termsKey(challenge)).set(id, challenge)
  }

  delete(challenge: Challenge): void {
    const { id, challenger, opponent } = challenge
    this.#all.delete(id)
    this.#listed.delete(id)
    deleteFrom(this.#byPlayer, challenger.id, id)
    if (opponent !== undefined) deleteFrom(this.#byOpponent, opponent.id, id)
    deleteFrom(this.#byTerms, termsKey(challenge), id)
  }

  /** Players with open challenges. */
  makers(): Iterable<PlayerId> {
    return this.#byPlayer.keys()
  }

  /** A player's own challenges, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return [...(this.#byPlayer.get(player) ?? [])]
  }

  /** Challenges that only this player may accept, oldest first. */
  forPlayer(player: PlayerId): readonly Challenge[] {
    return [...(this.#byOpponent.get(player) ?? [])]
  }

  /**
   * The listed challenge of another person that has waited longest on these terms.
   * @param apart other players with whom this player is not paired
   */
  longestWaiting(
    wish: Wanted,
    player: PlayerId,
    apart: ReadonlySet<PlayerId>,
  ): Challenge | undefined {
    // The loop skips few challenges: the player's own, those of blocked players, and those of bots.
    for (const challenge of this.#byTerms.get(termsKey(wish)) ?? []) {
      const { id, isBot } = challenge.challenger
      // A player who wants to play a bot chooses one.
      if (id !== player && !apart.has(id) && isBot !== true) return challenge
    }
    return undefined
  }

  /** Oldest first. */
  [Symbol.iterator](): Iterator<Challenge> {
    return this.#all[Symbol.iterator]()
  }
}

/** The properties that two challenges must share to be equivalent. */
export type Wanted = Pick<Challenge, 'terms' | 'color' | 'isListed'>

/** Would a single challenge serve for both? */
export function isSameWish(one: Wanted, other: Wanted): boolean {
  return one.isListed === other.isListed && termsKey(one) === termsKey(other)
}

// --- internal ---

type ChallengeMap = LinkedMap<ChallengeId, Challenge>

/** A key of terms and colours, independent of the order of their properties. */
function termsKey({ terms, color }: Pick<Challenge, 'terms' | 'color'>): string {
  const { setup, timeControl, allowsTakebacks, games, isRated = false, isDivided = false } = terms
  const { endRule, compensation } = optionsOf(terms)
  const deal = setup.kind === 'given' ? setup.deal : ''
  const time = formatTimeControl(timeControl)
  const rules = [endRule, compensation, isDivided, allowsTakebacks, games, isRated]
  return [setup.kind, deal, time, ...rules, color].join(' ')
}

function mapOf<Key>(maps: Map<Key, ChallengeMap>, key: Key): ChallengeMap {
  const map = maps.get(key) ?? new LinkedMap<ChallengeId, Challenge>()
  maps.set(key, map)
  return map
}

function deleteFrom<Key>(maps: Map<Key, ChallengeMap>, key: Key, id: ChallengeId): void {
  const map = maps.get(key)
  map?.delete(id)
  if (map?.size === 0) maps.delete(key)
}
