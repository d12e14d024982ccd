// @ts-check
/**
 * Opens one game after another that others are playing.
 * @param {import('./client.mjs').Client} client
 * @param {import('./player.mjs').Board} board
 */
export async function watchOn(client, board) {
  while (!client.isOver()) {
    const running = [...board.running]
    const game = running[client.chance.below(Math.max(1, running.length))]
    if (game !== undefined && (await client.open(game))) {
      const until = performance.now() + client.chance.between(2000, 15_000)
      while (performance.now() < until && !client.isOver()) await client.hears(1000)
      await client.leave(game)
      if (client.chance.happens(0.3)) client.leaveNode()
    } else {
      await client.hears(500)
    }
  }
}
