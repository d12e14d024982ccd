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

/** Lines that are set, and where: nowhere else do they mean anything. */
const setLinesSchema = z.strictObject({
  /** The command that has set them, by which one that is sent again is known. */
  command: commandIdSchema,
  ply: plySchema,
  /** The position that they begin at, as an HFEN. */
  position: z.string(),
  /** What they reply to the latest move, while that has not been played. */
  reply: z.optional(z.strictObject({ from: squareSchema, to: squareSchema })),
  lines: linesSchema,
})

/** What a side has set in a game. Hidden, as what is placed is, and without a version like that. */
export const ownLinesSchema = z.strictObject({
  /** Absent once the play has left them, and after the end. */
  set: z.optional(setLinesSchema),
  /** The plies of the moves that were played by them, for the player to know. */
  played: z.array(plySchema),
  /** The order of what was set last, also where that is gone: whatever has a lower one comes too late. */
  order: z.optional(z.int().check(z.nonnegative())),
})
export type OwnLines = Readonly<z.infer<typeof ownLinesSchema>>

/** What the sides of a game have set; nothing of a side that has set nothing. */
export type LinesOfSides = Readonly<Partial<ByColor<OwnLines>>>

/** What one side has set. */
export interface Lined {
  readonly color: Color
  /** Undefined where nothing is left. */
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

/** Does anybody play by days, so that there may be lines? */
export function mayHaveLines({ terms }: Pick<GameView, 'terms'>): boolean {
  return terms.timeControl.kind === 'correspondence'
}

/** The first move of some lines that cannot be played; undefined where all can. */
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

/** Lines of one side from now on, in place of those before; undefined where that leaves nothing. */
export function withSet(before: OwnLines | undefined, set: OwnLines['set']): OwnLines | undefined {
  const { played = [], order } = before ?? {}
  if (set === undefined && played.length === 0 && order === undefined) return undefined
  return { ...(set && { set }), played, ...(order !== undefined && { order }) }
}

/**
 * What whose turn it is has set as the reply to the latest move. Not while the other side offers a draw: whoever set
 * the lines did not know of that, and answers it in person.
 */
export function dueReply(view: GameView, lines: LinesOfSides): Move | undefined {
  const color = turnOf(view)
  const isOffered = view.offers.some(({ kind, by }) => kind === 'draw' && by !== color)
  return isOffered ? undefined : lines[color]?.set?.reply
}

/** The lines after an event: followed by moves, dropped where the play leaves them, goes back or ends. */
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

/** The lines of both sides with those of one replaced. */
export function withLinesOf(
  lines: LinesOfSides,
  color: Color,
  own: OwnLines | undefined,
): LinesOfSides {
  const { [color]: _, ...others } = lines
  return own === undefined ? others : { ...others, [color]: own }
}

/**
 * Lines as they are stored, of a game that stands so. Those that begin elsewhere were left behind by a server that
 * does not know lines, and are none.
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

/** The other side has moved: what is to be replied to that, and the lines that go on from there. */
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
