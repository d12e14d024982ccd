import {
  type Challenge,
  type ChallengeId,
  type ColorChoice,
  colorOf,
  isLive,
  type PlayerCard,
  type PlayerId,
  type RefusalCode,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import { type ByColor, err, ok, type Result } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Chance } from '../ground/chance.ts'
import type { LobbyNews } from './lobby-news.ts'
import { isForThisMoment, limitReached, MOST_FOR_ONE, MOST_RUNNING } from './offer-limits.ts'
import { isSameWish } from './offers.ts'
import { OpenChallenges, type OpenChallengesDependencies } from './open-challenges.ts'
import { answersAtOnce, isAddressed, refusalToAskPerson } from './opponent.ts'

/** The parts of the server that the lobby works with. */
export interface LobbyDependencies extends OpenChallengesDependencies {
  readonly chance: Chance
  /**
   * Begins the game of a challenge and removes the challenge in the same commit. Returns the
   * existing game if the challenge has already led to one, even between other players.
   */
  readonly begin: (
    challenge: Challenge,
    seats: ByColor<PlayerCard>,
    taken: readonly ChallengeId[],
  ) => Promise<Result<Game, RefusalCode>>
  /** The game that a challenge has led to, if a player sits in it. */
  readonly gameOf?: (challenge: ChallengeId, player: PlayerId) => Promise<Game | undefined>
  /** Is a player connected? */
  readonly isHere: (player: PlayerId) => boolean
  readonly countRunning: (player: PlayerId) => Promise<number>
  /** How many running games a player may have; if absent, the same limit applies to all. */
  readonly mostRunningOf?: (player: PlayerId) => number
  /** Blocks and sanctions between people; if absent, there are none. */
  readonly people?: LobbyPeople | undefined
}

/** Tells which players may not meet. */
export interface LobbyPeople {
  /** All players whom this player has blocked or who have blocked this player. */
  readonly apartFrom: (player: PlayerId) => Promise<ReadonlySet<PlayerId>>
  /** Why a player may not begin games; undefined if they may. */
  readonly refusalToBegin: (player: PlayerId) => Promise<RefusalCode | undefined>
  /** Why a player may not begin a game with another; undefined if they may. */
  readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  readonly hasAccount: (player: PlayerId) => Promise<boolean>
}

/** A challenge that a player wants to make. */
export interface Wish {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
  /** The only player who may accept it; absent if anyone may. */
  readonly opponent?: PlayerCard | undefined
}

/** Pairs players through open challenges. Each challenge is accepted once. */
export class Lobby {
  readonly #dependencies: LobbyDependencies
  readonly #open: OpenChallenges
  /** Accepted challenges whose games are being stored. If that fails, they open again. */
  readonly #taken = new Map<ChallengeId, Challenge>()
  /** How many games of each player are being stored. */
  readonly #beginning = new Map<PlayerId, number>()
  /** Players who wait to be paired, by the challenge they made here. */
  readonly #seeking = new Map<ChallengeId, Seeker>()

  constructor(dependencies: LobbyDependencies) {
    this.#dependencies = dependencies
    this.#open = new OpenChallenges(dependencies)
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
    return this.#dependencies.gameOf?.(id, player)
  }

  /** Another node reports that these challenges have changed. */
  async hear(ids: readonly ChallengeId[]): Promise<void> {
    this.#tellGone(await this.#open.compare(ids, (id) => this.#taken.has(id)))
  }

  /** Compares all open challenges with the store. Returns those that are gone without notice. */
  async catchUp(): Promise<readonly Challenge[]> {
    const gone = await this.#open.compareAll((id) => this.#taken.has(id))
    this.#tellGone(gone)
    return gone
  }

  /** Players with open challenges, wherever they are connected. */
  makers(): Iterable<PlayerId> {
    return this.#open.makers()
  }

  /**
   * Pairs players who wait here with players who began to wait on another node at the same moment.
   */
  async pairWaiting(): Promise<void> {
    for (const [id, seeker] of this.#seeking) {
      const own = this.find(id)
      if (own === undefined) this.#seeking.delete(id)
      else if (this.#open.longestWaiting(own, seeker.player.id, seeker.apart) !== undefined) {
        await this.#pairLate(seeker, own)
      }
    }
  }

  /** Refreshes the list of players with whom this player is not paired. */
  async renewApart(player: PlayerId): Promise<void> {
    for (const [id, seeker] of this.#seeking) {
      if (seeker.player.id !== player) continue
      const apart = (await this.#dependencies.people?.apartFrom(player)) ?? NOBODY
      this.#seeking.set(id, { player: seeker.player, apart })
    }
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
        ? await this.#dependencies.people?.refusalToBegin(challenger.id)
        : await this.#refusalToAsk(challenger, opponent)
    return refusal === undefined ? this.#offer(challenger, wish) : err(refusal)
  }

  /**
   * Opens a challenge without any wait, so that of two concurrent requests the second sees the
   * first.
   */
  async #offer(
    challenger: PlayerCard,
    { opponent, ...wish }: Wish,
  ): Promise<Result<Challenge, RefusalCode>> {
    if (limitReached(this.ofPlayer(challenger.id), wish)) return err('tooManyChallenges')
    if (opponent?.id === challenger.id) return err('ownChallenge')
    if (opponent !== undefined && this.forPlayer(opponent.id).length >= MOST_FOR_ONE) {
      return err('opponentBusy')
    }
    const displaced = this.#open.displaced()
    if (displaced === undefined) return err('lobbyFull')
    const { chance, now } = this.#dependencies
    const challenge: Challenge = {
      ...wish,
      ...(opponent && { opponent }),
      id: chance.challengeId(),
      challenger,
      createdAt: now(),
    }
    await this.#open.add(challenge, displaced)
    if (isAddressed(challenge)) this.#dependencies.events.publish('challengeMade', challenge)
    return ok(challenge)
  }

  /** Accepts the listed challenge that has waited longest on the same terms, or makes one. */
  async pair(
    player: PlayerCard,
    timeControl: TimeControl,
    isRated?: true,
  ): Promise<Result<Paired, RefusalCode>> {
    // Players who ask to be paired expect a person.
    if (player.isBot) return err('forPeople')
    const { people } = this.#dependencies
    const refusal = await people?.refusalToBegin(player.id)
    if (refusal !== undefined) return err(refusal)
    const apart = (await people?.apartFrom(player.id)) ?? NOBODY
    const running = await this.#dependencies.countRunning(player.id)
    const wish = quickWish({ timeControl, isRated })
    const own = this.ofPlayer(player.id).find((other) => isSameWish(other, wish))
    if (own !== undefined) return ok({ challenge: own })
    if (this.#playsEnough(player.id, running)) return err('tooManyGames')
    const match = this.#open.longestWaiting(wish, player.id, apart)
    if (match !== undefined) return this.#pairWith(match, player, wish.terms)
    const offered = await this.#offer(player, wish)
    if (!offered.ok) return offered
    const { value: challenge } = offered
    if (!this.#isShared) return ok({ challenge })
    const seeker = { player, apart }
    this.#seeking.set(challenge.id, seeker)
    // A player who has begun to wait on another node is stored by now, or will find this challenge.
    await this.#open.findNew(challenge.createdAt - RECENT_MS, (id) => this.#taken.has(id))
    return this.#pairLate(seeker, challenge)
  }

  /** Begins the game of a challenge. A live game begins only while the challenger is connected. */
  async accept(player: PlayerCard, id: ChallengeId): Promise<Result<Game, RefusalCode>> {
    await this.#learn(id)
    const wanted = this.find(id)
    if (wanted === undefined) return err('unknownChallenge')
    if (wanted.challenger.id === player.id) return err('ownChallenge')
    const refusal = await this.#refusalToMeet(player, wanted)
    if (refusal !== undefined) return err(refusal)
    const running = await this.#dependencies.countRunning(player.id)
    // From here on nothing is awaited. The challenge may have been taken meanwhile, but not twice.
    const challenge = this.find(id)
    if (challenge === undefined) return err('unknownChallenge')
    if ((challenge.opponent?.id ?? player.id) !== player.id) return err('notForYou')
    if (player.isBot && challenge.isListed && !challenge.challenger.isBot) return err('forPeople')
    if (this.#playsEnough(player.id, running)) return err('tooManyGames')
    if (this.#isDeserted(challenge)) return err('opponentAway')
    return this.#begin(challenge, player)
  }

  async withdraw(player: PlayerId, id: ChallengeId): Promise<Result<Challenge, RefusalCode>> {
    await this.#learn(id)
    const challenge = this.find(id)
    if (challenge === undefined) {
      // Another player is accepting it. If that fails, it stays closed.
      if (this.#taken.get(id)?.challenger.id === player) this.#taken.delete(id)
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
    const apart = await this.#dependencies.people?.apartFrom(one)
    if (apart?.has(other) !== true) return
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
    this.#tellGone([challenge], isDeclined)
    return ok(challenge)
  }

  #tellGone(challenges: readonly Challenge[], isDeclined = false): void {
    for (const challenge of challenges.filter(isAddressed)) {
      this.#dependencies.events.publish('challengeGone', { challenge, isDeclined })
    }
  }

  /** Why a player may not accept a challenge because of who the two players are. */
  async #refusalToMeet(
    player: PlayerCard,
    { challenger }: Challenge,
  ): Promise<RefusalCode | undefined> {
    return this.#dependencies.people?.refusalToMeet(player.id, challenger.id)
  }

  /** Why a player may not challenge another player. */
  async #refusalToAsk(
    challenger: PlayerCard,
    opponent: PlayerCard,
  ): Promise<RefusalCode | undefined> {
    const { people } = this.#dependencies
    const refusal = await people?.refusalToMeet(challenger.id, opponent.id)
    if (refusal !== undefined) return refusal
    if (!answersAtOnce(opponent)) return people && refusalToAskPerson(challenger, opponent, people)
    return (await this.#isBusy(opponent.id)) ? 'opponentBusy' : undefined
  }

  async #pairWith(
    match: Challenge,
    player: PlayerCard,
    { timeControl, isRated }: Quick,
  ): Promise<Result<Paired, RefusalCode>> {
    const begun = await this.#begin(match, player)
    if (begun.ok) return ok({ game: begun.value })
    const isOut = CANNOT_PLAY.has(begun.error)
    const isTaken = begun.error === 'unknownChallenge'
    // A new block concerns only this pair, so the match stays open for others.
    if (!isOut && !isTaken && begun.error !== 'blocked') return begun
    // A challenger who cannot play, or plays already, must not keep others from meeting. With other
    // nodes, a different challenge may have been the one taken, and the store has already been
    // asked which ones remain.
    if (isOut || (isTaken && !this.#isShared)) await this.#open.remove([match])
    return this.pair(player, timeControl, isRated)
  }

  /** Pairs a player who already waits, if there is a match. Otherwise they keep waiting. */
  async #pairLate({ player, apart }: Seeker, own: Challenge): Promise<Result<Paired, RefusalCode>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Another player is accepting it. Either they hear that the game has begun, or it opens
      // again.
      if (this.#taken.has(own.id)) return ok({ challenge: own })
      const challenge = this.find(own.id)
      if (challenge === undefined) return this.#pairedBy(player, [own.id])
      const match = this.#open.longestWaiting(own, player.id, apart)
      if (match === undefined) return ok({ challenge })
      const begun = await this.#begin(match, player)
      if (begun.ok) return ok({ game: begun.value })
      if (CANNOT_PLAY.has(begun.error)) await this.#open.remove([match])
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
      const game = await this.gameOf(id, player.id)
      if (game !== undefined) return ok({ game })
    }
    return err('unknownChallenge')
  }

  /**
   * Loads a challenge from the store if it is unknown here. Callers must look it up again, because
   * it may be taken during the wait.
   */
  async #learn(id: ChallengeId): Promise<void> {
    if (this.#isShared && this.find(id) === undefined) await this.hear([id])
  }

  get #isShared(): boolean {
    return this.#dependencies.others !== undefined
  }

  /** Begins the game of an open challenge. If that fails, all taken challenges open again. */
  async #begin(challenge: Challenge, player: PlayerCard): Promise<Result<Game, RefusalCode>> {
    const taken = this.#take(challenge, player)
    this.#countBeginning(player.id, 1)
    let used: readonly Challenge[] = []
    let isLost = false
    try {
      const refusal = await this.#refusalToMeet(player, challenge)
      if (refusal !== undefined) return err(refusal)
      if (this.#isShared) await this.#open.arrived(taken)
      const ids = taken.map(({ id }) => id)
      const seats = this.#seatsOf(challenge, player)
      const begun = await this.#dependencies.begin(challenge, seats, ids)
      isLost = !begun.ok && begun.error === 'unknownChallenge'
      if (!begun.ok) return begun
      const isSeated = colorOf(begun.value.view, player.id) !== undefined
      used = isSeated ? taken : taken.filter(({ challenger }) => challenger.id !== player.id)
      return isSeated ? begun : err('unknownChallenge')
    } finally {
      this.#countBeginning(player.id, -1)
      await this.#settle(taken, used)
      // Another node was quicker with one of them. Ask the store which ones remain.
      if (isLost) await this.hear(taken.map(({ id }) => id))
    }
  }

  /** Reopens taken challenges, except used ones and those withdrawn meanwhile. */
  async #settle(taken: readonly Challenge[], used: readonly Challenge[]): Promise<void> {
    const open = taken.filter((one) => this.#taken.has(one.id) && !used.includes(one))
    for (const { id } of taken) this.#taken.delete(id)
    this.#open.open(open)
    await this.#open.forget(taken.filter((one) => !open.includes(one)))
  }

  async #closeOf(player: PlayerId, isMeant: (challenge: Challenge) => boolean): Promise<void> {
    for (const challenge of this.#taken.values()) {
      const isTheirs = challenge.challenger.id === player
      if (isTheirs && isMeant(challenge)) this.#taken.delete(challenge.id)
    }
    await this.#open.remove(this.ofPlayer(player).filter(isMeant))
  }

  /**
   * Takes a challenge and all quick-pairing challenges of both players, so that neither is paired
   * twice.
   */
  #take(challenge: Challenge, player: PlayerCard): readonly Challenge[] {
    const waiting = [player.id, challenge.challenger.id].flatMap((one) => this.#quickOf(one))
    const taken = [challenge, ...waiting.filter(({ id }) => id !== challenge.id)]
    this.#open.close(taken)
    for (const other of taken) this.#taken.set(other.id, other)
    return taken
  }

  /** Would the game begin without its challenger? */
  #isDeserted({ challenger, terms }: Challenge): boolean {
    return isLive(terms.timeControl) && !this.#dependencies.isHere(challenger.id)
  }

  async #isBusy(player: PlayerId): Promise<boolean> {
    return this.#playsEnough(player, await this.#dependencies.countRunning(player))
  }

  #playsEnough(player: PlayerId, running: number): boolean {
    const most = this.#dependencies.mostRunningOf?.(player) ?? MOST_RUNNING
    return running + (this.#beginning.get(player) ?? 0) >= most
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
    return this.ofPlayer(player).filter((open) => isSameWish(open, quickWish(open.terms)))
  }
}

/** The result of quick pairing: a game, or an open challenge to wait with. */
export type Paired = { readonly game: Game } | { readonly challenge: Challenge }

// --- internal ---

/**
 * Longer than the difference between the clocks of two nodes plus the delay of news about a
 * challenge.
 */
const RECENT_MS = 30_000

/** The block list of a player without blocks. */
const NOBODY: ReadonlySet<PlayerId> = new Set()

/** A player who waits to be paired, and the players with whom they are not paired. */
interface Seeker {
  readonly player: PlayerCard
  readonly apart: ReadonlySet<PlayerId>
}

/** After such a refusal the challenge is closed and its maker passed over. */
const CANNOT_PLAY: ReadonlySet<RefusalCode> = new Set(['opponentWaits', 'opponentBarred'])

/** How often another player may be quicker before this one keeps waiting. */
const MOST_TRIES = 5

/** The choices of quick pairing. */
interface Quick {
  readonly timeControl: TimeControl
  readonly isRated?: true | undefined
}

/**
 * The recommended terms for strangers: a match of two, because the first mover has a large
 * advantage.
 */
function quickWish({ timeControl, isRated }: Quick): Wish {
  const terms: Terms = {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: false,
    games: 2,
    ...(isRated && { isRated }),
  }
  return { terms, color: 'random', isListed: true }
}
