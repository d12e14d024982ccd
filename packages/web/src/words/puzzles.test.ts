import { readFileSync } from 'node:fs'
import { startEngine } from '@hokito/engine/node'
import { type Puzzle, readPuzzlePack } from '@hokito/engine/puzzles'
import { isSameMove, legalMoves, type Move } from '@hokito/rules'
import { afterEach, expect, test } from 'vitest'
import { loadLanguage, type Translate } from '../i18n/i18n.ts'
import { CHAPTERS } from '../models/learn/course/chapters.ts'
import { createRefuter } from '../models/puzzles/refuter.ts'
import { createSolveModel, type SolveModel } from '../models/puzzles/solve-model.ts'
import { describeSolving } from './puzzles.ts'

const owned: { dispose(): void }[] = []
afterEach(() => {
  for (const each of owned.splice(0)) each.dispose()
})

/** The first exercise of each chapter whose exercises are puzzles. */
const FIRST = CHAPTERS.flatMap(({ id, exercises: [first] }) =>
  first?.kind === 'puzzle' ? [{ id, puzzle: puzzleBy(first.id) }] : [],
)

function puzzleBy(id: string): Puzzle {
  const file = new URL('../../../engine/puzzles/shipped.txt', import.meta.url)
  const pack = readPuzzlePack(readFileSync(file, 'utf8'))
  if (!pack.ok) throw new Error('the shipped puzzles cannot be read')
  return pack.value.puzzle(pack.value.indexOf(id) ?? -1)
}

function words(): Promise<Translate> {
  return loadLanguage('en', new Set(['puzzles', 'played']))
}

function open(puzzle: Puzzle): SolveModel {
  const refuter = createRefuter(async () => startEngine())
  const model = createSolveModel(puzzle, {
    refuter,
    pause: async () => undefined,
    onTried: () => undefined,
    onEnded: () => undefined,
  })
  owned.push(model, refuter)
  return model
}

/** What a reason names, a proof comes to, or the end of a game is. */
const REASON =
  /out of reach|can’t land|lands back|later covers|threatens|Moves left|would cover|later plays|is safe for|ends the game|wins? by|You won by|lose by|draw/

const SLOW = { timeout: 60_000 }

test.each(FIRST)('why the right answer of a puzzle in $id is right', SLOW, async ({ puzzle }) => {
  const t = await words()
  const model = open(puzzle)
  while (model.canPlay.value) await model.play(puzzle.solution[model.ply.value] as Move)
  expect(model.state.value).toBe('solved')
  await model.rest.run()
  for (;;) {
    const { note = '' } = describeSolving(t, model, false)
    expect(note).not.toMatch(/\{\{|NaN|undefined|^$/)
    expect(note).toMatch(REASON)
    if (model.rest.state.value !== 'playing') break
    // The line is proved to its end.
    expect(note).toMatch(/Proved: you then win by|Proved: after \w+, it’s a draw/)
    model.rest.stepOn()
  }
})

test.each(FIRST)('why a wrong answer of a puzzle in $id is wrong', SLOW, async ({ puzzle }) => {
  const t = await words()
  const model = open(puzzle)
  const [right] = puzzle.solution
  const wrong = legalMoves(puzzle.position).find((each) => right && !isSameMove(each, right))
  await model.play(wrong as Move)
  await model.refute()
  const { note = '' } = describeSolving(t, model, false)
  expect(note).toMatch(REASON)
  expect(note).toMatch(/you then (win|lose) by|it’s a draw/)
  await expect.poll(() => model.refuting.value?.kind).toBe('known')
})
