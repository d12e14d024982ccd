import {
  type Challenge,
  type ColorChoice,
  formatTimeControl,
  isLive,
  type PlayerCard,
  type RefusalCode,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import { type ByColor, err, ok, type Result } from '@hokito/rules'
import type { Chance } from '../chance.ts'
import type { Game } from '../game/game.ts'
import type { ChallengeStore } from '../store/challenge-store.ts'

/** What the lobby needs from the rest of the server. */
export interface LobbyOptions {
  readonly store: ChallengeStore
  readonly chance: Chance
  readonly now: () => number
  /** Begins a game and takes its challenge off the disk in the same commit. */
  readonly begin: (
    challenge: Challenge,
    seats: ByColor<PlayerCard>,
  ) => Promise<Result<Game, RefusalCode>>
  readonly countRunning: (player: string) => Promise<number>
  /** The listed challenges have changed. */
  readonly onChange: () => void
}

/** What somebody wants to offer. */
export interface Wish {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
}

/** The open challenges: a player is paired by taking one, and each is taken once. */
export class Lobby {
  readonly #options: LobbyOptions
  readonly #challenges = new Map<string, Challenge>()

  constructor(options: LobbyOptions) {
    this.#options = options
  }

  /**
   * Brings back what was open before a restart. Listed offers of a game at once are gone with the
   * connections of those who made them.
   */
  async load(): Promise<void> {
    const all = await this.#options.store.readAll()
    for (const challenge of all) this.#challenges.set(challenge.id, challenge)
    await this.#remove(all.filter(isForThisMoment))
    await this.dropExpired()
  }

  /** Listed challenges, oldest first. */
  listed(): readonly Challenge[] {
    return [...this.#challenges.values()].filter(({ isListed }) => isListed).slice(0, MOST_SHOWN)
  }

  find(id: string): Challenge | undefined {
    return this.#challenges.get(id)
  }

  async offer(challenger: PlayerCard, wish: Wish): Promise<Result<Challenge, RefusalCode>> {
    const own = this.#ofPlayer(challenger.id)
    if (own.length >= MOST_OWN) return err('tooManyChallenges')
    const { chance, now, store } = this.#options
    const challenge: Challenge = { ...wish, id: chance.id(), challenger, createdAt: now() }
    // In memory first, so that two requests at once cannot both be the last allowed one.
    this.#challenges.set(challenge.id, challenge)
    try {
      await store.insert(challenge)
    } catch (error) {
      this.#challenges.delete(challenge.id)
      throw error
    }
    if (challenge.isListed) this.#options.onChange()
    return ok(challenge)
  }

  /** Takes the oldest listed challenge that somebody else has made in the same way, or makes one. */
  async pair(player: PlayerCard, timeControl: TimeControl): Promise<Result<Paired, RefusalCode>> {
    const terms = quickTerms(timeControl)
    const isMatching = (other: Challenge) => isQuick(other, timeControl)
    const own = this.#ofPlayer(player.id).find(isMatching)
    if (own !== undefined) return ok({ challenge: own })
    const matches = this.listed().filter(
      (other) => other.challenger.id !== player.id && isMatching(other),
    )
    for (const match of matches) {
      const taken = await this.accept(player, match.id)
      if (taken.ok) return ok({ game: taken.value })
      // Whoever has to wait must not stand between two who could play.
      if (taken.error !== 'opponentWaits') return taken
    }
    const offered = await this.offer(player, { terms, color: 'random', isListed: true })
    return offered.ok ? ok({ challenge: offered.value }) : offered
  }

  async accept(player: PlayerCard, id: string): Promise<Result<Game, RefusalCode>> {
    const challenge = this.#challenges.get(id)
    if (challenge === undefined) return err('unknownChallenge')
    if (challenge.challenger.id === player.id) return err('ownChallenge')
    // From here on nobody else can take it, nor what else the two are waiting with: who is paired once
    // must not be paired twice. All is open again if the game cannot begin.
    const pair = [player.id, challenge.challenger.id]
    const waiting = pair.flatMap((one) => this.#quickOf(one))
    const taken = [challenge, ...waiting.filter((other) => other.id !== id)]
    for (const other of taken) this.#challenges.delete(other.id)
    const game = await this.#beginUnlessTooMany(challenge, player).catch((error: unknown) => {
      this.#reopen(taken)
      throw error
    })
    if (game.ok) await this.#forget(taken)
    else this.#reopen(taken)
    return game
  }

  async withdraw(player: string, id: string): Promise<Result<Challenge, RefusalCode>> {
    const challenge = this.#challenges.get(id)
    if (challenge === undefined) return err('unknownChallenge')
    if (challenge.challenger.id !== player) return err('notYourChallenge')
    await this.#remove([challenge])
    return ok(challenge)
  }

  /** Somebody has no connection any more: what was offered for this moment is no longer open. */
  async leave(player: string): Promise<void> {
    await this.#remove(this.#ofPlayer(player).filter(isForThisMoment))
  }

  /** Somebody has to wait before the next game: what they offer to everybody is no longer open. */
  async closeListed(player: string): Promise<void> {
    await this.#remove(this.#ofPlayer(player).filter(({ isListed }) => isListed))
  }

  /** Puts a player's new name on what that player offers. */
  rename(player: PlayerCard): void {
    for (const challenge of this.#ofPlayer(player.id)) {
      this.#challenges.set(challenge.id, { ...challenge, challenger: player })
    }
    this.#options.onChange()
  }

  async dropExpired(): Promise<void> {
    const now = this.#options.now()
    const isExpired = ({ terms, createdAt }: Challenge) =>
      createdAt + (isLive(terms.timeControl) ? DAY_MS : 14 * DAY_MS) < now
    await this.#remove([...this.#challenges.values()].filter(isExpired))
  }

  #ofPlayer(player: string): readonly Challenge[] {
    return [...this.#challenges.values()].filter(({ challenger }) => challenger.id === player)
  }

  #seatsOf({ color, challenger }: Challenge, other: PlayerCard): ByColor<PlayerCard> {
    const isBlack = color === 'random' ? this.#options.chance.below(2) === 0 : color === 'black'
    return isBlack ? { black: challenger, white: other } : { black: other, white: challenger }
  }

  async #beginUnlessTooMany(
    challenge: Challenge,
    player: PlayerCard,
  ): Promise<Result<Game, RefusalCode>> {
    const { begin, countRunning } = this.#options
    if ((await countRunning(player.id)) >= MOST_RUNNING) return err('tooManyGames')
    return begin(challenge, this.#seatsOf(challenge, player))
  }

  #quickOf(player: string): readonly Challenge[] {
    return this.#ofPlayer(player).filter((open) => isQuick(open, open.terms.timeControl))
  }

  #reopen(challenges: readonly Challenge[]): void {
    for (const challenge of challenges) this.#challenges.set(challenge.id, challenge)
  }

  async #remove(challenges: readonly Challenge[]): Promise<void> {
    if (challenges.length === 0) return
    for (const { id } of challenges) this.#challenges.delete(id)
    await this.#forget(challenges)
  }

  /** Takes challenges that are closed already off the list that is shown, and off the disk. */
  async #forget(challenges: readonly Challenge[]): Promise<void> {
    if (challenges.some(({ isListed }) => isListed)) this.#options.onChange()
    await this.#options.store.remove(challenges.map(({ id }) => id))
  }
}

/** How quick pairing ends: in a game, or waiting with an open challenge. */
export type Paired = { readonly game: Game } | { readonly challenge: Challenge }

// --- internal ---

const DAY_MS = 86_400_000
const MOST_OWN = 5
const MOST_RUNNING = 50
const MOST_SHOWN = 200

/** What is recommended to strangers: a match of two, as whoever moves first has a large advantage. */
function quickTerms(timeControl: TimeControl): Terms {
  return {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: false,
    games: 2,
  }
}

/** Could this challenge have been made by quick pairing with such a time control? */
function isQuick({ terms, color, isListed }: Challenge, timeControl: TimeControl): boolean {
  return (
    isListed &&
    color === 'random' &&
    terms.setup.kind === 'standard' &&
    terms.endRule === 'either' &&
    terms.games === 2 &&
    !terms.allowsTakebacks &&
    formatTimeControl(terms.timeControl) === formatTimeControl(timeControl)
  )
}

/** Does it make sense only while its maker is there? */
function isForThisMoment({ terms, isListed }: Challenge): boolean {
  return isListed && isLive(terms.timeControl)
}
