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

/** What the lobby needs from the rest of the server. */
export interface LobbyDependencies extends OpenChallengesDependencies {
  readonly chance: Chance
  /**
   * Begins the game of a challenge and takes that off the disk in the same commit; gives the game that
   * the challenge led to earlier, with whomever, if there is one.
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
  /** How many games of a player may run; absent, as many as anybody's. */
  readonly mostRunningOf?: (player: PlayerId) => number
  /** What stands between people; absent, nothing does. */
  readonly people?: LobbyPeople | undefined
}

/** Who may not meet whom. */
export interface LobbyPeople {
  /** All whom a player has blocked, or who have blocked that player. */
  readonly apartFrom: (player: PlayerId) => Promise<ReadonlySet<PlayerId>>
  /** Why a player may not begin games; undefined where they may. */
  readonly refusalToBegin: (player: PlayerId) => Promise<RefusalCode | undefined>
  /** Why a player may not begin a game with another; undefined where they may. */
  readonly refusalToMeet: (player: PlayerId, other: PlayerId) => Promise<RefusalCode | undefined>
  readonly hasAccount: (player: PlayerId) => Promise<boolean>
}

/** What somebody wants to offer. */
export interface Wish {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
  /** Whom alone it is for; absent where anybody may take it. */
  readonly opponent?: PlayerCard | undefined
}

/** Where players meet: one is paired by taking an open challenge, and each is taken once. */
export class Lobby {
  readonly #dependencies: LobbyDependencies
  readonly #open: OpenChallenges
  /** Taken by somebody whose game is on its way to the disk; open again if it does not get there. */
  readonly #taken = new Map<ChallengeId, Challenge>()
  /** How many games of a player are on their way there. */
  readonly #beginning = new Map<PlayerId, number>()
  /** Who waits to be paired with a challenge that was made here. */
  readonly #seeking = new Map<ChallengeId, Seeker>()

  constructor(dependencies: LobbyDependencies) {
    this.#dependencies = dependencies
    this.#open = new OpenChallenges(dependencies)
  }

  get news(): LobbyNews {
    return this.#open.news
  }

  /** Brings back what was open before a restart, but for what was meant for that moment. */
  load(): Promise<void> {
    return this.#open.load()
  }

  find(id: ChallengeId): Challenge | undefined {
    return this.#open.get(id)
  }

  /** The same also for one of which another node has not told us yet. */
  async lookUp(id: ChallengeId): Promise<Challenge | undefined> {
    await this.#learn(id)
    return this.find(id)
  }

  /** The game that a challenge has led to, if a player sits in it. */
  async gameOf(id: ChallengeId, player: PlayerId): Promise<Game | undefined> {
    return this.#dependencies.gameOf?.(id, player)
  }

  /** Another node has stored something of these challenges. */
  async hear(ids: readonly ChallengeId[]): Promise<void> {
    this.#tellGone(await this.#open.compare(ids, (id) => this.#taken.has(id)))
  }

  /** Compares all that is open with what is stored; gives what is gone without our having heard of it. */
  async catchUp(): Promise<readonly Challenge[]> {
    const gone = await this.#open.compareAll((id) => this.#taken.has(id))
    this.#tellGone(gone)
    return gone
  }

  /** Players who offer something, wherever they are connected. */
  makers(): Iterable<PlayerId> {
    return this.#open.makers()
  }

  /** Pairs who waits here with who has come to wait on another node in the same moment. */
  async pairWaiting(): Promise<void> {
    for (const [id, seeker] of this.#seeking) {
      const own = this.find(id)
      if (own === undefined) this.#seeking.delete(id)
      else if (this.#open.longestWaiting(own, seeker.player.id, seeker.apart) !== undefined) {
        await this.#pairLate(seeker, own)
      }
    }
  }

  /** With whom a player is not paired has changed. */
  async renewApart(player: PlayerId): Promise<void> {
    for (const [id, seeker] of this.#seeking) {
      if (seeker.player.id !== player) continue
      const apart = (await this.#dependencies.people?.apartFrom(player)) ?? NOBODY
      this.#seeking.set(id, { player: seeker.player, apart })
    }
  }

  /** What a player offers, listed or not, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return this.#open.ofPlayer(player)
  }

  /** What is for a player alone, oldest first. */
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

  /** Nothing is waited for before it is open: of two requests at once the second one finds it. */
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

  /** Takes the listed challenge that has waited longest in the same way, or makes one. */
  async pair(
    player: PlayerCard,
    timeControl: TimeControl,
    isRated?: true,
  ): Promise<Result<Paired, RefusalCode>> {
    // Who is paired with whoever comes expects a person.
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
    // Whoever has come to wait on another node meanwhile is stored by now, or will find this one.
    await this.#open.findNew(challenge.createdAt - RECENT_MS, (id) => this.#taken.has(id))
    return this.#pairLate(seeker, challenge)
  }

  /** Begins the game of a challenge; a live one only while whoever made it is there to play. */
  async accept(player: PlayerCard, id: ChallengeId): Promise<Result<Game, RefusalCode>> {
    await this.#learn(id)
    const wanted = this.find(id)
    if (wanted === undefined) return err('unknownChallenge')
    if (wanted.challenger.id === player.id) return err('ownChallenge')
    const refusal = await this.#refusalToMeet(player, wanted)
    if (refusal !== undefined) return err(refusal)
    const running = await this.#dependencies.countRunning(player.id)
    // From here on nothing is waited for: it may have been taken meanwhile, and not by two at once.
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
      // Somebody is taking it. Should that fail, it stays closed.
      if (this.#taken.get(id)?.challenger.id === player) this.#taken.delete(id)
      return err('unknownChallenge')
    }
    if (challenge.challenger.id !== player) return err('notYourChallenge')
    return this.#end(challenge)
  }

  /** Whom it is for does not want it. */
  async decline(player: PlayerId, id: ChallengeId): Promise<Result<Challenge, RefusalCode>> {
    await this.#learn(id)
    const challenge = this.find(id)
    if (challenge === undefined) return err('unknownChallenge')
    if (challenge.opponent?.id !== player) return err('notForYou')
    return this.#end(challenge, { isDeclined: true })
  }

  /** Somebody is connected. */
  enter(player: PlayerId): void {
    this.#open.notePresent(player)
  }

  /** Somebody has no connection any more: what was offered for this moment is no longer open. */
  async leave(player: PlayerId): Promise<void> {
    this.#open.noteAbsent(player, this.#dependencies.now())
    await this.#closeOf(player, isForThisMoment)
  }

  /** Somebody has to wait before the next game: what they offer to everybody is no longer open. */
  async closeListed(player: PlayerId): Promise<void> {
    await this.#closeOf(player, ({ isListed }) => isListed)
  }

  /** What two who are kept apart offer each other is no longer open. */
  async part(one: PlayerId, other: PlayerId): Promise<void> {
    const apart = await this.#dependencies.people?.apartFrom(one)
    if (apart?.has(other) !== true) return
    await this.#closeOf(one, ({ opponent }) => opponent?.id === other)
    await this.#closeOf(other, ({ opponent }) => opponent?.id === one)
  }

  /** Puts a player's new name on what that player offers, and on what is for that player alone. */
  rename(player: PlayerCard): void {
    this.#open.rename(player)
  }

  /** Closes what has been open for too long, and what was made by somebody who does not come back. */
  dropExpired(): Promise<void> {
    return this.#open.dropExpired()
  }

  /** Ends what one of the two does not want any more. */
  async #end(
    challenge: Challenge,
    { isDeclined = false } = {},
  ): Promise<Result<Challenge, RefusalCode>> {
    const removed = await this.#open.remove([challenge])
    // Another node was quicker: its game begins.
    if (removed.length === 0) return err('unknownChallenge')
    this.#tellGone([challenge], isDeclined)
    return ok(challenge)
  }

  #tellGone(challenges: readonly Challenge[], isDeclined = false): void {
    for (const challenge of challenges.filter(isAddressed)) {
      this.#dependencies.events.publish('challengeGone', { challenge, isDeclined })
    }
  }

  /** Why a player may not take a challenge, as far as that is about who the two are. */
  async #refusalToMeet(
    player: PlayerCard,
    { challenger }: Challenge,
  ): Promise<RefusalCode | undefined> {
    return this.#dependencies.people?.refusalToMeet(player.id, challenger.id)
  }

  /** Why a player may not challenge another one. */
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
    // A block that is new keeps nobody else from this match.
    if (!isOut && !isTaken && begun.error !== 'blocked') return begun
    // Who cannot play, or plays already, must not stand between two who could. With other nodes it may
    // have been something else that was taken, and what is left is known again.
    if (isOut || (isTaken && !this.#isShared)) await this.#open.remove([match])
    return this.pair(player, timeControl, isRated)
  }

  /** Pairs somebody who waits already, if there is anybody to pair with; otherwise they wait on. */
  async #pairLate({ player, apart }: Seeker, own: Challenge): Promise<Result<Paired, RefusalCode>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // Somebody is taking it: then they hear that the game has begun, or it is open again.
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

  /** Where a player has been paired with one of these challenges by somebody on another node. */
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

  /** Whoever goes on from it looks again: it may be taken while this is waited for. */
  async #learn(id: ChallengeId): Promise<void> {
    if (this.#isShared && this.find(id) === undefined) await this.hear([id])
  }

  get #isShared(): boolean {
    return this.#dependencies.others !== undefined
  }

  /** Begins the game of an open challenge; all that was taken for it is open again if it cannot begin. */
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
      // Another node was quicker with one of them: which of them are left?
      if (isLost) await this.hear(taken.map(({ id }) => id))
    }
  }

  /** Opens what was taken again, but for what is used up, and what was withdrawn meanwhile. */
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
   * From here on nobody else can take it, nor what else the two are waiting with: who is paired once
   * must not be paired twice.
   */
  #take(challenge: Challenge, player: PlayerCard): readonly Challenge[] {
    const waiting = [player.id, challenge.challenger.id].flatMap((one) => this.#quickOf(one))
    const taken = [challenge, ...waiting.filter(({ id }) => id !== challenge.id)]
    this.#open.close(taken)
    for (const other of taken) this.#taken.set(other.id, other)
    return taken
  }

  /** Would its game begin without the player who made it? */
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

/** How quick pairing ends: in a game, or waiting with an open challenge. */
export type Paired = { readonly game: Game } | { readonly challenge: Challenge }

// --- internal ---

/** Further back than the clocks of two nodes can be apart, and news of a challenge can be late. */
const RECENT_MS = 30_000

/** Whom somebody is kept apart from who has nothing to do with anybody. */
const NOBODY: ReadonlySet<PlayerId> = new Set()

/** Who waits to be paired, and with whom not. */
interface Seeker {
  readonly player: PlayerCard
  readonly apart: ReadonlySet<PlayerId>
}

/** Whoever made such a challenge is passed over, and it is closed. */
const CANNOT_PLAY: ReadonlySet<RefusalCode> = new Set(['opponentWaits', 'opponentBarred'])

/** How often somebody else may be quicker before one goes on waiting. */
const MOST_TRIES = 5

/** What those who are paired quickly may choose. */
interface Quick {
  readonly timeControl: TimeControl
  readonly isRated?: true | undefined
}

/** What is recommended to strangers: a match of two, as whoever moves first has a large advantage. */
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
