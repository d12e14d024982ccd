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

/** The lobby: how one comes to a game, among open challenges as they come and go, and games to watch. */
export function createLobby({
  connection,
  ownChallenges,
  arrival,
  randomBytes,
}: LobbyDependencies) {
  const followed = createFollowedLobby(connection)
  const running = createRunningGames(connection)
  const { kept, press, cancel } = createKeptPress(connection)
  /** Our challenge for everybody that waits for somebody. */
  const waiting = ownChallenges.search
  /** Our challenge for a friend, which has a page of its own. */
  const privateOffer = signal<ChallengeId | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  /** The game to go to. */
  const started = signal<GameId | undefined>(undefined)
  /** What we have waited with on this page: the search ends before we hear of it. */
  let waitedWith: ChallengeId | undefined
  const stopWaiting = waiting.subscribe((challenge) => {
    waitedWith = challenge?.id ?? waitedWith
  })
  /** What was offered to everybody on this page. */
  let madeHere: ChallengeId | undefined
  /** What a bot was asked for here. */
  let called: ChallengeId | undefined
  /** How often we are about to come to a game: we hear of it before we are answered. */
  let asking = 0

  /** Notes why something was refused, or that it was not. */
  function note(reply: { ok: true } | Refused | undefined): void {
    refused.value = reply?.ok === false ? reply.refusal : undefined
  }

  function wait(challenge: Challenge): void {
    madeHere = challenge.id
    ownChallenges.add(challenge)
    followed.add(challenge)
  }

  /** What is told of our own here may be older than what we know of them. */
  const isStillOpen = ({ id, challenger }: Challenge) =>
    challenger.id !== connection.player.value?.id ||
    ownChallenges.open.value.some((own) => own.id === id)

  /** Does somebody wait for us in a game that has just begun? */
  const isCalled = (game: GameId) => {
    const begun = arrival.game.peek()
    return begun?.id === game && isLive(begun.terms.timeControl)
  }

  const stop = connection.on('started', ({ game, challenge }) => {
    if (challenge !== undefined) followed.remove(challenge)
    const isOurs =
      challenge !== undefined && (asking > 0 || challenge === waitedWith || challenge === called)
    if (!isOurs && !isCalled(game)) return void running.refresh()
    // The page goes there, so nobody need be called.
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
    /** What is open to all, newest first, but for the one that we wait with. */
    challenges,
    /** Of these, those of others. */
    others: computed(() =>
      challenges.value.filter(({ challenger }) => challenger.id !== connection.player.value?.id),
    ),
    more: followed.more,
    /** Has the server told what is open? */
    isKnown: followed.isKnown,
    waiting,
    /** Has it been made on this page, and not found there? */
    isMadeHere: (challenge: ChallengeId) => challenge === madeHere,
    /** What was pressed and waits for the server. */
    kept,
    cancel,
    privateOffer,
    refused,
    /** Undefined until the server has told them. */
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
    /** Asks a bot of the house for a match, which begins at once. */
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
    /** The search goes on: whoever leaves the lobby waits elsewhere on the site. */
    dispose: () => {
      stop()
      stopWaiting()
      cancel()
      running.dispose()
      followed.dispose()
    },
  }
}
