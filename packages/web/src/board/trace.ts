import { isLanding, type Path, type Position, type Square, walksFrom } from '@hokito/rules'
import { type BoardScene, canChoose } from './scene.ts'

/**
 * Pressing a path hop by hop instead of pressing its end. A trace holds the squares hopped on so
 * far. It always begins a path to a landing of the piece, and it never contains the last hop, which
 * makes the move.
 */
export type Trace = readonly Square[]

/** A chosen piece, and its hops that were pressed one by one. */
export interface Traced {
  readonly chosen: Square | undefined
  readonly trace: Trace
}

/** A chosen piece and its possibilities, for announcing them. */
export interface Choice {
  readonly from: Square
  readonly trace: Trace
  /** The number of hops of its whole path. */
  readonly hops: number
  /** Where it can land, along its trace. */
  readonly landings: readonly Square[]
  /** Where the next hop can lead without landing. */
  readonly steps: readonly Square[]
  /** Can the piece that was hopped on last be chosen, by pressing it again? */
  readonly canSwitch: boolean
}

/** The current choice; undefined while nothing is chosen. */
export function choiceOf(scene: BoardScene, { chosen, trace }: Traced): Choice | undefined {
  const stack = chosen === undefined ? undefined : scene.position.board[chosen]
  if (chosen === undefined || stack === undefined) return undefined
  const last = trace.at(-1)
  return {
    from: chosen,
    trace,
    hops: stack.top.value,
    landings: landingsOf(scene, { chosen, trace }),
    steps: stepsOf(scene, { chosen, trace }),
    canSwitch: last !== undefined && canChoose(scene, last),
  }
}

/** Does a path begin with a trace? */
export function isAlong(path: Path, trace: Trace): boolean {
  return trace.every((square, index) => path[index]?.to === square)
}

/** The hops traced so far, for drawing them. */
export function tracedPath({ position }: BoardScene, { chosen, trace }: Traced): Path {
  if (chosen === undefined || trace.length === 0) return []
  return pathsAlong(position, chosen, trace)[0]?.slice(0, trace.length) ?? []
}

/**
 * Squares that the next hop may lead to and where a press does not land. Around a block of four
 * squares, a piece of three marks can land on a neighbour that it can also hop on first. A press
 * lands there, as the ring shows.
 */
export function stepsOf(scene: BoardScene, { chosen, trace }: Traced): readonly Square[] {
  if (chosen === undefined || !scene.targets.has(chosen)) return []
  const landings = landingsOf(scene, { chosen, trace })
  const next = pathsAlong(scene.position, chosen, trace).flatMap((path) => path[trace.length] ?? [])
  return [...new Set(next.map(({ to }) => to))].filter((square) => !landings.includes(square))
}

/** Where the chosen piece can land; after a trace, only at the ends of its paths. */
export function landingsOf(
  { position, targets }: BoardScene,
  { chosen, trace }: Traced,
): readonly Square[] {
  const landings = chosen === undefined ? undefined : targets.get(chosen)
  if (chosen === undefined || landings === undefined || trace.length === 0) return landings ?? []
  const ends = new Set(pathsAlong(position, chosen, trace).map((path) => path.at(-1)?.to))
  return landings.filter((square) => ends.has(square))
}

/**
 * The trace after a press on a square; undefined if the press means something else. Pressing an
 * earlier square of the trace goes back to it. Pressing the last one again takes back its hop,
 * unless a piece that can be chosen lies there. A different first hop starts the trace again.
 * Pressing a landing off the trace ends it, so that all landings are shown.
 */
export function retrace(scene: BoardScene, state: Traced, square: Square): Trace | undefined {
  const { chosen, trace } = state
  if (chosen === undefined) return undefined
  const at = trace.indexOf(square)
  const isLast = at >= 0 && at === trace.length - 1
  if (isLast) return canChoose(scene, square) ? undefined : trace.slice(0, at)
  if (at >= 0) return trace.slice(0, at + 1)
  if (stepsOf(scene, state).includes(square)) return [...trace, square]
  if (canChoose(scene, square)) return undefined
  const untraced = { ...state, trace: [] }
  if (stepsOf(scene, untraced).includes(square)) return [square]
  return trace.length > 0 && landingsOf(scene, untraced).includes(square) ? [] : undefined
}

// --- internal ---

/** The paths of a piece to its landings that begin with a trace. */
function pathsAlong(position: Position, from: Square, trace: Trace): readonly Path[] {
  const moving = position.board[from]
  if (moving === undefined) return []
  return walksFrom(position, from).filter((path) => {
    const end = path.at(-1)
    const below = end && position.board[end.to]
    return below !== undefined && isLanding(moving, below) && isAlong(path, trace)
  })
}
