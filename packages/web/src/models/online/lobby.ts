import {
  type Challenge,
  type ColorChoice,
  type GameSummary,
  lobbyPageSchema,
  type Refusal,
  type Reply,
  type Terms,
  type TimeControl,
  turnAt,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import { type LobbyList, listFrom, moreThan, withChange, withOwn, without } from './lobby-list.ts'
import { newCommandId } from './online-game.ts'

export interface LobbyDeps {
  readonly connection: Pick<Connection, 'send' | 'on' | 'whenOnline' | 'player'>
  readonly randomBytes: RandomBytes
}

export type LobbyModel = ReturnType<typeof createLobby>

/** The lobby: open challenges as they come and go, our own, and our games. */
export function createLobby({ connection, randomBytes }: LobbyDeps) {
  const list = signal<LobbyList>(NOTHING)
  /** Our challenge that waits for somebody. */
  const waiting = signal<Challenge | undefined>(undefined)
  const refused = signal<Refusal | undefined>(undefined)
  const myGames = signal<readonly GameSummary[]>([])
  const running = signal<readonly GameSummary[]>([])
  /** The game to go to. */
  const started = signal<string | undefined>(undefined)
  let reopening: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function take(reply: Reply | undefined): void {
    refused.value = reply?.ok === false ? reply.refusal : undefined
    if (reply?.ok !== true) return
    if (reply.challenge !== undefined) {
      waiting.value = reply.challenge
      list.value = withOwn(list.value, reply.challenge)
    }
    if (reply.started !== undefined) started.value = reply.started
  }

  const us = () => connection.player.peek()?.id ?? ''

  async function followChallenges(): Promise<void> {
    list.value = { ...list.peek(), version: NOT_OPEN }
    const reply = await connection.send({ type: 'openLobby' })
    if (isOver) return
    if (reply?.ok !== true || reply.lobby === undefined) return followAnew()
    const page = lobbyPageSchema.parse(JSON.parse(reply.lobby))
    list.value = listFrom(page, reply.challenges ?? [], us())
  }

  /** Asks for the whole again, but not at once: the server has said less often, or nothing. */
  function followAnew(): void {
    reopening ??= setTimeout(() => {
      reopening = undefined
      void followChallenges()
    }, REOPEN_MS)
  }

  async function withdraw(challenge: string): Promise<void> {
    if (waiting.peek()?.id === challenge) waiting.value = undefined
    list.value = without(list.peek(), challenge)
    await connection.send({ type: 'withdrawChallenge', challenge })
  }

  async function refreshGames(): Promise<void> {
    const [mine, all] = await Promise.all([
      connection.send({ type: 'myGames' }),
      connection.send({ type: 'runningGames' }),
    ])
    if (mine?.ok) myGames.value = awaitedFirst(mine.games ?? [], us())
    if (all?.ok) running.value = all.games ?? []
  }

  const stops = [
    connection.whenOnline(() => {
      void followChallenges()
      void refreshGames()
    }),
    connection.on('lobby', (change) => {
      const changed = withChange(list.peek(), change, us())
      if (changed !== undefined) list.value = changed
      else followAnew()
    }),
    connection.on('started', ({ game, challenge }) => {
      if (challenge !== undefined) list.value = without(list.peek(), challenge)
      if (challenge !== undefined && challenge === waiting.peek()?.id) started.value = game
      else void refreshGames()
    }),
  ]
  const timer = setInterval(() => void refreshGames(), REFRESH_MS)

  return {
    /** What is open, newest first, but for the one that we wait with. */
    challenges: computed(() => list.value.challenges.filter(({ id }) => id !== waiting.value?.id)),
    /** How many more are open than are shown. */
    more: computed(() => moreThan(list.value)),
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
    withdraw,
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
      clearTimeout(reopening)
      isOver = true
      void connection.send({ type: 'closeLobby' })
    },
  }
}

// --- internal ---

/** Lists of games are asked for anew; challenges come by themselves. */
const REFRESH_MS = 15_000

const REOPEN_MS = 2000

/** Later than every message: none counts until the lobby has been opened. */
const NOT_OPEN = Number.POSITIVE_INFINITY
const NOTHING: LobbyList = { version: NOT_OPEN, challenges: [], total: 0 }

/** Running games before finished ones, and among them those that wait for this player. */
function awaitedFirst(games: readonly GameSummary[], player: string): readonly GameSummary[] {
  const rank = ({ ending, seats, ply }: GameSummary) => {
    if (ending !== undefined) return 2
    return seats[turnAt(ply)].id === player ? 0 : 1
  }
  return games.toSorted((a, b) => rank(a) - rank(b))
}
