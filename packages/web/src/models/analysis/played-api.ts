import { type ExplorerMoves, explorerMovesSchema } from '@hokito/protocol'
import { formatPosition, type Position } from '@hokito/rules'

/** The moves played from a position in games on the server; undefined without an answer. */
export async function askPlayed(position: Position): Promise<ExplorerMoves['moves'] | undefined> {
  const query = new URLSearchParams({
    position: formatPosition(position),
    endRule: position.endRule,
  })
  try {
    const response = await fetch(`/api/explorer/moves?${query}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (!response.ok) return undefined
    return explorerMovesSchema.safeParse(await response.json()).data?.moves
  } catch {
    // No network, or something other than our server has answered: the page says so.
    return undefined
  }
}

// --- internal ---

const ANSWER_MS = 10_000
