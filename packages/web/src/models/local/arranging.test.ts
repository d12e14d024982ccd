import { arrange, type Color, dealOf, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { createArranging } from './arranging.ts'

const DEAL = { kind: 'standard', black: 77, white: 1_234_567 } as const

function arranging(opponent: 'computer' | 'friend', color: Color) {
  return createArranging({ opponent, color, level: 3, endRule: 'either' }, seededBytes(7))
}

test.each(['black', 'white'] as const)(
  'against the computer the person arranges %s, and the computer the other side',
  (color) => {
    const steps = arranging('computer', color)
    expect(steps.step.value).toEqual({ kind: 'arranging', color })
    expect(steps.next()).toBeUndefined()
    steps.model.value.load('77.1234567')
    const deal = steps.next()
    expect(deal).toMatchObject({ kind: 'standard', [color]: DEAL[color] })
    expect(deal && dealOf(arrange(deal))).toEqual(deal)
  },
)

test('two people arrange one after the other, and the second does not see the pieces of the first', () => {
  const steps = arranging('friend', 'white')
  expect(steps.step.value).toEqual({ kind: 'arranging', color: 'black' })
  expect(steps.covered.value).toBeUndefined()
  steps.model.value.load('77.1234567')
  expect(steps.next()).toBeUndefined()
  expect(steps.step.value).toEqual({ kind: 'handing', color: 'white' })
  steps.next()
  expect(steps.step.value).toEqual({ kind: 'arranging', color: 'white' })
  expect(steps.covered.value).toBe('black')
  expect(steps.model.value.position.value.board.every((stack) => stack === undefined)).toBe(true)
  steps.model.value.load('5.1234567')
  expect(steps.next()).toEqual(DEAL)
})
