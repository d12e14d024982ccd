import { type GameId, type WatchReply, watchReplySchema } from '@hokito/protocol'
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

/** The game in view on the page that shows the best one. */
export interface Viewed {
  /** Undefined until there is one. */
  readonly game: ReadonlySignal<GameId | undefined>
  /** Has it ended, so that the next one follows? */
  readonly isOver: ReadonlySignal<boolean>
  /** Shows a game that the visitor has chosen. */
  choose(game: GameId): void
  /** The game in view has ended. */
  end(game: GameId): void
  dispose(): void
}

/** Keeps one game in view until it ends. After a pause the best of the others follows. */
export function createViewed({ reply }: Pick<Watching, 'reply'>): Viewed {
  const game = signal<GameId | undefined>(undefined)
  const isOver = signal(false)
  /** Is the pause after the end over, so that any other game may follow? */
  let isFree = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(next: GameId): void {
    clearTimeout(timer)
    isFree = false
    isOver.value = false
    game.value = next
  }

  function follow(): void {
    if (!isFree) return
    const next = reply.peek()?.games.find(({ id }) => id !== game.peek())
    if (next !== undefined) show(next.id)
  }

  const stop = reply.subscribe(follow)
  return {
    game,
    isOver,
    choose: show,
    end: (ended) => {
      if (ended !== game.peek() || isOver.peek()) return
      isOver.value = true
      timer = setTimeout(() => {
        isFree = true
        follow()
      }, PAUSE_MS)
    },
    dispose: () => {
      stop()
      clearTimeout(timer)
    },
  }
}

// --- internal ---

/** House bots move every four seconds. */
const BEST_MS = 4000
const ALL_MS = 8000
/** Time to see how a game has ended. */
const PAUSE_MS = 8000
