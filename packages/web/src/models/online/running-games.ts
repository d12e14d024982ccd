import type { GameSummary } from '@hokito/protocol'
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'

/** The games that anyone may watch. */
export interface RunningGames {
  /** Undefined until the server has sent them. */
  readonly games: ReadonlySignal<readonly GameSummary[] | undefined>
  refresh(): Promise<void>
  dispose(): void
}

/**
 * Asks for the games whenever we come online, and at intervals, because the server does not report
 * changes.
 */
export function createRunningGames(
  connection: Pick<Connection, 'send' | 'whenOnline'>,
): RunningGames {
  const games = signal<readonly GameSummary[] | undefined>(undefined)
  let timer: ReturnType<typeof setInterval> | undefined

  async function refresh(): Promise<void> {
    const reply = await connection.send({ type: 'runningGames' })
    if (reply?.ok) games.value = reply.games
  }

  const stop = connection.whenOnline(() => {
    void refresh()
    timer ??= setInterval(() => void refresh(), REFRESH_MS)
  })

  return {
    games,
    refresh,
    dispose: () => {
      stop()
      clearInterval(timer)
    },
  }
}

// --- internal ---

const REFRESH_MS = 15_000
