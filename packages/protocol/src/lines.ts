import { formatMove, isSameMove, type Move, parseMove } from '@hokito/rules'
import * as z from 'zod/mini'

/** One step of conditional lines: a move that the opponent may play, and the reply to it. */
export interface Condition {
  /**
   * The index of the step that this one follows on. Undefined if it is about the very next move.
   */
  readonly after: number | undefined
  readonly move: Move
  readonly reply: Move
}

/** Most steps that a player can have in one game: 300 moves. The game bounds how deep they go. */
export const MOST_CONDITIONS = 150

/** The highest order of a set of lines. No one changes them more often in one game. */
export const MOST_LINE_CHANGES = 1_000_000

/**
 * Conditional lines as a text of steps, separated by spaces. A step is the index of the step before
 * it, counted from 0, then the move and the reply. `c2d4a5a4 0d4d5b6c5` means: if c2d4 then a5a4,
 * and if then d4d5, then b6c5. An empty text means no lines.
 */
export const linesSchema = z.string().check(
  // A step is at most three digits, two moves and a space.
  z.maxLength(MOST_CONDITIONS * 12),
  z.refine((text) => parseLines(text) !== undefined),
)

/**
 * Parses conditional lines. Undefined if the text is invalid: a step comes before the one that it
 * follows on, or two steps have different replies to one move. Does not check that the moves are
 * legal.
 */
export function parseLines(text: string): readonly Condition[] | undefined {
  if (text === '') return []
  const steps = text.split(' ')
  if (steps.length > MOST_CONDITIONS) return undefined
  const conditions: Condition[] = []
  for (const step of steps) {
    const condition = parseStep(step)
    if (condition === undefined) return undefined
    const { after, move } = condition
    if (after !== undefined && after >= conditions.length) return undefined
    if (conditionFor(conditions, after, move) !== undefined) return undefined
    conditions.push(condition)
  }
  return conditions
}

export function formatLines(conditions: readonly Condition[]): string {
  return conditions
    .map(({ after, move, reply }) => `${after ?? ''}${formatMove(move)}${formatMove(reply)}`)
    .join(' ')
}

/**
 * The index of the step that answers a move, among those that follow on a step. Undefined if none
 * does.
 */
export function conditionFor(
  conditions: readonly Condition[],
  after: number | undefined,
  move: Move,
): number | undefined {
  const place = conditions.findIndex(
    (condition) => condition.after === after && isSameMove(condition.move, move),
  )
  return place === -1 ? undefined : place
}

/** The steps that follow on a step, directly or not, as conditional lines of their own. */
export function conditionsAfter(
  conditions: readonly Condition[],
  place: number,
): readonly Condition[] {
  const places = new Map<number, number | undefined>([[place, undefined]])
  const rest: Condition[] = []
  for (const [at, condition] of conditions.entries()) {
    if (condition.after === undefined || !places.has(condition.after)) continue
    places.set(at, rest.length)
    rest.push({ ...condition, after: places.get(condition.after) })
  }
  return rest
}

/** Each line from the next move to its last reply, move by move. */
export function linesOf(conditions: readonly Condition[]): readonly (readonly Move[])[] {
  const ways: (readonly Move[])[] = []
  for (const { after, move, reply } of conditions) {
    const before = after === undefined ? [] : (ways[after] ?? [])
    ways.push([...before, move, reply])
  }
  const inner = new Set(conditions.map(({ after }) => after))
  return ways.filter((_, place) => !inner.has(place))
}

// --- internal ---

function parseStep(step: string): Condition | undefined {
  const [, place, first = '', second = ''] = /^(\d{0,3}?)([a-f]\d..)(....)$/.exec(step) ?? []
  const move = parseMove(first)
  const reply = parseMove(second)
  if (place === undefined || !move.ok || !reply.ok) return undefined
  // Each step has only one text, so no leading zeros.
  if (place !== '' && String(Number(place)) !== place) return undefined
  return {
    after: place === '' ? undefined : Number(place),
    move: move.value,
    reply: reply.value,
  }
}
