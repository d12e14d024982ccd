import type { Challenge, ChallengeId, PlayerCard, RefusalCode } from '@hokito/protocol'
import { type ByColor, err, ok, type Result } from '@hokito/rules'
import { isLeftToChance } from '../game/fairness.ts'
import type { Game } from '../game/game.ts'
import { type NewGame, newGame } from '../game/new-game.ts'
import type { Chance } from '../ground/chance.ts'
import type { NewArenaGame } from '../store/arena-games.ts'
import { type Conflict, unresolvedConflict } from '../store/conflict.ts'
import type { GameStore } from '../store/game-store.ts'
import type { NewRound } from '../store/rounds.ts'
import type { Cluster } from './cluster.ts'
import type { CurrentGames } from './current-games.ts'
import type { EventStream } from './events.ts'
import type { Fairness } from './fairness.ts'
import type { GameWriter } from './game-writer.ts'

/** The parts of the server that beginnings of games work with. */
export interface GameBeginningsDependencies {
  readonly store: Pick<GameStore, 'ofChallenge'>
  readonly current: CurrentGames
  readonly writer: GameWriter
  readonly fairness: Fairness
  readonly chance: Pick<Chance, 'fresh'>
  readonly now: () => number
  readonly events: EventStream
  readonly cluster: Pick<Cluster, 'ensureLease'>
}

/** Begins games from challenges and tournaments. */
export class GameBeginnings {
  readonly #dependencies: GameBeginningsDependencies

  constructor(dependencies: GameBeginningsDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Begins the game of an accepted challenge, unless the challenger has to wait. Returns the
   * existing game if the challenge has already led to one; other players may sit in it. Removes all
   * of `taken` from the store. If another node has already taken one of those, the challenge is
   * unknown.
   */
  async begin(
    { id: challenge, challenger, terms, color, isListed }: Challenge,
    seats: ByColor<PlayerCard>,
    taken: readonly ChallengeId[],
  ): Promise<Result<Game, RefusalCode>> {
    const { fairness, chance, cluster } = this.#dependencies
    await cluster.ensureLease()
    if (isLeftToChance(terms, color) && (await fairness.refusalFor(challenger.id)) !== undefined) {
      return err('opponentWaits')
    }
    const isByLot = color === 'random'
    const players = [seats.black.id, seats.white.id] as const
    const kept = await fairness.keptFor({ players, terms, isByLot })
    const now = this.#dependencies.now()
    const agreement = { terms, seats, isByLot, isListed, kept, now }
    const fresh = chance.fresh()
    const made = newGame({ ...agreement, fresh })
    let begun: Result<Game, Conflict>
    try {
      begun = await this.#beginBesideBreaks(made, challenge, taken)
    } catch (error) {
      // The commit may have succeeded although its confirmation was lost.
      const stored = await this.#ledToBy(challenge)
      if (stored === undefined) throw error
      return ok(stored)
    }
    if (begun.ok) return begun
    const stored = await this.#ledToBy(challenge)
    if (stored !== undefined) return ok(stored)
    if (begun.error.kind === 'challengeGone') return err('unknownChallenge')
    throw unresolvedConflict(begun.error)
  }

  /** Begins a round of a tournament with all its games, unless it is taken. */
  async beginRound(made: readonly NewGame[], round: NewRound): Promise<Result<void, Conflict>> {
    await this.#dependencies.cluster.ensureLease()
    return this.#dependencies.writer.beginRound(made, round)
  }

  /** Begins an arena game, unless one of the players can no longer play. */
  async beginArenaGame(made: NewGame, arenaGame: NewArenaGame): Promise<Result<void, Conflict>> {
    await this.#dependencies.cluster.ensureLease()
    return this.#dependencies.writer.beginArenaGame(made, arenaGame)
  }

  /** Stores a game with the breaks of its players. If another break was not seen, tries again. */
  async #beginBesideBreaks(
    made: NewGame,
    challenge: ChallengeId,
    taken: readonly ChallengeId[],
  ): Promise<Result<Game, Conflict>> {
    const { writer } = this.#dependencies
    for (let losses = 1; ; losses++) {
      const resting = await writer.besideBreaks(made)
      const begun = await writer.begin(resting, challenge, taken)
      if (begun.ok || begun.error.kind !== 'breakUnseen' || losses === MOST_LOSSES) return begun
    }
  }

  /** The game that a challenge has already led to. Its players hear about it again. */
  async #ledToBy(challenge: ChallengeId): Promise<Game | undefined> {
    const game = await this.#storedOf(challenge)
    if (game !== undefined) this.#dependencies.events.publish('gameStarted', { game, challenge })
    return game
  }

  /** The stored game of a challenge; undefined if there is none, or if it cannot be read. */
  async #storedOf(challenge: ChallengeId): Promise<Game | undefined> {
    try {
      const id = await this.#dependencies.store.ofChallenge(challenge)
      const opened = id && (await this.#dependencies.current.open(id))
      return opened?.ok ? opened.value.game : undefined
    } catch {
      // The error of the write says more than the error of this read.
      return undefined
    }
  }
}

// --- internal ---

/** How often a game is stored again beside breaks that were not seen before it gives up. */
const MOST_LOSSES = 3
