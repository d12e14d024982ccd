import { formatRecord, newRecord } from '@hokito/rules'
import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { gameTitle } from './study.ts'

const BEGINNING = { kind: 'deal', deal: { kind: 'standard', black: 77, white: 1_234_567 } } as const

test('a game gives a chapter the names of both players, and its result', async () => {
  const t = await loadLanguage('en', new Set())
  const record = newRecord(BEGINNING, 'either')
  expect(gameTitle(t, formatRecord(record))).toBe('')
  const named = { ...record, tags: { White: 'Computer, level 1' } }
  expect(gameTitle(t, formatRecord(named))).toBe('Black – Computer, level 1')
  const resigned = { ...named, ending: { kind: 'resigned', winner: 'black' } } as const
  expect(gameTitle(t, formatRecord(resigned))).toBe('Black – Computer, level 1 · Black won')
})
