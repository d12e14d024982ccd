// @ts-check
import { describe, expect, test } from 'vitest'
import { judge, movesOf } from './figures.mjs'
import { lineOf } from './table.mjs'
import { Tally } from './tally.mjs'

const BOUNDS = { p99Ms: 50, memoryMb: 384, isTimed: true }
const FAST = { moves: 100, p50: 2, p99: 9, cuts: 0 }
const SLOW = { moves: 100, p50: 2, p99: 51, cuts: 0 }
const FIGURES = { quiet: FAST, during: FAST, peakMb: 200, ownMs: 1 }

/** @param {number} status @param {Record<string, string>} [headers] */
const answer = (status, headers = {}) => ({ status, headers, body: '', isCut: status === 0 })

describe('the campaign', () => {
  test('takes the moves of all pairs together', () => {
    const felt = [
      { delays: [3, 1], cuts: 1 },
      { delays: [2], cuts: 2 },
    ]
    expect(movesOf(felt)).toEqual({ moves: 3, p50: 2, p99: 3, cuts: 3 })
    expect(movesOf([])).toEqual({ moves: 0, p50: 0, p99: 0, cuts: 0 })
  })

  test.each([
    ['nothing wrong', FIGURES, { harms: [], isBusy: false }],
    [
      'slow moves',
      { ...FIGURES, during: SLOW },
      { harms: ["others' p99 over 50 ms"], isBusy: false },
    ],
    [
      'slow moves before, too',
      { ...FIGURES, quiet: SLOW, during: SLOW },
      { harms: [], isBusy: true },
    ],
    [
      'a delay that no noise explains',
      { ...FIGURES, during: { ...SLOW, p99: 5000 }, ownMs: 30 },
      { harms: ["others' p99 over 50 ms"], isBusy: false },
    ],
    ['a held-up measurement', { ...FIGURES, during: SLOW, ownMs: 30 }, { harms: [], isBusy: true }],
    ['much memory', { ...FIGURES, peakMb: 385 }, { harms: ['memory over 384 MB'], isBusy: false }],
    [
      'no move at all',
      { ...FIGURES, during: { ...FAST, moves: 0 } },
      { harms: ['no honest move came through'], isBusy: false },
    ],
  ])('judges %s', (_, figures, judgement) => {
    expect(judge(figures, BOUNDS)).toEqual(judgement)
  })

  test('does not judge timing where others use the machine', () => {
    const untimed = { ...BOUNDS, isTimed: false }
    expect(judge({ ...FIGURES, during: SLOW }, untimed)).toEqual({ harms: [], isBusy: false })
  })

  test('takes a server that fails for a harm, and one that says when to come again for none', () => {
    const tally = new Tally()
    tally.heardHttp(answer(429))
    tally.heardHttp(answer(503, { 'retry-after': '2' }))
    tally.heardHttp(answer(0))
    expect(tally.counts().harms).toEqual([])
    tally.heardHttp(answer(503))
    tally.heardHttp(answer(500))
    tally.heardReply({ ok: false, refusal: { code: 'internal' } })
    const { harms, answers } = tally.counts()
    expect(harms).toEqual(['HTTP 503', 'HTTP 500', 'answered `internal`'])
    expect(answers).toEqual({ 'HTTP 503': 2, 'HTTP 429': 1, cut: 1, 'HTTP 500': 1, internal: 1 })
  })

  test('writes a row that people can read', () => {
    const row = {
      name: 'lists',
      fault: 'S21',
      tries: 12,
      answers: { ok: 10, tooMany: 2 },
      quiet: FAST,
      during: { ...SLOW, cuts: 1 },
      memory: { beforeMb: 110.4, peakMb: 180.6 },
      harms: ["others' p99 over 50 ms"],
      failures: [],
      notes: ['50 sockets'],
      verdict: /** @type {const} */ ('FAILED'),
    }
    expect(lineOf(row)).toBe(
      "| lists | S21 | 12 | ok ×10, tooMany ×2 | 2.0 / 9.0 | 2.0 / 51.0 (cut off 1×) | 110 → 181 | FAILED: others' p99 over 50 ms; 50 sockets |",
    )
  })
})
