import { type Challenge, type ChallengeId, lobbyPageSchema, type PlayerId } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from '../online/connection.ts'
import { type LobbyList, listFrom, moreThan, withChange, withOwn, without } from './lobby-list.ts'

/** The open challenges, including ours, as the server reports them. */
export interface FollowedLobby {
  /** The newest first. */
  readonly challenges: ReadonlySignal<readonly Challenge[]>
  /** How many more are open than shown. */
  readonly more: ReadonlySignal<number>
  /** Has the server sent them? */
  readonly isKnown: ReadonlySignal<boolean>
  /** Shows a challenge of ours that the server has just confirmed. */
  add(challenge: Challenge): void
  /** Hides a challenge that is known to be taken or withdrawn. */
  remove(challenge: ChallengeId): void
  dispose(): void
}

/** Follows the lobby; if a message is missing in between, it asks for the whole lobby. */
export function createFollowedLobby(
  connection: Pick<Connection, 'send' | 'on' | 'whenOnline' | 'player'>,
): FollowedLobby {
  const list = signal<LobbyList>(NOTHING)
  const isKnown = signal(false)
  let reopening: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const us = (): PlayerId | undefined => connection.player.peek()?.id

  async function open(): Promise<void> {
    list.value = { ...list.peek(), version: NOT_OPEN }
    const reply = await connection.send({ type: 'openLobby' })
    if (isOver) return
    if (reply?.ok !== true) return openAgain()
    const page = lobbyPageSchema.parse(JSON.parse(reply.lobby))
    list.value = listFrom(page, reply.challenges, us())
    isKnown.value = true
  }

  /**
   * Asks for the whole lobby again after a pause, because the server has refused (its rate limit)
   * or not answered.
   */
  function openAgain(): void {
    reopening ??= setTimeout(() => {
      reopening = undefined
      void open()
    }, REOPEN_MS)
  }

  const stops = [
    connection.whenOnline(() => void open()),
    connection.on('lobby', (change) => {
      const changed = withChange(list.peek(), change, us())
      if (changed !== undefined) list.value = changed
      else openAgain()
    }),
  ]

  return {
    challenges: computed(() => list.value.challenges),
    more: computed(() => moreThan(list.value)),
    isKnown,
    add: (challenge) => {
      list.value = withOwn(list.peek(), challenge)
    },
    remove: (challenge) => {
      list.value = without(list.peek(), challenge)
    },
    dispose: () => {
      isOver = true
      for (const stop of stops) stop()
      clearTimeout(reopening)
      void connection.send({ type: 'closeLobby' })
    },
  }
}

// --- internal ---

const REOPEN_MS = 2000

/** Later than every message, so that none counts until the lobby has been opened. */
const NOT_OPEN = Number.POSITIVE_INFINITY
const NOTHING: LobbyList = { version: NOT_OPEN, challenges: [], total: 0 }
