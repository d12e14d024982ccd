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
import type { Chance } from '../chance.ts'
import type { Game } from '../game/game.ts'
import type { LobbyNews } from './lobby-news.ts'
import { isForThisMoment, limitReached, MOST_RUNNING } from './offer-limits.ts'
import { isSameWish } from './offers.ts'
import { OpenChallenges, type OpenChallengesDependencies } from './open-challenges.ts'

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
  ) => Promise<Result<Game, RefusalCode>>
  /** Is a player connected? */
  readonly isHere: (player: PlayerId) => boolean
  readonly countRunning: (player: PlayerId) => Promise<number>
}

/** What somebody wants to offer. */
export interface Wish {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
}

/** Where players meet: one is paired by taking an open challenge, and each is taken once. */
export class Lobby {
  readonly #dependencies: LobbyDependencies
  readonly #open: OpenChallenges
  /** Taken by somebody whose game is on its way to the disk; open again if it does not get there. */
  readonly #taken = new Map<ChallengeId, Challenge>()
  /** How many games of a player are on their way there. */
  readonly #beginning = new Map<PlayerId, number>()

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

  /** What a player offers, listed or not, oldest first. */
  ofPlayer(player: PlayerId): readonly Challenge[] {
    return this.#open.ofPlayer(player)
  }

  async offer(challenger: PlayerCard, wish: Wish): Promise<Result<Challenge, RefusalCode>> {
    if (limitReached(this.ofPlayer(challenger.id), wish)) return err('tooManyChallenges')
    const displaced = this.#open.displaced()
    if (displaced === undefined) return err('lobbyFull')
    const { chance, now } = this.#dependencies
    const challenge: Challenge = { ...wish, id: chance.challengeId(), challenger, createdAt: now() }
    await this.#open.add(challenge, displaced)
    return ok(challenge)
  }

  /** Takes the listed challenge that has waited longest in the same way, or makes one. */
  async pair(player: PlayerCard, timeControl: TimeControl): Promise<Result<Paired, RefusalCode>> {
    const running = await this.#dependencies.countRunning(player.id)
    const wish = quickWish(timeControl)
    const own = this.ofPlayer(player.id).find((other) => isSameWish(other, wish))
    if (own !== undefined) return ok({ challenge: own })
    if (this.#playsEnough(player.id, running)) return err('tooManyGames')
    const match = this.#open.longestWaiting(wish, player.id)
    if (match !== undefined) return this.#pairWith(match, player, timeControl)
    const offered = await this.offer(player, wish)
    return offered.ok ? ok({ challenge: offered.value }) : offered
  }

  /** Begins the game of a challenge; a live one only while whoever made it is there to play. */
  async accept(player: PlayerCard, id: ChallengeId): Promise<Result<Game, RefusalCode>> {
    const running = await this.#dependencies.countRunning(player.id)
    const challenge = this.find(id)
    if (challenge === undefined) return err('unknownChallenge')
    if (challenge.challenger.id === player.id) return err('ownChallenge')
    if (this.#playsEnough(player.id, running)) return err('tooManyGames')
    if (this.#isDeserted(challenge)) return err('opponentAway')
    return this.#begin(challenge, player)
  }

  async withdraw(player: PlayerId, id: ChallengeId): Promise<Result<Challenge, RefusalCode>> {
    const challenge = this.find(id)
    if (challenge === undefined) {
      // Somebody is taking it. Should that fail, it stays closed.
      if (this.#taken.get(id)?.challenger.id === player) this.#taken.delete(id)
      return err('unknownChallenge')
    }
    if (challenge.challenger.id !== player) return err('notYourChallenge')
    await this.#open.remove([challenge])
    return ok(challenge)
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

  /** Puts a player's new name on what that player offers. */
  rename(player: PlayerCard): void {
    this.#open.rename(player)
  }

  /** Closes what has been open for too long, and what was made by somebody who does not come back. */
  dropExpired(): Promise<void> {
    return this.#open.dropExpired()
  }

  async #pairWith(
    match: Challenge,
    player: PlayerCard,
    timeControl: TimeControl,
  ): Promise<Result<Paired, RefusalCode>> {
    const begun = await this.#begin(match, player)
    if (begun.ok) return ok({ game: begun.value })
    if (begun.error !== 'opponentWaits' && begun.error !== 'unknownChallenge') return begun
    // Who has to wait, or plays already, must not stand between two who could play.
    await this.#open.remove([match])
    return this.pair(player, timeControl)
  }

  /** Begins the game of an open challenge; all that was taken for it is open again if it cannot begin. */
  async #begin(challenge: Challenge, player: PlayerCard): Promise<Result<Game, RefusalCode>> {
    const taken = this.#take(challenge, player)
    this.#countBeginning(player.id, 1)
    let used: readonly Challenge[] = []
    try {
      const begun = await this.#dependencies.begin(challenge, this.#seatsOf(challenge, player))
      if (!begun.ok) return begun
      const isSeated = colorOf(begun.value.view, player.id) !== undefined
      used = isSeated ? taken : taken.filter(({ challenger }) => challenger.id !== player.id)
      return isSeated ? begun : err('unknownChallenge')
    } finally {
      this.#countBeginning(player.id, -1)
      await this.#settle(taken, used)
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

  #playsEnough(player: PlayerId, running: number): boolean {
    return running + (this.#beginning.get(player) ?? 0) >= MOST_RUNNING
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
    return this.ofPlayer(player).filter((open) =>
      isSameWish(open, quickWish(open.terms.timeControl)),
    )
  }
}

/** How quick pairing ends: in a game, or waiting with an open challenge. */
export type Paired = { readonly game: Game } | { readonly challenge: Challenge }

// --- internal ---

/** What is recommended to strangers: a match of two, as whoever moves first has a large advantage. */
function quickWish(timeControl: TimeControl): Wish {
  const terms: Terms = {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: false,
    games: 2,
  }
  return { terms, color: 'random', isListed: true }
}
