import {
  type Challenge,
  type GameId,
  type GameSummary,
  type GamesPage,
  gamesPageSchema,
  type PlayerCard,
} from '@hokito/protocol'
import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { readReply } from '../device/ask.ts'

/** Asks for a page of our online games, starting after a game; undefined without an answer. */
export type AskForGames = (after: GameId | undefined) => Promise<GamesPage | undefined>

/** Our online games, the finished ones page by page. */
export interface PastGames {
  readonly player: ReadonlySignal<PlayerCard | undefined>
  readonly running: ReadonlySignal<readonly GameSummary[]>
  /** Our open challenges. */
  readonly challenges: ReadonlySignal<readonly Challenge[]>
  readonly finished: ReadonlySignal<readonly GameSummary[]>
  /**
   * The last game of the current page, after which the next page begins; undefined on the last
   * page.
   */
  readonly next: ReadonlySignal<GameId | undefined>
  /** Has the request ended, with or without an answer? */
  readonly isAnswered: ReadonlySignal<boolean>
  readonly hasFailed: ReadonlySignal<boolean>
  readonly reload: () => Promise<void>
  /** Loads the next page. */
  readonly more: () => Promise<void>
}

export function createPastGames(ask: AskForGames): PastGames {
  const player = signal<PlayerCard | undefined>(undefined)
  const running = signal<readonly GameSummary[]>([])
  const challenges = signal<readonly Challenge[]>([])
  const finished = signal<readonly GameSummary[]>([])
  const next = signal<GameId | undefined>(undefined)
  const isAnswered = signal(false)
  const hasFailed = signal(false)

  async function load(after: GameId | undefined): Promise<void> {
    const page = await ask(after)
    batch(() => {
      isAnswered.value = true
      hasFailed.value = page === undefined
      if (page === undefined) return
      if (after === undefined) takeFirst(page)
      // A page that follows games which are no longer shown would leave a gap.
      else if (after === next.peek()) {
        finished.value = [...without(finished.peek(), page.finished), ...page.finished]
        next.value = page.next
      }
    })
  }

  /** The older games already loaded stay, unless more than a page of games has ended since. */
  function takeFirst(page: GamesPage): void {
    player.value = page.player
    running.value = page.running
    challenges.value = page.challenges
    const before = finished.peek()
    const older = without(before, page.finished)
    const isJoined = page.next !== undefined && older.length < before.length
    finished.value = isJoined ? [...page.finished, ...older] : page.finished
    if (!isJoined || older.length === 0) next.value = page.next
  }

  return {
    player,
    running,
    challenges,
    finished,
    next,
    isAnswered,
    hasFailed,
    reload: () => load(undefined),
    more: () => load(next.peek()),
  }
}

/** Identifies us by this browser's cookie; without one there are no games. */
export function fetchGames(after: GameId | undefined): Promise<GamesPage | undefined> {
  const query = after === undefined ? '' : `?${new URLSearchParams({ after })}`
  return readReply(
    `/api/games${query}`,
    (answer) => gamesPageSchema.safeParse(answer).data,
    {},
    ANSWER_MS,
  )
}

// --- internal ---

function without(
  games: readonly GameSummary[],
  others: readonly GameSummary[],
): readonly GameSummary[] {
  const ids = new Set(others.map(({ id }) => id))
  return games.filter(({ id }) => !ids.has(id))
}

/** Nobody waits longer than this to see the games on the device. */
const ANSWER_MS = 4000
