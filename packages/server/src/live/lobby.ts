import {
  type Challenge,
  type ChallengeId,
  isLive,
  type PlayerCard,
  type PlayerId,
  type RefusalCode,
  type TimeControl,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import { Acceptances, type AcceptancesDependencies } from './acceptances.ts'
import type { LobbyNews } from './lobby-news.ts'
import { isForThisMoment } from './offer-limits.ts'
import { OpenChallenges, type OpenChallengesDependencies } from './open-challenges.ts'
import { answersAtOnce, refusalToAskPerson } from './opponent.ts'
import { type Paired, Pairing, type PairingDependencies } from './pairing.ts'
import { openWish, type Quick, type Wish, type WishDependencies } from './wishes.ts'

/** The parts of the server that the lobby works with. */
export interface LobbyDependencies
  extends OpenChallengesDependencies,
    Omit<AcceptancesDependencies, Made>,
    Omit<PairingDependencies, Made> {
  readonly chance: Chance
  /** Is a player connected? */
  readonly isHere: (player: PlayerId) => boolean
  readonly cluster: OpenChallengesDependencies['cluster']
  readonly people: LobbyPeople
}

/** Blocks and sanctions between people: which players may not meet. */
export type LobbyPeople = AcceptancesDependencies['people'] &
  PairingDependencies['people'] & {
    readonly hasAccount: (player: PlayerId) => Promise<boolean>
  }

/** Pairs players through open challenges. */
export class Lobby {
  readonly #dependencies: LobbyDependencies & WishDependencies
  readonly #open: OpenChallenges
  readonly #acceptances: Acceptances
  readonly #pairing: Pairing

  constructor(dependencies: LobbyDependencies) {
    this.#open = new OpenChallenges(dependencies)
    this.#dependencies = { ...dependencies, open: this.#open }
    this.#acceptances = new Acceptances(this.#dependencies)
    this.#pairing = new Pairing({ ...this.#dependencies, acceptances: this.#acceptances })
  }

  get news(): LobbyNews {
    return this.#open.news
  }

  /** Restores the challenges that were open before a restart, except live offers. */
  load(): Promise<void> {
    return this.#open.load()
  }

  find(id: ChallengeId): Challenge | undefined {
    return this.#open.get(id)
  }

  /**
   * Like {@link Lobby.find}, but also finds a challenge that another node has not announced yet.
   */
  async lookUp(id: ChallengeId): Promise<Challenge | undefined> {
    await this.#learn(id)
    return this.find(id)
  }

  /** The game that a challenge has led to, if a player sits in it. */
  async gameOf(id: ChallengeId, player: PlayerId): Promise<Game | undefined> {
    return this.#dependencies.gameOf(id, player)
  }

  /** Another node reports that these challenges have changed. */
  hear(ids: readonly ChallengeId[]): Promise<void> {
    return this.#open.hear(ids)
  }

  /** Compares all open challenges with the store. */
  catchUp(): Promise<void> {
    return this.#open.catchUp()
  }

  /** Players with open challenges, wherever they are connected. */
  makers(): Iterable<PlayerId> {
    return this.#open.makers()
  }

  /**
   * Pairs players who wait here with players who began to wait on another node at the same moment.
   */
  pairWaiting(): Promise<void> {
    return this.#pairing.pairWaiting()
  }

  /** Refreshes the list of players with whom this player is not paired. */
  renewApart(player: PlayerId): Promise<void> {
    return this.#pairing.renewApart(player)
  }

  /** A player's open challenges, listed or not, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return this.#open.ofPlayer(player)
  }

  /** Challenges that only this player may accept, oldest first. */
  forPlayer(player: PlayerId): readonly Challenge[] {
    return this.#open.forPlayer(player)
  }

  async offer(challenger: PlayerCard, wish: Wish): Promise<Result<Challenge, RefusalCode>> {
    const { opponent } = wish
    const refusal =
      opponent === undefined
        ? await this.#dependencies.people.refusalToMeetAnyone(challenger.id)
        : await this.#refusalToAsk(challenger, opponent)
    return refusal === undefined ? openWish(this.#dependencies, challenger, wish) : err(refusal)
  }

  /** Accepts the listed challenge that has waited longest on the same terms, or makes one. */
  pair(
    player: PlayerCard,
    timeControl: TimeControl,
    choices: Omit<Quick, 'timeControl'> = {},
  ): Promise<Result<Paired, RefusalCode>> {
    return this.#pairing.pair(player, timeControl, choices)
  }

  /** Begins the game of a challenge. A live game begins only while the challenger is connected. */
  async accept(player: PlayerCard, id: ChallengeId): Promise<Result<Game, RefusalCode>> {
    const { people, countRunning } = this.#dependencies
    await this.#learn(id)
    const wanted = this.find(id)
    if (wanted === undefined) return err('unknownChallenge')
    if (wanted.challenger.id === player.id) return err('ownChallenge')
    const refusal = await people.refusalToMeet(player.id, wanted.challenger.id)
    if (refusal !== undefined) return err(refusal)
    const running = await countRunning(player.id)
    // From here on nothing is awaited. The challenge may have been taken meanwhile, but not twice.
    const challenge = this.find(id)
    if (challenge === undefined) return err('unknownChallenge')
    if ((challenge.opponent?.id ?? player.id) !== player.id) return err('notForYou')
    if (player.isBot && challenge.isListed && !challenge.challenger.isBot) return err('forPeople')
    if (this.#acceptances.playsEnough(player.id, running)) return err('tooManyGames')
    if (this.#isDeserted(challenge)) return err('opponentAway')
    return this.#acceptances.begin(challenge, player)
  }

  async withdraw(player: PlayerId, id: ChallengeId): Promise<Result<Challenge, RefusalCode>> {
    await this.#learn(id)
    const challenge = this.find(id)
    if (challenge === undefined) {
      // Another player is accepting it. If that fails, it stays closed.
      this.#open.abandonTaken(player, (taken) => taken.id === id)
      return err('unknownChallenge')
    }
    if (challenge.challenger.id !== player) return err('notYourChallenge')
    return this.#end(challenge)
  }

  /** The player for whom the challenge is declines it. */
  async decline(player: PlayerId, id: ChallengeId): Promise<Result<Challenge, RefusalCode>> {
    await this.#learn(id)
    const challenge = this.find(id)
    if (challenge === undefined) return err('unknownChallenge')
    if (challenge.opponent?.id !== player) return err('notForYou')
    return this.#end(challenge, { isDeclined: true })
  }

  /** A player has connected. */
  enter(player: PlayerId): void {
    this.#open.notePresent(player)
  }

  /** A player has lost the last connection. Their live offers close. */
  async leave(player: PlayerId): Promise<void> {
    this.#open.noteAbsent(player, this.#dependencies.now())
    await this.#closeOf(player, isForThisMoment)
  }

  /** A player has to wait before the next game. Their listed challenges close. */
  async closeListed(player: PlayerId): Promise<void> {
    await this.#closeOf(player, ({ isListed }) => isListed)
  }

  /** Closes challenges between two players if one has blocked the other. */
  async part(one: PlayerId, other: PlayerId): Promise<void> {
    const apart = await this.#dependencies.people.apartFrom(one)
    if (!apart.has(other)) return
    await this.#closeOf(one, ({ opponent }) => opponent?.id === other)
    await this.#closeOf(other, ({ opponent }) => opponent?.id === one)
  }

  /** Puts a player's new name on their challenges and on challenges to them. */
  rename(player: PlayerCard): void {
    this.#open.rename(player)
  }

  /** Closes challenges that have been open for too long, and those whose maker does not return. */
  dropExpired(): Promise<void> {
    return this.#open.dropExpired()
  }

  /** Withdraws or declines a challenge. */
  async #end(
    challenge: Challenge,
    { isDeclined = false } = {},
  ): Promise<Result<Challenge, RefusalCode>> {
    const removed = await this.#open.remove([challenge])
    // Another node was quicker, and its game begins.
    if (removed.length === 0) return err('unknownChallenge')
    this.#open.tellGone([challenge], isDeclined)
    return ok(challenge)
  }

  /** Why a player may not challenge another player. */
  async #refusalToAsk(
    challenger: PlayerCard,
    opponent: PlayerCard,
  ): Promise<RefusalCode | undefined> {
    const { people } = this.#dependencies
    const refusal = await people.refusalToMeet(challenger.id, opponent.id)
    if (refusal !== undefined) return refusal
    if (!answersAtOnce(opponent)) return refusalToAskPerson(challenger, opponent, people)
    return (await this.#acceptances.isBusy(opponent.id)) ? 'opponentBusy' : undefined
  }

  /**
   * Loads a challenge from the store if it is unknown here. Callers must look it up again, because
   * it may be taken during the wait.
   */
  async #learn(id: ChallengeId): Promise<void> {
    const { hasOthers } = this.#dependencies.cluster
    if (hasOthers && this.find(id) === undefined) await this.hear([id])
  }

  async #closeOf(player: PlayerId, isMeant: (challenge: Challenge) => boolean): Promise<void> {
    this.#open.abandonTaken(player, isMeant)
    await this.#open.remove(this.ofPlayer(player).filter(isMeant))
  }

  /** Would the game begin without its challenger? */
  #isDeserted({ challenger, terms }: Challenge): boolean {
    return isLive(terms.timeControl) && !this.#dependencies.isHere(challenger.id)
  }
}

// --- internal ---

/** What the lobby makes for its parts, and what it declares for all of them together. */
type Made = 'open' | 'acceptances' | 'people' | 'chance' | 'cluster'
