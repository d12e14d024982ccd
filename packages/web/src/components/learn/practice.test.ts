import { legalMoves, opposite, outcome, play } from '@hokito/rules'
import { expect, test } from 'vitest'
import { CHAPTERS } from '../../models/learn/course/chapters.ts'
import { practiceTerms } from './practice.ts'

test.each(CHAPTERS)('the practice game of $id is a whole game by its terms', (chapter) => {
  const { practice: position } = chapter
  const moves = legalMoves(position)
  expect(moves.length).toBeGreaterThanOrEqual(7)
  // No move ends it at once.
  for (const move of moves) expect(outcome(play(position, move))).toBeUndefined()
  const terms = practiceTerms(position, 3)
  const { turn } = position
  expect(terms.seats[turn]).toEqual({ kind: 'person', name: '' })
  expect(terms.seats[opposite(turn)]).toEqual({ kind: 'computer', level: 3 })
  expect([terms.endRule, terms.compensation]).toEqual([position.endRule, position.compensation])
})
