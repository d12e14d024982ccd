import {
  BETWEEN_GAMES_MS,
  type GameId,
  type GameView,
  type WatchedGame,
  type WatchReply,
  watchReplySchema,
} from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import { readAnswer } from '../device/ask.ts'

/** What can be watched, as the server says every few seconds while the page is in view. */
export interface Watching {
  /** Undefined until the server has answered. */
  readonly reply: ReadonlySignal<WatchReply | undefined>
  /** Did the last question get no answer? */
  readonly isUnanswered: ReadonlySignal<boolean>
  dispose(): void
}

/**
 * Asks for the best public game, or with `all` for the others too. It needs no connection and no
 * session, so it suits pages that any visitor opens.
 */
export function createWatching({ all }: { readonly all: boolean }): Watching {
  const reply = signal<WatchReply | undefined>(undefined)
  const isUnanswered = signal(false)
  const end = new AbortController()
  let isAsking = false

  async function ask(): Promise<void> {
    // One question at a time, so that a late answer never takes the place of a newer one.
    if (isAsking || document.visibilityState !== 'visible') return
    isAsking = true
    const answer = await readAnswer(all ? '/api/watch?all=yes' : '/api/watch')
    const told = watchReplySchema.safeParse(answer).data
    isAsking = false
    if (end.signal.aborted) return
    isUnanswered.value = told === undefined
    if (told !== undefined) reply.value = told
  }

  const timer = setInterval(() => void ask(), all ? ALL_MS : BEST_MS)
  document.addEventListener('visibilitychange', () => void ask(), { signal: end.signal })
  void ask()
  return {
    reply,
    isUnanswered,
    dispose: () => {
      end.abort()
      clearInterval(timer)
    },
  }
}

/** Do two bots play because no people do? */
export function isExhibition({ seats }: Pick<WatchedGame, 'seats'>): boolean {
  return seats.black.isBot === true && seats.white.isBot === true
}

/** The game in view on the page that shows the best one. */
export interface Viewed {
  /** Undefined until there is one. */
  readonly game: ReadonlySignal<GameId | undefined>
  /** Has it ended, so that the next one follows? */
  readonly isOver: ReadonlySignal<boolean>
  /** Shows a game that the visitor has chosen. */
  choose(game: GameId): void
  /** The game in view has ended. Call it again once another game follows it. */
  end(game: GameId, last?: Pick<GameView, 'match' | 'next'>): void
  dispose(): void
}

/**
 * Keeps one game in view until it ends. After a pause the next game of its players follows: the
 * second of a match once it has begun. Otherwise it is the best of the others. A game between bots
 * that nobody has chosen makes way for one of people.
 */
export function createViewed({ reply }: Pick<Watching, 'reply'>): Viewed {
  const game = signal<GameId | undefined>(undefined)
  const isOver = signal(false)
  /** Is it an exhibition game that nobody has chosen? */
  let isFiller = false
  /** The game that follows the one in view, and whether it is the second of their match. */
  let next: { readonly id: GameId; readonly isSecond: boolean } | undefined
  /** How long its end has been in view: for a moment, for longer, or for the pause of a match. */
  let inView: 'moment' | 'while' | 'pause' = 'moment'
  let timers: readonly ReturnType<typeof setTimeout>[] = []

  function show(id: GameId, asFiller = false): void {
    stopTimers()
    isFiller = asFiller
    next = undefined
    isOver.value = false
    game.value = id
  }

  function follow(): void {
    const games = reply.peek()?.games ?? []
    const best = games.find(({ id }) => id !== game.peek())
    const mayReplace = isFiller && best !== undefined && !isExhibition(best)
    if (isOver.peek()) {
      if (inView === 'moment') return
      const hasBegun = inView === 'pause' || games.some(({ id, ply }) => id === next?.id && ply > 0)
      if (next?.isSecond === true && !hasBegun) return
      if (next !== undefined) return show(next.id)
    } else if (game.peek() !== undefined && !mayReplace) return
    if (best !== undefined) show(best.id, isExhibition(best))
  }

  function stopTimers(): void {
    for (const timer of timers) clearTimeout(timer)
  }

  const stop = reply.subscribe(follow)
  return {
    game,
    isOver,
    choose: (id) => show(id),
    end: (ended, last) => {
      if (ended !== game.peek()) return
      next = last?.next && { id: last.next, isSecond: last.match?.game === 1 }
      if (isOver.peek()) return
      isOver.value = true
      inView = 'moment'
      const later = (ms: number, since: typeof inView) =>
        setTimeout(() => {
          inView = since
          follow()
        }, ms)
      timers = [later(PAUSE_MS, 'while'), later(BETWEEN_GAMES_MS, 'pause')]
    },
    dispose: () => {
      stop()
      stopTimers()
    },
  }
}

// --- internal ---

/** House bots move every four seconds. */
const BEST_MS = 4000
const ALL_MS = 8000
/** Time to see how a game has ended. */
const PAUSE_MS = 8000
