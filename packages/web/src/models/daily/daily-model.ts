import type { Day } from '@hokito/protocol'
import { computed, signal } from '@preact/signals'
import type { DailyApi } from './daily-api.ts'
import {
  type DailyGame,
  type DailyKey,
  type DailyStore,
  isResigned,
  progressOf,
} from './daily-store.ts'

/** Dependencies of the games of the day. */
export interface DailyDependencies {
  readonly store: DailyStore
  readonly api: DailyApi
  /** The target of the event that says the network is back. */
  readonly events: EventTarget
}

export type DailyModel = ReturnType<typeof createDailyModel>

/**
 * The counted games of this device. Sends finished games, with retries until there is an answer.
 */
export function createDailyModel({ store, api, events }: DailyDependencies) {
  const games = signal(store.list())
  const isSending = signal(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDisposed = false

  function keep(game: DailyGame): boolean {
    const ahead = aheadOf(game, store)
    const isKept = ahead !== undefined || store.save(game)
    games.value = [...games.peek().filter((each) => !isSame(each, game)), ahead ?? game]
    return isKept
  }

  async function send(): Promise<void> {
    if (isSending.peek() || isDisposed) return
    clearTimeout(timer)
    isSending.value = true
    let soonestMs = Number.POSITIVE_INFINITY
    const tried: DailyGame[] = []
    // A game may end while another one is sent.
    for (let game = unsentIn(games.peek(), tried); game; game = unsentIn(games.peek(), tried)) {
      tried.push(game)
      const sent = await api.send({ ...game, moves: [...game.moves] })
      if (sent.kind === 'later') soonestMs = Math.min(soonestMs, sent.afterMs)
      else keep({ ...game, fate: sent })
    }
    isSending.value = false
    if (soonestMs < Number.POSITIVE_INFINITY && !isDisposed) {
      timer = setTimeout(() => void send(), soonestMs)
    }
  }

  const onOnline = () => void send()
  events.addEventListener('online', onOnline)
  void send()

  return {
    games,
    isSending,
    gameOf: (key: DailyKey) => games.value.find((game) => isSame(game, key)),
    /** Stores a game in progress; sends it once it is over. False if it could not be stored. */
    keep: (game: DailyGame): boolean => {
      const isKept = keep(game)
      if (game.fate.kind === 'unsent') void send()
      return isKept
    },
    send,
    playedDays: computed<ReadonlySet<Day>>(
      () => new Set(games.value.filter(isOver).map(({ day }) => day)),
    ),
    dispose: () => {
      isDisposed = true
      clearTimeout(timer)
      events.removeEventListener('online', onOnline)
    },
  }
}

// --- internal ---

/** The stored game, if another tab has gone further in it or has finished it first. */
function aheadOf(game: DailyGame, store: DailyStore): DailyGame | undefined {
  const stored = store.load(game)
  if (stored === undefined) return undefined
  const isFirst = isOver(stored) && (game.fate.kind === 'unsent' || isResigned(game))
  return isFirst || progressOf(stored) > progressOf(game) ? stored : undefined
}

function unsentIn(games: readonly DailyGame[], tried: readonly DailyGame[]): DailyGame | undefined {
  return games.find(
    (game) => game.fate.kind === 'unsent' && !tried.some((each) => isSame(each, game)),
  )
}

function isSame(one: DailyKey, other: DailyKey): boolean {
  return one.day === other.day && one.level === other.level
}

function isOver({ fate }: DailyGame): boolean {
  return fate.kind !== 'running'
}
