import { isLanding, type Path, type Position, type Square, walksFrom } from '@hokito/rules'
import { type BoardScene, canChoose } from './scene.ts'

/**
 * Pressing along a path, hop by hop, instead of pressing its end. A trace is the squares hopped on so far; it
 * always begins a path to where the piece can land, and it never has the last hop, which makes the move.
 */
export type Trace = readonly Square[]

/** A piece that is chosen, and its hops that were pressed one by one. */
export interface Traced {
  readonly chosen: Square | undefined
  readonly trace: Trace
}

/** A piece that is chosen, for saying what can be done with it. */
export interface Choice {
  readonly from: Square
  readonly trace: Trace
  /** Hops that its path has in all. */
  readonly hops: number
  /** Where it can land, along its trace. */
  readonly landings: readonly Square[]
  /** Where the next hop can lead without landing. */
  readonly steps: readonly Square[]
  /** Can the piece that was hopped on last be chosen, by pressing it once more? */
  readonly canSwitch: boolean
}

/** What is chosen; undefined while nothing is. */
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
 * Where the next hop may lead and a press does not land. Around the four squares of a block a piece of three marks
 * comes to land beside itself, where it can hop first as well: there a press lands, as the ring says.
 */
export function stepsOf(scene: BoardScene, { chosen, trace }: Traced): readonly Square[] {
  if (chosen === undefined || !scene.targets.has(chosen)) return []
  const landings = landingsOf(scene, { chosen, trace })
  const next = pathsAlong(scene.position, chosen, trace).flatMap((path) => path[trace.length] ?? [])
  return [...new Set(next.map(({ to }) => to))].filter((square) => !landings.includes(square))
}

/** Where the chosen piece can land; after a trace, only what its paths lead to. */
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
 * The trace after a press on a square; undefined where the press means something else. An earlier square of
 * the trace goes back to it. The last one again takes back its hop, unless a piece lies there that can be
 * chosen instead. Another beginning starts the trace anew, and another landing than its own ends it, so that
 * all landings are shown.
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
  const anew = { ...state, trace: [] }
  if (stepsOf(scene, anew).includes(square)) return [square]
  return trace.length > 0 && landingsOf(scene, anew).includes(square) ? [] : undefined
}

// --- internal ---

/** The paths of a piece to where it can land, of those that begin with a trace. */
function pathsAlong(position: Position, from: Square, trace: Trace): readonly Path[] {
  const moving = position.board[from]
  if (moving === undefined) return []
  return walksFrom(position, from).filter((path) => {
    const end = path.at(-1)
    const below = end && position.board[end.to]
    return below !== undefined && isLanding(moving, below) && isAlong(path, trace)
  })
}
