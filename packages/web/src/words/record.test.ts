import { expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { nameIn, namesIn } from './record.ts'

test.each([
  ['what it is called now', 'Computer, level 2', 'Computer, Stufe 2'],
  ['the best', 'Computer, full strength', 'Computer, volle Stärke'],
  ['what it was called before', 'hokito level 2', 'Computer, Stufe 2'],
  ['the same at its best', 'hokito level best', 'Computer, volle Stärke'],
  ['a level that is none', 'hokito level 12', 'hokito level 12'],
  ['a person', 'Anna', 'Anna'],
  ['nobody', '', 'Weiß'],
  ['nobody, as PGN has it', '?', 'Weiß'],
])('in a record of %s the name is in the language of the page', async (_, tag, name) => {
  const t = await loadLanguage('de', new Set())
  expect(nameIn(t, { tags: { White: tag } }, 'white')).toBe(name)
})

test('who has no name goes by the colour, but for a record in which nobody has one', async () => {
  const t = await loadLanguage('en', new Set())
  expect(namesIn(t, { tags: { White: 'Ben' } })).toEqual({ black: 'Black', white: 'Ben' })
  expect(namesIn(t, { tags: { Black: '' } })).toBeUndefined()
})

test('our own side is called as it was at the board', async () => {
  const t = await loadLanguage('en', new Set())
  const record = { tags: { White: 'Computer, level 3' } }
  expect(namesIn(t, record, 'black')).toEqual({ black: 'You', white: 'Computer, level 3' })
  expect(nameIn(t, record, 'black')).toBe('Black')
})
