import { type ExplorerMoves, explorerMovesSchema } from '@hokito/protocol'
import { formatPosition, type Position } from '@hokito/rules'
import { readAnswer } from '../device/ask.ts'

/** The moves played from a position in games on the server; undefined without an answer. */
export async function askPlayed(position: Position): Promise<ExplorerMoves['moves'] | undefined> {
  const query = new URLSearchParams({
    position: formatPosition(position),
    endRule: position.endRule,
  })
  const answer = await readAnswer(`/api/explorer/moves?${query}`)
  return explorerMovesSchema.safeParse(answer).data?.moves
}
