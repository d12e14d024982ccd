import {
  type Condition,
  commandIdSchema,
  conditionFor,
  conditionsAfter,
  formatLines,
  type GameEvent,
  type GameView,
  linesSchema,
  parseLines,
  plySchema,
  turnOf,
} from '@hokito/protocol'
import {
  type ByColor,
  COLORS,
  type Color,
  formatPosition,
  isSameMove,
  type Move,
  type MoveRefusal,
  type Position,
  type Result,
  tryPlay,
} from '@hokito/rules'
import * as z from 'zod/mini'

const squareSchema = z.int().check(z.minimum(0), z.maximum(35))

/** Conditional lines, and the only position at which they apply. */
const setLinesSchema = z.strictObject({
  /** The command that set them, to recognise a repeated one. */
  command: commandIdSchema,
  ply: plySchema,
  /** The position at which they begin, as an HFEN. */
  position: z.string(),
  /** Their reply to the latest move, until it has been played. */
  reply: z.optional(z.strictObject({ from: squareSchema, to: squareSchema })),
  lines: linesSchema,
})

/** A side's conditional lines in a game. They are hidden and have no version, like arrangements. */
export const ownLinesSchema = z.strictObject({
  /** Absent once the game has left the lines, and after its end. */
  set: z.optional(setLinesSchema),
  /** The plies of moves that the lines played, shown to the player. */
  played: z.array(plySchema),
  /**
   * The order of the last set lines, even if those are gone. Lines with a lower order come too
   * late.
   */
  order: z.optional(z.int().check(z.nonnegative())),
})
export type OwnLines = Readonly<z.infer<typeof ownLinesSchema>>

/** The conditional lines of a game's sides; nothing for a side that has set none. */
export type LinesOfSides = Readonly<Partial<ByColor<OwnLines>>>

/** The conditional lines of one side. */
export interface Lined {
  readonly color: Color
  /** Undefined if nothing remains. */
  readonly lines: OwnLines | undefined
}

/** A game after an event, as far as its lines depend on it. */
interface After {
  readonly event: GameEvent
  /** The game before the event. */
  readonly view: GameView
  /** The board after it. */
  readonly position: Position | undefined
  /** Has a line played this move? */
  readonly isByLines: boolean
}

/** Is it a correspondence game, so that it may have conditional lines? */
export function mayHaveLines({ terms }: Pick<GameView, 'terms'>): boolean {
  return terms.timeControl.kind === 'correspondence'
}

/** The first illegal move of some lines; undefined if all are legal. */
export function refusalOfLines(
  position: Position,
  conditions: readonly Condition[],
): MoveRefusal | undefined {
  const boards: Position[] = []
  for (const { after, move, reply } of conditions) {
    const before = after === undefined ? position : boards[after]
    if (before === undefined) throw new Error('a step comes before the one that it follows on')
    const played = playBoth(before, move, reply)
    if (!played.ok) return played.error
    boards.push(played.value)
  }
  return undefined
}

/** A side's data with new lines in place of the previous ones; undefined if nothing remains. */
export function withSet(before: OwnLines | undefined, set: OwnLines['set']): OwnLines | undefined {
  const { played = [], order } = before ?? {}
  if (set === undefined && played.length === 0 && order === undefined) return undefined
  return { ...(set && { set }), played, ...(order !== undefined && { order }) }
}

/**
 * The prepared reply of the side to move to the latest move. None while the other side offers a
 * draw: the player set the lines without knowing of the offer, and answers it in person.
 */
export function dueReply(view: GameView, lines: LinesOfSides): Move | undefined {
  const color = turnOf(view)
  const isOffered = view.offers.some(({ kind, by }) => kind === 'draw' && by !== color)
  return isOffered ? undefined : lines[color]?.set?.reply
}

/**
 * The lines after an event: followed by moves, and dropped when the game leaves them, goes back or
 * ends.
 */
export function linesAfter(lines: LinesOfSides, after: After): LinesOfSides {
  let changed = lines
  for (const color of COLORS) {
    const own = lines[color]
    if (own === undefined) continue
    const followed = followedBy(color, own, after)
    if (followed !== own) changed = withLinesOf(changed, color, followed)
  }
  return changed
}

/** The lines of both sides, with those of one side replaced. */
export function withLinesOf(
  lines: LinesOfSides,
  color: Color,
  own: OwnLines | undefined,
): LinesOfSides {
  const { [color]: _, ...others } = lines
  return own === undefined ? others : { ...others, [color]: own }
}

/**
 * Restores stored lines for a game at this position. Lines that begin elsewhere were left behind by
 * a server that does not know lines, and are dropped.
 */
export function restoreOwn(
  stored: unknown,
  ply: number,
  position: Position | undefined,
): Result<OwnLines | undefined, 'badLines'> {
  const parsed = ownLinesSchema.safeParse(stored)
  if (!parsed.success) return { ok: false, error: 'badLines' }
  const { set } = parsed.data
  const isHere =
    set !== undefined &&
    set.ply === ply &&
    position !== undefined &&
    set.position === formatPosition(position)
  return { ok: true, value: isHere ? parsed.data : withSet(parsed.data, undefined) }
}

// --- internal ---

function playBoth(position: Position, move: Move, reply: Move): Result<Position, MoveRefusal> {
  const moved = tryPlay(position, move)
  return moved.ok ? tryPlay(moved.value, reply) : moved
}

function followedBy(color: Color, own: OwnLines, after: After): OwnLines | undefined {
  const { event, view } = after
  switch (event.kind) {
    case 'moved':
      return turnOf(view) === color
        ? afterOwnMove(own, event, after)
        : afterOther(own, event, after)
    case 'takenBack':
      return withSet({ ...own, played: own.played.filter((ply) => ply < event.toPly) }, undefined)
    case 'ended':
      return own.set === undefined ? own : withSet(own, undefined)
    default:
      return own
  }
}

function afterOwnMove(own: OwnLines, move: Move, after: After): OwnLines | undefined {
  const { view, isByLines } = after
  const ply = view.moves.length
  const played = isByLines ? [...own.played, ply] : own.played
  const { set } = own
  if (set === undefined) return own
  const isKept = set.reply !== undefined && isSameMove(set.reply, move) && set.lines !== ''
  const { reply: _, ...rest } = set
  return withSet({ ...own, played }, isKept ? { ...rest, ...placeAfter(after) } : undefined)
}

/** After the other side's move: the reply to it, and the lines that continue from there. */
function afterOther(own: OwnLines, move: Move, after: After): OwnLines | undefined {
  const { set } = own
  if (set === undefined) return own
  const conditions = parseLines(set.lines) ?? []
  const place = conditionFor(conditions, undefined, move)
  const found = place === undefined ? undefined : conditions[place]
  if (place === undefined || found === undefined) return withSet(own, undefined)
  return withSet(own, {
    ...set,
    ...placeAfter(after),
    reply: found.reply,
    lines: formatLines(conditionsAfter(conditions, place)),
  })
}

function placeAfter({ view, position }: After): { ply: number; position: string } {
  if (position === undefined) throw new Error(`${view.id} has a move and no board`)
  return { ply: view.moves.length + 1, position: formatPosition(position) }
}
