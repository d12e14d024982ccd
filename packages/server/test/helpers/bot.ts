import { type GameCommand, phaseOf, type Reply, turnOf } from '@hokito/protocol'
import { COLORS, legalMoves, type RandomBytes, randomIndex } from '@hokito/rules'
import { commandId, type Page, positionOf } from './page.ts'

/** How badly a bot's connection behaves: chances for each move. */
export interface Trouble {
  readonly duplicate: number
  readonly stale: number
  readonly illegal: number
  readonly disconnect: number
  readonly delayMs: number
}

/** What a bot was told to be stored. */
export interface Acknowledged {
  readonly game: string
  readonly ply: number
  readonly from: number
  readonly to: number
}

/**
 * Plays random legal moves in one game on a bad connection, until the game is over or `isStopped`.
 * Gives the moves that were acknowledged.
 */
export async function playBadly(
  page: Page,
  game: string,
  chance: { readonly bytes: RandomBytes; readonly trouble: Trouble },
  isStopped: () => boolean = () => false,
): Promise<readonly Acknowledged[]> {
  const { bytes, trouble } = chance
  const happens = (share: number) => randomIndex(1000, bytes) < share * 1000
  const acknowledged: Acknowledged[] = []
  let earlier: GameCommand | undefined
  while (!isStopped()) {
    const view = page.view(game)
    if (phaseOf(view) === 'over') return acknowledged
    const own = COLORS.find((color) => view.seats[color].id === page.player.id)
    if (turnOf(view) !== own) {
      await pause(2)
      continue
    }
    await pause(randomIndex(trouble.delayMs + 1, bytes))
    const moves = legalMoves(positionOf(view))
    const move = moves[randomIndex(moves.length, bytes)]
    if (move === undefined) continue
    const ply = view.moves.length
    const command: GameCommand = { type: 'move', game, ply, id: commandId(), ...move }
    const sendings: Promise<Reply | undefined>[] = []
    const send = (message: GameCommand) => sendings.push(attempt(page, message))
    if (happens(trouble.illegal)) send({ ...command, id: commandId(), to: command.from })
    if (earlier !== undefined && happens(trouble.stale)) send(earlier)
    send(command)
    if (happens(trouble.duplicate)) send(command)
    if (earlier !== undefined && happens(trouble.stale)) send({ ...earlier, id: commandId() })
    if (happens(trouble.disconnect)) {
      await pause(randomIndex(4, bytes))
      page.close()
    }
    const replies = await Promise.all(sendings)
    if (!replies.some((reply) => reply?.ok)) await recover(page, command, isStopped)
    if (page.view(game).moves[ply] !== undefined) acknowledged.push({ game, ply, ...move })
    earlier = command
  }
  return acknowledged
}

// --- internal ---

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Sends a command once; undefined when no answer came. */
async function attempt(page: Page, message: GameCommand): Promise<Reply | undefined> {
  try {
    return await page.send(message)
  } catch {
    // The connection is gone: recover() finds out what became of the command.
    return undefined
  }
}

/** Connects again and again, gets the game as it is, and sends the same command once more. */
async function recover(page: Page, command: GameCommand, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    try {
      if (!page.socket.connected) await page.connect()
      const view = await page.openGame(command.game)
      if (view.moves.length === command.ply && view.ending === undefined) await page.send(command)
      return
    } catch {
      await pause(50)
    }
  }
}
