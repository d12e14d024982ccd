import type { GameId } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { type Page, positionOf } from './page.ts'

/** Two players make the first legal move in turn, until both see this many half-moves. */
export async function playTo(
  { black, white, game }: { black: Page; white: Page; game: GameId },
  ply: number,
): Promise<void> {
  for (;;) {
    const played = Math.max(black.view(game).moves.length, white.view(game).moves.length)
    if (played >= ply) {
      for (const page of [black, white]) await page.sees(game, ({ moves }) => moves.length >= ply)
      return
    }
    const mover = played % 2 === 0 ? black : white
    const view = await mover.sees(game, ({ moves }) => moves.length === played)
    const [move] = legalMoves(positionOf(view))
    if (move === undefined) throw new Error('nobody can move any more')
    const reply = await mover.move(game, move)
    if (!reply.ok) throw new Error(JSON.stringify(reply.refusal))
  }
}
