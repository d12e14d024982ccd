// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LEVEL_RATINGS } from '../../packages/engine/dist/levels.js'
import { edgeLeft } from '../../packages/server/dist/ratings/first-move.js'
import { ROOT } from '../../scripts/commands.mjs'
import { edgeAt, PAGE, PLOT, plotOf, readStudy, withTables } from './first-move-page.mjs'

const study = readStudy(join(ROOT, 'bench/study/first-move.json'))

describe('the page about the first move', () => {
  test('has the figures of the results', () => {
    const page = readFileSync(PAGE, 'utf8')
    expect(withTables(page, study)).toBe(page)
    expect(readFileSync(PLOT, 'utf8')).toBe(plotOf(study))
  })

  test('is about the levels as they are rated', () => {
    expect(study.ratings).toEqual(Object.fromEntries(Object.entries(LEVEL_RATINGS)))
  })

  test('has at least 200 games of middle levels for each of its figures', () => {
    for (const { level, games } of study.cells) {
      if (level === 5 || level === 7) expect(games).toBeGreaterThanOrEqual(200)
    }
  })
})

test('ratings expect of a fair game what was measured', () => {
  for (const level of new Set(study.cells.map((cell) => cell.level))) {
    const { edge, error } = edgeAt(study, level, 13.5)
    const expected = edgeLeft(study.ratings[level] ?? 0)
    expect(Math.abs(expected - edge)).toBeLessThanOrEqual(2 * error)
  }
})
