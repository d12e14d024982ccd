import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatDeal, formatPosition, parseRecord, replay } from '../src/index.ts'

/** The samples of the page about the notation, which are indented by four spaces. */
const PAGE = readFileSync(new URL('../../../docs/notation.md', import.meta.url), 'utf8')
const [POSITION = '', GAME = '', VARIATIONS = ''] = (
  PAGE.match(/(?:^ {4}.*\n(?:\n(?= {4}))?)+/gm) ?? []
).map((sample) => sample.replace(/^ {4}/gm, ''))

test('the page’s game leads to its position', () => {
  const record = parseRecord(GAME)
  const positions = record.ok ? replay(record.value) : undefined
  const texts = positions?.ok === true ? positions.value.map(formatPosition) : []
  expect(texts).toContain(POSITION.trim())
})

test('the page’s variations are possible in its game', () => {
  const game = parseRecord(GAME)
  if (!game.ok || game.value.beginning.kind !== 'deal') throw new Error('the page has a deal')
  const moves = VARIATIONS.replace('…', '*')
  const record = parseRecord(`[Deal "${formatDeal(game.value.beginning.deal)}"]\n\n${moves}`)
  expect(record.ok && record.value.variations).toHaveLength(3)
})
