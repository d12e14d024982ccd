import { formatLines, linesOf, MOST_CONDITIONS, parseLines } from '@hokito/protocol'
import { legalMoves, type Move, parsePosition, play, randomIndex, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { createLinePlan } from './line-plan.ts'

const parsed = parsePosition('AABCAA/BCBBCC/--CABB/cA2cbbc/ba4bccc/--aaaa b', 'either')
if (!parsed.ok) throw new Error('a position can be read')
const START = parsed.value

type Plan = ReturnType<typeof createLinePlan>

/** Plays the n-th possible move on a plan's board. */
function choose(plan: Plan, n: number): Move {
  const all = legalMoves(plan.record.position.value)
  const move = all[n % all.length]
  if (move === undefined) throw new Error('there is a move')
  plan.play(move)
  return move
}

describe('a plan', () => {
  test('keeps a line once it ends with a reply, and is the same read again', () => {
    const plan = createLinePlan(START, '')
    const moves = [choose(plan, 0)]
    expect(plan.lines.value).toEqual([])
    expect(plan.isChanged.value).toBe(false)
    moves.push(choose(plan, 3))
    expect(plan.lines.value).toEqual([moves])
    moves.push(choose(plan, 1), choose(plan, 2))
    expect(plan.lines.value).toEqual([moves])
    expect(plan.isChanged.value).toBe(true)
    expect(createLinePlan(START, plan.text.value).lines.value).toEqual([moves])
    plan.noteSaved(plan.text.value)
    expect(plan.isChanged.value).toBe(false)
  })

  test('has one reply to a move: another takes its place, with all that came after it', () => {
    const plan = createLinePlan(START, '')
    const [move, reply] = [choose(plan, 0), choose(plan, 0)]
    choose(plan, 0)
    choose(plan, 0)
    plan.toStart()
    choose(plan, 0)
    expect(plan.knownReply.value).toEqual(reply)
    const other = choose(plan, 1)
    expect(plan.lines.value).toEqual([[move, other]])
    // Repeating the same reply changes nothing.
    plan.back()
    plan.play(other)
    expect(plan.lines.value).toEqual([[move, other]])
  })

  test('loses a line as far as it is part of no other', () => {
    const plan = createLinePlan(START, '')
    const trunk = [choose(plan, 0), choose(plan, 0)]
    const first = [...trunk, choose(plan, 0), choose(plan, 0)]
    plan.show(trunk)
    const second = [...trunk, choose(plan, 1), choose(plan, 0)]
    expect(plan.lines.value).toEqual([first, second])
    plan.remove(first)
    expect(plan.lines.value).toEqual([second])
    expect(plan.record.ply.value).toBe(0)
    plan.remove(second)
    expect(plan.text.value).toBe('')
  })

  test('is what the server takes, however it is played with, and has its bound', () => {
    const bytes = seededBytes(5)
    const plan = createLinePlan(START, '')
    let wasFull = false
    for (let turn = 0; turn < 1500; turn++) {
      if (plan.isOver.value || randomIndex(5, bytes) === 0) plan.toStart()
      else choose(plan, randomIndex(1000, bytes))
      if (!plan.isFull.value) continue
      wasFull = true
      expect(parseLines(plan.text.value)).toHaveLength(MOST_CONDITIONS)
    }
    const conditions = parseLines(plan.text.value)
    expect(wasFull).toBe(true)
    expect(formatLines(conditions ?? [])).toBe(plan.text.value)
    for (const line of linesOf(conditions ?? [])) {
      expect(() => line.reduce(play, START)).not.toThrow()
    }
  })
})
