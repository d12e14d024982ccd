import {
  type Challenge,
  type ChallengeId,
  type GameId,
  isLive,
  type PlayerId,
  type Refusal,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, type ReadonlySignal } from '@preact/signals'
import type { Connection } from '../online/connection.ts'
import { createKeptPress, type KeptPress } from '../online/kept-press.ts'
import type { Arrival } from './arrival.ts'
import { createFollowedLobby, type FollowedLobby } from './followed-lobby.ts'
import {
  accept,
  challengeBot,
  createLobbyRequests,
  type LobbyRequests,
  offer,
  type PairingWish,
  pair,
} from './lobby-requests.ts'
import type { OwnChallenges } from './own-challenges.ts'
import type { OfferedTerms } from './terms-form.ts'

/** Dependencies of the lobby. */
export interface LobbyDependencies {
  readonly connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline' | 'player'>
  readonly ownChallenges: Pick<OwnChallenges, 'open' | 'search' | 'add' | 'withdraw'>
  /** The game that a challenge of ours has led to. */
  readonly arrival: Pick<Arrival, 'game' | 'dismiss'>
  readonly randomBytes: RandomBytes
}

/** The lobby: open challenges as they come and go, and ways to start a game. */
export interface LobbyModel {
  /** The public challenges, newest first, except the one of our search. */
  readonly challenges: ReadonlySignal<readonly Challenge[]>
  /** Those of other players. */
  readonly others: ReadonlySignal<readonly Challenge[]>
  /** How many more are open than shown. */
  readonly more: ReadonlySignal<number>
  /** Has the server sent the list? */
  readonly isKnown: ReadonlySignal<boolean>
  /** Our public challenge that waits for an opponent. */
  readonly waiting: ReadonlySignal<Challenge | undefined>
  /** Was it made on this page, rather than found there? */
  isMadeHere(challenge: ChallengeId): boolean
  /** The request that waits for a connection. */
  readonly kept: KeptPress['kept']
  readonly cancel: KeptPress['cancel']
  /** Our challenge for a friend, which has a page of its own. */
  readonly privateOffer: ReadonlySignal<ChallengeId | undefined>
  readonly refused: ReadonlySignal<Refusal | undefined>
  /** The game to open. */
  readonly started: ReadonlySignal<GameId | undefined>
  pair(timeControl: TimeControl, wish: PairingWish): Promise<void>
  offer(offered: OfferedTerms): Promise<void>
  /** Challenges a house bot to a match, which begins straight away. */
  challengeBot(terms: Terms, opponent: PlayerId): Promise<void>
  accept(challenge: ChallengeId): Promise<void>
  withdraw(challenge: ChallengeId): Promise<void>
  /** The search continues: a player who leaves the lobby waits elsewhere on the site. */
  dispose(): void
}

/** Follows the lobby while its page is open. Call `dispose` at the end. */
export function createLobby(dependencies: LobbyDependencies): LobbyModel {
  const { connection, ownChallenges, randomBytes } = dependencies
  const followed = createFollowedLobby(connection)
  const { kept, press, cancel } = createKeptPress(connection)
  const requests = createLobbyRequests({ press, followed, ownChallenges, randomBytes })
  const stops = followStarts(dependencies, { followed, requests })
  const challenges = shownOf(dependencies, followed)
  return {
    challenges,
    others: computed(() =>
      challenges.value.filter(({ challenger }) => challenger.id !== connection.player.value?.id),
    ),
    more: followed.more,
    isKnown: followed.isKnown,
    waiting: ownChallenges.search,
    isMadeHere: (challenge) => challenge === requests.madeHere.peek(),
    kept,
    cancel,
    privateOffer: requests.privateOffer,
    refused: requests.refused,
    started: requests.started,
    pair: (timeControl, wish) => pair(requests, timeControl, wish),
    offer: (offered) => offer(requests, offered),
    challengeBot: (terms, opponent) => challengeBot(requests, terms, opponent),
    accept: (challenge) => accept(requests, challenge),
    withdraw: async (challenge) => {
      followed.remove(challenge)
      await ownChallenges.withdraw(challenge)
    },
    dispose: () => {
      for (const stop of stops) stop()
      cancel()
      followed.dispose()
    },
  }
}

// --- internal ---

interface Parts {
  readonly followed: FollowedLobby
  readonly requests: LobbyRequests
}

/** The public challenges, except the one of our search. */
function shownOf(
  { connection, ownChallenges }: LobbyDependencies,
  followed: FollowedLobby,
): ReadonlySignal<readonly Challenge[]> {
  /** The lobby's news of our own challenges may be older than what we know of them. */
  const isStillOpen = ({ id, challenger }: Challenge) =>
    challenger.id !== connection.player.value?.id ||
    ownChallenges.open.value.some((own) => own.id === id)
  return computed(() =>
    followed.challenges.value.filter(
      (challenge) =>
        challenge.isListed &&
        challenge.id !== ownChallenges.search.value?.id &&
        isStillOpen(challenge),
    ),
  )
}

/** Opens our games that begin. Returns the functions that stop it. */
function followStarts(
  { connection, ownChallenges, arrival }: LobbyDependencies,
  { followed, requests }: Parts,
): readonly (() => void)[] {
  const { asking, called, started } = requests
  /**
   * The challenge of our search on this page, kept because the search ends before we hear of the
   * game.
   */
  let waitedWith: ChallengeId | undefined
  /** Has this page asked for a game by this challenge? */
  const isOurs = (challenge: ChallengeId) =>
    asking.peek() > 0 || challenge === waitedWith || challenge === called.peek()
  /** Does an opponent wait for us in a game that has just begun? */
  const isCalled = (game: GameId) => {
    const begun = arrival.game.peek()
    return begun?.id === game && isLive(begun.terms.timeControl)
  }
  return [
    ownChallenges.search.subscribe((challenge) => {
      waitedWith = challenge?.id ?? waitedWith
    }),
    connection.on('started', ({ game, challenge }) => {
      if (challenge !== undefined) followed.remove(challenge)
      if ((challenge === undefined || !isOurs(challenge)) && !isCalled(game)) return
      // The page opens the game, so no notice is needed.
      arrival.dismiss()
      started.value = game
    }),
  ]
}
