import type { Challenge, ChallengeId, PlayerCard, PlayerId } from '@hokito/protocol'
import type { ChallengeStore } from '../store/challenge-store.ts'
import { Line } from './line.ts'
import { LobbyNews } from './lobby-news.ts'
import { isExpired, isForDays, isForgotten, isForThisMoment, MOST_OPEN } from './offer-limits.ts'
import { Offers, type Wanted } from './offers.ts'

/** What open challenges need from the rest of the server. */
export interface OpenChallengesDependencies {
  readonly store: ChallengeStore
  readonly now: () => number
  /** There is news. */
  readonly onChange: () => void
}

/** All open challenges, in memory and on the disk: how they come and go, and the news of it. */
export class OpenChallenges {
  readonly #dependencies: OpenChallengesDependencies
  readonly #offers = new Offers()
  /** Makers of open challenges without a connection, the longest gone first. */
  readonly #absent = new Line<PlayerId, Maker>()
  readonly news = new LobbyNews(this.#offers)

  constructor(dependencies: OpenChallengesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Brings back what was open before a restart. Listed offers of a game at once are gone with the
   * connections of those who made them.
   */
  async load(): Promise<void> {
    const kept = await this.#dependencies.store.readOpen(MOST_OPEN)
    this.open(kept.map(({ challenge }) => challenge))
    for (const { challenge, seenAt } of kept.toSorted((a, b) => a.seenAt - b.seenAt)) {
      this.noteAbsent(challenge.challenger.id, seenAt)
    }
    await this.remove([...this.#offers].filter(isForThisMoment))
    await this.dropExpired()
    this.news.next()
  }

  get(id: ChallengeId): Challenge | undefined {
    return this.#offers.get(id)
  }

  /** A player's own, listed or not, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return this.#offers.ofPlayer(player)
  }

  /** The listed challenge that has waited longest on such terms, of another player than this one. */
  longestWaiting(wish: Wanted, player: PlayerId): Challenge | undefined {
    return this.#offers.longestWaiting(wish, player)
  }

  /** What makes room for one more: nothing while there is room, undefined where none can be made. */
  displaced(): readonly Challenge[] | undefined {
    if (this.#offers.size < MOST_OPEN) return []
    const [longestGone] = this.#absent
    return longestGone && this.ofPlayer(longestGone.player).slice(0, 1)
  }

  /** Stores a challenge, and takes off the disk what made room for it. Others see it before it is there. */
  async add(challenge: Challenge, displaced: readonly Challenge[]): Promise<void> {
    // In memory first, so that two requests at once cannot both be the last allowed one.
    this.close(displaced)
    this.open([challenge])
    try {
      await this.#dependencies.store.insert(challenge)
      await this.#dependencies.store.remove(displaced)
    } catch (error) {
      this.close([challenge])
      throw error
    }
  }

  async remove(challenges: readonly Challenge[]): Promise<void> {
    this.close(challenges)
    await this.forget(challenges)
  }

  /** In memory alone. */
  open(challenges: readonly Challenge[]): void {
    for (const challenge of challenges) {
      this.#offers.set(challenge)
      if (challenge.isListed) this.news.opened(challenge.id)
    }
    this.#tell(challenges)
  }

  /** In memory alone; what is closed already may be among them. */
  close(challenges: readonly Challenge[]): void {
    const open = challenges.filter(({ id }) => this.get(id) !== undefined)
    for (const challenge of open) {
      const { id, challenger, isListed } = challenge
      this.#offers.delete(challenge)
      if (isListed) this.news.closed(id)
      if (this.ofPlayer(challenger.id).length === 0) this.#absent.delete(challenger.id)
    }
    this.#tell(open)
  }

  /** On the disk alone. */
  async forget(challenges: readonly Challenge[]): Promise<void> {
    await this.#dependencies.store.remove(challenges)
  }

  /** Puts a player's new name on what that player offers. */
  rename(player: PlayerCard): void {
    const own = this.ofPlayer(player.id)
    for (const challenge of own) {
      this.#offers.set({ ...challenge, challenger: player })
      if (challenge.isListed) this.news.changed(challenge.id)
    }
    this.#tell(own)
  }

  /** Remembers since when a player has had no connection, if that player offers anything. */
  noteAbsent(player: PlayerId, goneSince: number): void {
    if (this.ofPlayer(player).length > 0) this.#absent.set(player, { player, goneSince })
  }

  notePresent(player: PlayerId): void {
    this.#absent.delete(player)
  }

  /** Closes what has been open for too long, and what was made by somebody who does not come back. */
  async dropExpired(): Promise<void> {
    const now = this.#dependencies.now()
    const forgotten = [...this.#absent]
      .filter(({ goneSince }) => isForgotten(goneSince, now))
      .flatMap(({ player }) => this.ofPlayer(player).filter(isForDays))
    await this.remove(forgotten)
    await this.remove([...this.#offers].filter((challenge) => isExpired(challenge, now)))
  }

  #tell(challenges: readonly Challenge[]): void {
    if (challenges.some(({ isListed }) => isListed)) this.#dependencies.onChange()
  }
}

// --- internal ---

interface Maker {
  readonly player: PlayerId
  readonly goneSince: number
}
