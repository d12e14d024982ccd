import {
  type Challenge,
  type ChallengeId,
  type GameId,
  isLive,
  type PlayerId,
  type Refusal,
  type Refused,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import type { Arrival } from './arrival.ts'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import { createFollowedLobby } from './followed-lobby.ts'
import { createKeptPress } from './kept-press.ts'
import type { OwnChallenges } from './own-challenges.ts'
import { createRunningGames } from './running-games.ts'
import type { OfferedTerms } from './terms-form.ts'

export interface LobbyDependencies {
  readonly connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline' | 'player'>
  readonly ownChallenges: Pick<OwnChallenges, 'open' | 'search' | 'add' | 'withdraw'>
  /** The game that a challenge of ours has led to. */
  readonly arrival: Pick<Arrival, 'game' | 'dismiss'>
  readonly randomBytes: RandomBytes
}

export type LobbyModel = ReturnType<typeof createLobby>

/** The lobby: open challenges as they come and go, ways to start a game, and games to watch. */
export function createLobby({
  connection,
  ownChallenges,
  arrival,
  randomBytes,
}: LobbyDependencies) {
  const followed = createFollowedLobby(connection)
  const running = createRunningGames(connection)
  const { kept, press, cancel } = createKeptPress(connection)
  /** Our public challenge that waits for an opponent. */
  const waiting = ownChallenges.search
  /** Our challenge for a friend, which has a page of its own. */
  const privateOffer = signal<ChallengeId | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  /** The game to open. */
  const started = signal<GameId | undefined>(undefined)
  /**
   * The challenge of our search on this page, kept because the search ends before we hear of the
   * game.
   */
  let waitedWith: ChallengeId | undefined
  const stopWaiting = waiting.subscribe((challenge) => {
    waitedWith = challenge?.id ?? waitedWith
  })
  /** The public challenge made on this page. */
  let madeHere: ChallengeId | undefined
  /** The challenge to a bot made on this page. */
  let called: ChallengeId | undefined
  /**
   * The number of requests in progress that may start a game, because the start is reported before
   * the answer.
   */
  let asking = 0

  /** Records the refusal of a request, or clears it. */
  function note(reply: { ok: true } | Refused | undefined): void {
    refused.value = reply?.ok === false ? reply.refusal : undefined
  }

  function wait(challenge: Challenge): void {
    madeHere = challenge.id
    ownChallenges.add(challenge)
    followed.add(challenge)
  }

  /** The lobby's news of our own challenges may be older than what we know of them. */
  const isStillOpen = ({ id, challenger }: Challenge) =>
    challenger.id !== connection.player.value?.id ||
    ownChallenges.open.value.some((own) => own.id === id)

  /** Does an opponent wait for us in a game that has just begun? */
  const isCalled = (game: GameId) => {
    const begun = arrival.game.peek()
    return begun?.id === game && isLive(begun.terms.timeControl)
  }

  const stop = connection.on('started', ({ game, challenge }) => {
    if (challenge !== undefined) followed.remove(challenge)
    const isOurs =
      challenge !== undefined && (asking > 0 || challenge === waitedWith || challenge === called)
    if (!isOurs && !isCalled(game)) return void running.refresh()
    // The page opens the game, so no notice is needed.
    arrival.dismiss()
    started.value = game
  })

  const challenges = computed(() =>
    followed.challenges.value.filter(
      (challenge) =>
        challenge.isListed && challenge.id !== waiting.value?.id && isStillOpen(challenge),
    ),
  )

  return {
    /** The public challenges, newest first, except the one of our search. */
    challenges,
    /** Those of other players. */
    others: computed(() =>
      challenges.value.filter(({ challenger }) => challenger.id !== connection.player.value?.id),
    ),
    more: followed.more,
    /** Has the server sent the list? */
    isKnown: followed.isKnown,
    waiting,
    /** Was it made on this page, rather than found there? */
    isMadeHere: (challenge: ChallengeId) => challenge === madeHere,
    /** The request that waits for a connection. */
    kept,
    cancel,
    privateOffer,
    refused,
    /** Undefined until the server has sent them. */
    running: running.games,
    started,
    pair: async (timeControl: TimeControl, isRated: boolean) => {
      const id = newCommandId(randomBytes)
      asking++
      const rated = isRated ? { isRated } : {}
      const reply = await press({ type: 'quickPair', id, timeControl, ...rated })
      asking--
      note(reply)
      if (reply?.ok !== true) return
      if ('started' in reply) started.value = reply.started
      else wait(reply.challenge)
    },
    offer: async (offered: OfferedTerms) => {
      const id = newCommandId(randomBytes)
      const reply = await press({ type: 'challenge', id, ...offered })
      note(reply)
      if (reply?.ok !== true) return
      if (offered.isListed) wait(reply.challenge)
      else privateOffer.value = reply.challenge.id
    },
    /** Challenges a house bot to a match, which begins straight away. */
    challengeBot: async (terms: Terms, opponent: PlayerId) => {
      const id = newCommandId(randomBytes)
      asking++
      const wish = { terms, color: 'random', isListed: false, opponent } as const
      const reply = await press({ type: 'challenge', id, ...wish })
      asking--
      note(reply)
      if (reply?.ok === true) called = reply.challenge.id
    },
    accept: async (challenge: ChallengeId) => {
      const id = newCommandId(randomBytes)
      asking++
      const reply = await press({ type: 'acceptChallenge', id, challenge })
      asking--
      note(reply)
      if (reply?.ok) started.value = reply.started
    },
    withdraw: async (challenge: ChallengeId) => {
      followed.remove(challenge)
      await ownChallenges.withdraw(challenge)
    },
    /** The search continues: a player who leaves the lobby waits elsewhere on the site. */
    dispose: () => {
      stop()
      stopWaiting()
      cancel()
      running.dispose()
      followed.dispose()
    },
  }
}
