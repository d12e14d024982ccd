import type { Challenge, ChallengeId, PlayerCard, PlayerId } from '@hokito/protocol'
import type { ChallengeStore } from './challenge-store.ts'
import type { Cluster } from './cluster.ts'
import type { EventStream } from './events.ts'
import { LinkedMap } from './linked-map.ts'
import { LobbyNews } from './lobby-news.ts'
import { isExpired, isForDays, isForgotten, isForThisMoment, MOST_OPEN } from './offer-limits.ts'
import { Offers, type Wanted } from './offers.ts'
import { isAddressed } from './opponent.ts'

/** The parts of the server that open challenges work with. */
export interface OpenChallengesDependencies {
  readonly store: ChallengeStore
  readonly now: () => number
  readonly events: EventStream
  readonly cluster: Pick<Cluster, 'hasOthers' | 'tellChallenges' | 'noteGone'>
}

/**
 * All open challenges, in memory and in the store. Opens and closes them, and publishes the
 * changes. Holds the challenges that are taken while their games are being stored.
 */
export class OpenChallenges {
  readonly #dependencies: OpenChallengesDependencies
  readonly #offers = new Offers()
  /** Makers of open challenges without a connection, the longest absent first. */
  readonly #absent = new LinkedMap<PlayerId, Maker>()
  /** Challenges that are open here but still being stored. */
  readonly #arriving = new Map<ChallengeId, Promise<void>>()
  /** Accepted challenges whose games are being stored. If that fails, they open again. */
  readonly #taken = new Map<ChallengeId, Challenge>()
  readonly news = new LobbyNews(this.#offers)

  constructor(dependencies: OpenChallengesDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Restores the challenges that were open before a restart. On a single node, removes live offers,
   * because their makers have lost their connections.
   */
  async load(): Promise<void> {
    const kept = await this.#dependencies.store.readOpen(MOST_OPEN)
    this.open(kept.map(({ challenge }) => challenge))
    for (const { challenge, seenAt } of kept.toSorted((a, b) => a.seenAt - b.seenAt)) {
      this.noteAbsent(challenge.challenger.id, seenAt)
    }
    // With other nodes, a later check finds out whose makers are connected.
    if (!this.#dependencies.cluster.hasOthers) {
      await this.remove([...this.#offers].filter(isForThisMoment))
    }
    await this.dropExpired()
    this.news.next()
  }

  get(id: ChallengeId): Challenge | undefined {
    return this.#offers.get(id)
  }

  /** A player's own challenges, listed or not, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return this.#offers.ofPlayer(player)
  }

  /** Challenges that only this player may accept, oldest first. */
  forPlayer(player: PlayerId): readonly Challenge[] {
    return this.#offers.forPlayer(player)
  }

  /**
   * The listed challenge that has waited longest on these terms and with whose maker this player
   * may be paired.
   */
  longestWaiting(
    wish: Wanted,
    player: PlayerId,
    apart: ReadonlySet<PlayerId>,
  ): Challenge | undefined {
    return this.#offers.longestWaiting(wish, player, apart)
  }

  /**
   * The challenges to remove to make room for one more: none while there is room; undefined if no
   * room can be made.
   */
  displaced(): readonly Challenge[] | undefined {
    if (this.#offers.size < MOST_OPEN) return []
    const [longestGone] = this.#absent
    return longestGone && this.ofPlayer(longestGone.player).slice(0, 1)
  }

  /**
   * Opens and stores a challenge, and removes those that made room for it. Others see it before it
   * is stored.
   */
  async add(challenge: Challenge, displaced: readonly Challenge[]): Promise<void> {
    // In memory first, so that two concurrent requests cannot both use the last free place.
    this.close(displaced)
    this.open([challenge])
    const stored = this.#store(challenge, displaced)
    this.#arriving.set(challenge.id, stored)
    try {
      await stored
    } catch (error) {
      this.close([challenge])
      throw error
    } finally {
      this.#arriving.delete(challenge.id)
    }
  }

  /** Resolves when none of these challenges is being stored any more, even if storing failed. */
  async arrived(challenges: readonly Challenge[]): Promise<void> {
    await Promise.allSettled(challenges.map(({ id }) => this.#arriving.get(id)))
  }

  /** Another node reports that these challenges have changed. */
  hear(ids: readonly ChallengeId[]): Promise<void> {
    return this.#compare(ids)
  }

  /** Compares all open challenges with the store. */
  async catchUp(): Promise<void> {
    const known = [...this.#offers].map(({ id }) => id)
    const ids = new Set(await this.#dependencies.store.idsSince(0))
    const unknown = [...ids].filter((id) => this.get(id) === undefined)
    const missing = known.filter((id) => !ids.has(id))
    await this.#compareInParts([...missing, ...unknown])
  }

  /** Tells the players to whom these challenges were that they are gone. */
  tellGone(challenges: readonly Challenge[], isDeclined = false): void {
    for (const challenge of challenges.filter(isAddressed)) {
      this.#dependencies.events.publish('challengeGone', { challenge, isDeclined })
    }
  }

  /**
   * Brings these challenges in memory up to date with the store, except those being stored or
   * taken.
   */
  async #compare(ids: readonly ChallengeId[]): Promise<void> {
    const stored = await this.#dependencies.store.readThese(ids)
    const there = new Set(stored.map(({ id }) => id))
    const isOurs = (id: ChallengeId) => this.#arriving.has(id) || this.#taken.has(id)
    // A node of the previous version stores the receiver after the challenge itself.
    const isOther = ({ id, opponent }: Challenge) => this.get(id)?.opponent?.id !== opponent?.id
    const isNew = (one: Challenge) => this.get(one.id) === undefined || isOther(one)
    const found = stored.filter((one) => isNew(one) && !isOurs(one.id))
    this.close(found.flatMap(({ id }) => this.get(id) ?? []))
    this.open(found)
    const isGone = (id: ChallengeId) => !there.has(id) && !isOurs(id)
    const gone = ids.filter(isGone).flatMap((id) => this.get(id) ?? [])
    this.close(gone)
    this.#dependencies.cluster.noteGone(gone)
    this.tellGone(gone)
  }

  /** Opens challenges made at or after an instant that are unknown here. */
  async findNew(createdAt: number): Promise<void> {
    const ids = await this.#dependencies.store.idsSince(createdAt)
    await this.#compareInParts(ids.filter((id) => this.get(id) === undefined))
  }

  async #compareInParts(changed: readonly ChallengeId[]): Promise<void> {
    for (let from = 0; from < changed.length; from += MOST_COMPARED) {
      await this.#compare(changed.slice(from, from + MOST_COMPARED))
    }
  }

  /** Players with open challenges. */
  makers(): Iterable<PlayerId> {
    return this.#offers.makers()
  }

  /**
   * Closes challenges and removes them from the store. Returns the ids that were still stored;
   * another node may have taken the others.
   */
  async remove(challenges: readonly Challenge[]): Promise<readonly ChallengeId[]> {
    this.close(challenges)
    return this.forget(challenges)
  }

  /** Opens challenges in memory only. */
  open(challenges: readonly Challenge[]): void {
    for (const challenge of challenges) {
      this.#offers.set(challenge)
      if (challenge.isListed) this.news.opened(challenge.id)
    }
    this.#tell(challenges, true)
  }

  /** Closes challenges in memory only. Some of them may already be closed. */
  close(challenges: readonly Challenge[]): void {
    const open = challenges.filter(({ id }) => this.get(id) !== undefined)
    for (const challenge of open) {
      const { id, challenger, isListed } = challenge
      this.#offers.delete(challenge)
      if (isListed) this.news.closed(id)
      if (this.ofPlayer(challenger.id).length === 0) this.#absent.delete(challenger.id)
    }
    this.#tell(open, false)
  }

  /** Closes challenges in memory while the game of one of them is being stored. */
  take(challenges: readonly Challenge[]): void {
    this.close(challenges)
    for (const challenge of challenges) this.#taken.set(challenge.id, challenge)
  }

  isTaken(id: ChallengeId): boolean {
    return this.#taken.has(id)
  }

  /** A player's challenges that are taken. */
  takenOf(player: PlayerId): readonly Challenge[] {
    return [...this.#taken.values()].filter(({ challenger }) => challenger.id === player)
  }

  /** Keeps a player's taken challenges of this kind closed even if their games do not begin. */
  abandonTaken(player: PlayerId, isMeant: (challenge: Challenge) => boolean): void {
    for (const challenge of this.#taken.values()) {
      const isTheirs = challenge.challenger.id === player
      if (isTheirs && isMeant(challenge)) this.#taken.delete(challenge.id)
    }
  }

  /** Reopens taken challenges, except used ones and those withdrawn meanwhile. */
  async settle(taken: readonly Challenge[], used: readonly Challenge[]): Promise<void> {
    const open = taken.filter((one) => this.#taken.has(one.id) && !used.includes(one))
    for (const { id } of taken) this.#taken.delete(id)
    this.open(open)
    await this.forget(taken.filter((one) => !open.includes(one)))
  }

  /** Removes challenges from the store only. Returns the ids that were stored. */
  async forget(challenges: readonly Challenge[]): Promise<readonly ChallengeId[]> {
    // A challenge that is still being stored would arrive after its removal.
    await this.arrived(challenges)
    const removed = await this.#dependencies.store.remove(challenges)
    this.tellOthers(challenges)
    return removed
  }

  /** Tells the other nodes that these challenges were stored or removed. */
  tellOthers(challenges: readonly Challenge[]): void {
    if (challenges.length === 0) return
    this.#dependencies.cluster.tellChallenges(challenges.map(({ id }) => id))
  }

  /** Puts a player's new name on their challenges and on challenges to them. */
  rename({ id: player, name }: PlayerCard): void {
    const own = this.ofPlayer(player)
    for (const challenge of own) {
      this.#offers.set({ ...challenge, challenger: { ...challenge.challenger, name } })
      if (challenge.isListed) this.news.changed(challenge.id)
    }
    for (const challenge of this.forPlayer(player)) {
      if (isAddressed(challenge)) {
        this.#offers.set({ ...challenge, opponent: { ...challenge.opponent, name } })
      }
    }
    if (own.some(({ isListed }) => isListed)) this.#publishChange()
  }

  /** Records since when a player with open challenges has had no connection. */
  noteAbsent(player: PlayerId, goneSince: number): void {
    if (this.ofPlayer(player).length > 0) this.#absent.set(player, { player, goneSince })
  }

  notePresent(player: PlayerId): void {
    this.#absent.delete(player)
  }

  /** Closes challenges that have been open for too long, and those whose maker does not return. */
  async dropExpired(): Promise<void> {
    const now = this.#dependencies.now()
    const forgotten = [...this.#absent]
      .filter(({ goneSince }) => isForgotten(goneSince, now))
      .flatMap(({ player }) => this.ofPlayer(player).filter(isForDays))
    await this.remove(forgotten)
    await this.remove([...this.#offers].filter((challenge) => isExpired(challenge, now)))
  }

  async #store(challenge: Challenge, displaced: readonly Challenge[]): Promise<void> {
    const { store } = this.#dependencies
    await store.insert(challenge)
    await store.remove(displaced)
    this.tellOthers([challenge, ...displaced])
  }

  #tell(challenges: readonly Challenge[], isOpen: boolean): void {
    const { events } = this.#dependencies
    if (challenges.some(({ isListed }) => isListed)) this.#publishChange()
    const name = isOpen ? 'challengeOpened' : 'challengeClosed'
    for (const challenge of challenges.filter(isAddressed)) events.publish(name, challenge)
  }

  #publishChange(): void {
    this.#dependencies.events.publish('lobbyChanged', undefined)
  }
}

// --- internal ---

/** How many challenges one query asks for. */
const MOST_COMPARED = 500

interface Maker {
  readonly player: PlayerId
  readonly goneSince: number
}
