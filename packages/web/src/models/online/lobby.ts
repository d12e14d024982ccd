import {
  type Challenge,
  type ColorChoice,
  type GameSummary,
  type Refusal,
  type Reply,
  type Terms,
  type TimeControl,
  turnAt,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import { newCommandId } from './online-game.ts'

export interface LobbyDeps {
  readonly connection: Connection
  readonly randomBytes: RandomBytes
}

export type LobbyModel = ReturnType<typeof createLobby>

/** The lobby: open challenges as they come and go, our own, and our games. */
export function createLobby({ connection, randomBytes }: LobbyDeps) {
  const challenges = signal<readonly Challenge[]>([])
  /** Our challenge that waits for somebody. */
  const waiting = signal<Challenge | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  const myGames = signal<readonly GameSummary[]>([])
  const running = signal<readonly GameSummary[]>([])
  /** The game to go to. */
  const started = signal<string | undefined>(undefined)

  function take(reply: Reply | undefined): void {
    refused.value = reply?.ok === false ? reply.refusal : undefined
    if (reply?.ok !== true) return
    if (reply.challenge !== undefined) waiting.value = reply.challenge
    if (reply.started !== undefined) started.value = reply.started
  }

  async function followChallenges(): Promise<void> {
    const reply = await connection.send({ type: 'openLobby' })
    if (reply?.ok) challenges.value = reply.challenges ?? []
  }

  async function refreshGames(): Promise<void> {
    const [mine, all] = await Promise.all([
      connection.send({ type: 'myGames' }),
      connection.send({ type: 'runningGames' }),
    ])
    if (mine?.ok) myGames.value = awaitedFirst(mine.games ?? [], connection.player.peek()?.id)
    if (all?.ok) running.value = all.games ?? []
  }

  const stops = [
    connection.whenOnline(() => {
      void followChallenges()
      void refreshGames()
    }),
    connection.on('lobby', (lobby) => {
      challenges.value = lobby.challenges
    }),
    connection.on('started', ({ game, challenge }) => {
      if (challenge !== undefined && challenge === waiting.peek()?.id) started.value = game
      else void refreshGames()
    }),
  ]
  const timer = setInterval(() => void refreshGames(), REFRESH_MS)

  return {
    /** What others offer. */
    challenges: computed(() =>
      challenges.value.filter(({ challenger }) => challenger.id !== connection.player.value?.id),
    ),
    waiting,
    refused,
    myGames,
    running,
    started,
    pair: async (timeControl: TimeControl) => {
      const id = newCommandId(randomBytes)
      take(await connection.send({ type: 'quickPair', id, timeControl }))
    },
    offer: async (terms: Terms, color: ColorChoice, isListed: boolean) => {
      const id = newCommandId(randomBytes)
      take(await connection.send({ type: 'challenge', id, terms, color, isListed }))
    },
    accept: async (challenge: string) => {
      const id = newCommandId(randomBytes)
      take(await connection.send({ type: 'acceptChallenge', id, challenge }))
    },
    withdraw: async () => {
      const mine = waiting.peek()
      if (mine === undefined) return
      waiting.value = undefined
      await connection.send({ type: 'withdrawChallenge', challenge: mine.id })
    },
    rename: async (name: string) => {
      take(await connection.send({ type: 'rename', name }))
    },
    dispose: () => {
      // Who leaves the lobby looks for nobody any more; a link that a friend has been sent stays good.
      const mine = waiting.peek()
      if (mine?.isListed === true && started.peek() === undefined) {
        void connection.send({ type: 'withdrawChallenge', challenge: mine.id })
      }
      for (const stop of stops) stop()
      clearInterval(timer)
      void connection.send({ type: 'closeLobby' })
    },
  }
}

// --- internal ---

/** Lists of games are asked for anew; challenges come by themselves. */
const REFRESH_MS = 15_000

/** Running games before finished ones, and among them those that wait for this player. */
function awaitedFirst(
  games: readonly GameSummary[],
  player: string | undefined,
): readonly GameSummary[] {
  const rank = ({ ending, seats, ply }: GameSummary) => {
    if (ending !== undefined) return 2
    return seats[turnAt(ply)].id === player ? 0 : 1
  }
  return games.toSorted((a, b) => rank(a) - rank(b))
}
