import type { GameId } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { type Page, until } from './page.ts'

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
    await mover.sees(game, ({ moves }) => moves.length === played)
    await moveIn(mover, game)
  }
}

/** A player makes the first legal move. */
export async function moveIn(page: Page, game: GameId): Promise<void> {
  const [move] = legalMoves(page.position(game))
  if (move === undefined) throw new Error('nobody can move any more')
  const reply = await page.move(game, move)
  if (!reply.ok) throw new Error(JSON.stringify(reply.refusal))
}

/** White closes the page of a game; returns once Black sees that. */
export async function leave(white: Page, black: Page, game: GameId): Promise<void> {
  white.close()
  await until(() => black.presence.get(game)?.seats.white.isHere === false, 'White has left')
}
