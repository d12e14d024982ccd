import {
  type Challenge,
  type ChallengeId,
  formatTimeControl,
  type PlayerId,
} from '@hokito/protocol'
import { LinkedMap } from './linked-map.ts'

/** Open challenges by all that they are looked up by; no look-up depends on how many there are. */
export class Offers implements Iterable<Challenge> {
  readonly #all = new LinkedMap<ChallengeId, Challenge>()
  readonly #listed = new LinkedMap<ChallengeId, Challenge>()
  readonly #byPlayer = new Map<PlayerId, ChallengeMap>()
  /** Those that are for one player alone, by that player. */
  readonly #byOpponent = new Map<PlayerId, ChallengeMap>()
  /** Listed ones alone: nobody is paired by what was meant for a friend. */
  readonly #byTerms = new Map<string, ChallengeMap>()

  get size(): number {
    return this.#all.size
  }

  /** Those that everybody may see. */
  get listed(): Pick<ChallengeMap, 'size' | 'newest'> {
    return this.#listed
  }

  get(id: ChallengeId): Challenge | undefined {
    return this.#all.get(id)
  }

  /** Adds a challenge, or puts it in the place of the one with the same id and terms. */
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

  /** Players who offer something. */
  makers(): Iterable<PlayerId> {
    return this.#byPlayer.keys()
  }

  /** A player's own, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return [...(this.#byPlayer.get(player) ?? [])]
  }

  /** What is for a player alone, oldest first. */
  forPlayer(player: PlayerId): readonly Challenge[] {
    return [...(this.#byOpponent.get(player) ?? [])]
  }

  /**
   * The listed challenge that has waited longest on such terms, of another person than this one.
   * @param apart with whom else the player is not paired
   */
  longestWaiting(
    wish: Wanted,
    player: PlayerId,
    apart: ReadonlySet<PlayerId>,
  ): Challenge | undefined {
    // Those who are passed over are few: a player's own, whom the two lists of blocks may hold, and programs.
    for (const challenge of this.#byTerms.get(termsKey(wish)) ?? []) {
      const { id, isBot } = challenge.challenger
      // Whoever wants a program to play with chooses one.
      if (id !== player && !apart.has(id) && isBot !== true) return challenge
    }
    return undefined
  }

  /** Oldest first. */
  [Symbol.iterator](): Iterator<Challenge> {
    return this.#all[Symbol.iterator]()
  }
}

/** What two challenges must have in common for one to do for the other. */
export type Wanted = Pick<Challenge, 'terms' | 'color' | 'isListed'>

/** Would it do for both to be offered once? */
export function isSameWish(one: Wanted, other: Wanted): boolean {
  return one.isListed === other.isListed && termsKey(one) === termsKey(other)
}

// --- internal ---

type ChallengeMap = LinkedMap<ChallengeId, Challenge>

/** Terms and colours in one text, the same for the same wish in whatever order its parts come. */
function termsKey({ terms, color }: Pick<Challenge, 'terms' | 'color'>): string {
  const { setup, endRule, timeControl, allowsTakebacks, games, isRated = false } = terms
  const deal = setup.kind === 'given' ? setup.deal : ''
  const time = formatTimeControl(timeControl)
  return [setup.kind, deal, endRule, time, allowsTakebacks, games, isRated, color].join(' ')
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
