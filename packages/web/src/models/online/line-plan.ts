import {
  type Condition,
  conditionsAfter,
  formatLines,
  linesOf,
  MOST_CONDITIONS,
  parseLines,
} from '@hokito/protocol'
import { isSameMove, type Move, outcome, type Position, play } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { createRecordView, type RecordView } from '../game/record-view.ts'

/**
 * Alternating moves from the current position: one by the opponent, a reply, and so on; the last is
 * a reply.
 */
export type PlannedLine = readonly Move[]

/**
 * Conditional lines being edited: a board on which the player makes both sides' moves, and the
 * replies so far. Making a reply on the board stores it; it replaces another reply to the same
 * move.
 */
export interface LinePlan {
  readonly record: RecordView
  /** Is the next move on the board a reply, rather than one by the opponent? */
  readonly isReplying: ReadonlySignal<boolean>
  /** The last move on the board. */
  readonly lastMove: ReadonlySignal<Move | undefined>
  readonly isOver: ReadonlySignal<boolean>
  /** The stored reply to the last move on the board. */
  readonly knownReply: ReadonlySignal<Move | undefined>
  readonly lines: ReadonlySignal<readonly PlannedLine[]>
  readonly text: ReadonlySignal<string>
  readonly isChanged: ReadonlySignal<boolean>
  /** Was there no room for the last reply? */
  readonly isFull: ReadonlySignal<boolean>
  play(move: Move): void
  /** One move back on the board; the replies stay. */
  back(): void
  /** Back to the current position. */
  toStart(): void
  show(line: PlannedLine): void
  /** Removes a line, except for moves that other lines share. */
  remove(line: PlannedLine): void
  /** The server has stored these. */
  noteSaved(lines: string): void
}

export function createLinePlan(start: Position, saved: string): LinePlan {
  const steps = signal(toSteps(parseLines(saved) ?? []))
  const moves = signal<readonly Move[]>([])
  const savedText = signal(saved)
  const isFull = signal(false)
  const positions = computed(() => {
    const all = [start]
    for (const move of moves.value) all.push(play(all.at(-1) ?? start, move))
    return all
  })
  const record = createRecordView({ positions, moves })
  const text = computed(() => formatLines(toConditions(steps.value)))
  const shown = computed(() => moves.value.slice(0, record.ply.value))
  const isReplying = computed(() => record.ply.value % 2 === 1)

  function show(line: readonly Move[]): void {
    moves.value = line
    record.view(line.length)
  }

  return {
    record,
    isReplying,
    lastMove: computed(() => shown.value.at(-1)),
    isOver: computed(() => outcome(record.position.value) !== undefined),
    knownReply: computed(() => {
      const last = isReplying.value ? shown.value.at(-1) : undefined
      return last && stepsAfter(steps.value, shown.value.slice(0, -1)).find(isFor(last))?.reply
    }),
    lines: computed(() => linesOf(toConditions(steps.value))),
    text,
    isChanged: computed(() => text.value !== savedText.value),
    isFull,
    play: (move) => {
      const line = [...shown.peek(), move]
      const next = isReplying.peek() ? withLine(steps.peek(), line) : steps.peek()
      isFull.value = toConditions(next).length > MOST_CONDITIONS
      if (isFull.peek()) return
      steps.value = next
      show(line)
    },
    back: () => show(shown.peek().slice(0, -1)),
    toStart: () => show([]),
    show,
    remove: (line) => {
      steps.value = withoutLine(steps.peek(), line)
      isFull.value = false
      show([])
    },
    noteSaved: (lines) => {
      savedText.value = lines
    },
  }
}

// --- internal ---

/** A move by the opponent, the reply to it, and the continuations. */
interface Step {
  readonly move: Move
  readonly reply: Move
  readonly next: readonly Step[]
}

function toSteps(conditions: readonly Condition[]): readonly Step[] {
  return conditions.flatMap(({ after, move, reply }, place) =>
    after === undefined ? [{ move, reply, next: toSteps(conditionsAfter(conditions, place)) }] : [],
  )
}

function toConditions(steps: readonly Step[]): readonly Condition[] {
  const conditions: Condition[] = []
  const add = (list: readonly Step[], after: number | undefined): void => {
    for (const { move, reply, next } of list) {
      const place = conditions.push({ after, move, reply }) - 1
      add(next, place)
    }
  }
  add(steps, undefined)
  return conditions
}

function isFor(move: Move): (step: Step) => boolean {
  return (step) => isSameMove(step.move, move)
}

/** The steps planned after a line; none if the line itself is not planned. */
function stepsAfter(steps: readonly Step[], line: PlannedLine): readonly Step[] {
  const [move, reply, ...rest] = line
  if (move === undefined || reply === undefined) return steps
  const step = steps.find(isFor(move))
  return step !== undefined && isSameMove(step.reply, reply) ? stepsAfter(step.next, rest) : []
}

function withLine(steps: readonly Step[], line: PlannedLine): readonly Step[] {
  const [move, reply, ...rest] = line
  if (move === undefined || reply === undefined) return steps
  const known = steps.find(isFor(move))
  const isKept = known !== undefined && isSameMove(known.reply, reply)
  const step = { move, reply, next: withLine(isKept ? known.next : [], rest) }
  return known === undefined
    ? [...steps, step]
    : steps.map((other) => (other === known ? step : other))
}

function withoutLine(steps: readonly Step[], line: PlannedLine): readonly Step[] {
  const [move, , ...rest] = line
  if (move === undefined) return steps
  return steps.flatMap((step) => {
    if (!isFor(move)(step)) return [step]
    const next = withoutLine(step.next, rest)
    return next.length === 0 ? [] : [{ ...step, next }]
  })
}
