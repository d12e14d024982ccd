// @ts-check
/**
 * A player that makes a random one of the moves that gain the most points immediately.
 * @param {import('../../../packages/engine/dist/core.js').Core} core
 * @param {() => number} random between 0 and 1
 */
export function createGreedy(core, random) {
  return {
    name: 'greed',
    playouts: 0,
    /** @param {import('../../../packages/engine/dist/packed.js').PackedPosition} position */
    choose(position) {
      core.load(position)
      const sign = position.isWhiteTurn ? -1 : 1
      /** @type {number[]} */
      let best = []
      let most = Number.NEGATIVE_INFINITY
      for (const move of Array.from(core.moves())) {
        core.play(move)
        const margin = sign * core.margin()
        core.undo()
        if (margin > most) best = []
        if (margin >= most) best.push(move)
        most = Math.max(most, margin)
      }
      return best[Math.floor(random() * best.length)] ?? 0
    },
  }
}
