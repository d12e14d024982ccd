import { legalMoves } from '@hokito/rules'
import { type Page, pairUp } from './page.ts'

/** Pairs that play one game after another on a good connection. */
export interface Players {
  /** How many moves were acknowledged so far. */
  moves(): number
  /**
   * Ends the games by resigning, and returns every failure: none, unless something disturbed the
   * games.
   */
  stop(): Promise<readonly string[]>
}

/** Lets this many pairs play until they are stopped, each side after a pause of `pauseMs`. */
export async function startPlaying(url: string, pairs: number, pauseMs: number): Promise<Players> {
  const state = { moves: 0, isStopped: false, faults: [] as string[] }
  const tables = await Promise.all(Array.from({ length: pairs }, () => pairUp(url)))
  const playing = tables.map((table) => playOn(url, table, pauseMs, state))
  return {
    moves: () => state.moves,
    stop: async () => {
      state.isStopped = true
      const ended = await Promise.allSettled(playing)
      const failed = ended.flatMap((end) => (end.status === 'rejected' ? String(end.reason) : []))
      return [...state.faults, ...failed]
    },
  }
}

// --- internal ---

type Seated = Awaited<ReturnType<typeof pairUp>>

interface State {
  moves: number
  isStopped: boolean
  readonly faults: string[]
}

async function playOn(url: string, first: Seated, pauseMs: number, state: State): Promise<void> {
  let table = first
  while (!state.isStopped) {
    if (table.black.view(table.game).ending !== undefined) {
      leave(table)
      table = await pairUp(url)
    }
    await playMove(table, state)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const { ending, moves } = table.black.view(table.game)
  if (ending === undefined) {
    const reply = await table.black.command(table.game, moves.length < 2 ? 'abort' : 'resign')
    if (!reply.ok) state.faults.push(`the end: ${reply.refusal.code}`)
  }
  leave(table)
}

async function playMove({ black, white, game }: Seated, state: State): Promise<void> {
  const [move] = legalMoves(black.position(game))
  if (move === undefined) throw new Error('a running game has a move')
  const isBlack = black.view(game).moves.length % 2 === 0
  const [page, other]: [Page, Page] = isBlack ? [black, white] : [white, black]
  const reply = await page.move(game, move)
  if (!reply.ok) {
    state.faults.push(`a move: ${reply.refusal.code}`)
    return
  }
  const { version } = page.view(game)
  await other.sees(game, (view) => view.version >= version)
  state.moves++
}

function leave({ black, white }: Seated): void {
  for (const page of [black, white]) page.close()
}
