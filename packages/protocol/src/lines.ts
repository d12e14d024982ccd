import { formatMove, isSameMove, type Move, parseMove } from '@hokito/rules'
import * as z from 'zod/mini'

/** One step of conditional lines: what the other side may play, and what is to be replied. */
export interface Condition {
  /** The place of the step that it follows on; undefined where it is about the very next move. */
  readonly after: number | undefined
  readonly move: Move
  readonly reply: Move
}

/** Steps that a player can have in one game: 300 moves. How deep they go is bounded by the game. */
export const MOST_CONDITIONS = 150

/** The highest order that setting lines can have; more often nobody changes them in one game. */
export const MOST_LINE_CHANGES = 1_000_000

/**
 * Conditional lines as a text, all steps with spaces between: the place of the step before, counted from 0, then the
 * move and the reply. `c2d4a5a4 0d4d5b6c5` says: if c2d4 then a5a4, and if then d4d5, then b6c5. Empty, there are none.
 */
export const linesSchema = z.string().check(
  // A step is at most three digits, two moves and a space.
  z.maxLength(MOST_CONDITIONS * 12),
  z.refine((text) => parseLines(text) !== undefined),
)

/**
 * Reads conditional lines. Undefined where they are none: a step comes before the one that it follows on, or two
 * have different replies to one move. Says nothing about the moves being legal.
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

/** The place of the step that answers a move, among those that follow on a step; undefined where there is none. */
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

/** The steps that follow on one, by themselves. */
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
  // One text for one thing: no zeros in front.
  if (place !== '' && String(Number(place)) !== place) return undefined
  return {
    after: place === '' ? undefined : Number(place),
    move: move.value,
    reply: reply.value,
  }
}
