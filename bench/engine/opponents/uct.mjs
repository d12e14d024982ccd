// @ts-check
/**
 * A plain UCT player. It grows a tree by upper confidence bounds, and scores each leaf by one
 * random playout to the end: 1 for a win, ½ for a draw and 0 for a loss of the side that moved into
 * the node.
 */

/** @typedef {import('../../../packages/engine/dist/core.js').Core} Core */
/**
 * @typedef {object} Node
 * @property {number} move the move that led here
 * @property {number} visits
 * @property {number} score of the side that made that move
 * @property {Node[] | undefined} children undefined until it is expanded
 */

const EXPLORATION = 1.0

/**
 * @param {Core} core
 * @param {() => number} random between 0 and 1
 * @param {number} timeMs for each move
 */
export function createUct(core, random, timeMs) {
  const player = {
    name: 'UCT with random playouts',
    /** Playouts a second in the last search. */
    playouts: 0,
    /** @param {import('../../../packages/engine/dist/packed.js').PackedPosition} position */
    choose(position) {
      core.load(position)
      const root = nodeOf(0)
      const startedAt = performance.now()
      let rounds = 0
      do {
        for (let i = 0; i < 32; i++) grow(core, root, position.isWhiteTurn, random)
        rounds += 32
      } while (performance.now() - startedAt < timeMs)
      player.playouts = (rounds * 1000) / (performance.now() - startedAt)
      const children = root.children ?? []
      return children.reduce((a, b) => (b.visits > a.visits ? b : a)).move
    },
  }
  return player
}

/**
 * @param {number} move
 * @returns {Node}
 */
function nodeOf(move) {
  return { move, visits: 0, score: 0, children: undefined }
}

/**
 * One iteration: down the tree, one new node, a playout, and its result back up.
 * @param {Core} core
 * @param {Node} root
 * @param {boolean} isWhiteTurn
 * @param {() => number} random
 */
function grow(core, root, isWhiteTurn, random) {
  const path = [root]
  let node = root
  let depth = 0
  while (node.visits > 0 || node === root) {
    node.children ??= core.isOver() ? [] : Array.from(core.moves(), nodeOf)
    if (node.children.length === 0) break
    node = select(node, random)
    path.push(node)
    core.play(node.move)
    depth++
  }
  const plies = playOut(core, random)
  // The sign is from Black's view; the side to move at the root makes the root's moves.
  const margin = Math.sign(core.margin())
  for (let i = 0; i < depth + plies; i++) core.undo()
  for (const [ply, visited] of path.entries()) {
    const isWhiteMove = (ply % 2 === 1) === isWhiteTurn
    visited.visits++
    visited.score += (1 + (isWhiteMove ? -margin : margin)) / 2
  }
}

/**
 * @param {Node} parent
 * @param {() => number} random
 */
function select(parent, random) {
  const logVisits = Math.log(parent.visits + 1)
  let best = parent
  let highest = Number.NEGATIVE_INFINITY
  for (const child of parent.children ?? []) {
    const bound =
      child.visits === 0
        ? 1000 + random()
        : child.score / child.visits + EXPLORATION * Math.sqrt(logVisits / child.visits)
    if (bound > highest) {
      highest = bound
      best = child
    }
  }
  return best
}

/**
 * Plays random moves to the end. Returns the number of plies.
 * @param {Core} core
 * @param {() => number} random
 */
function playOut(core, random) {
  let plies = 0
  while (!core.isOver()) {
    const moves = core.moves()
    core.play(moves[Math.floor(random() * moves.length)] ?? 0)
    plies++
  }
  return plies
}
