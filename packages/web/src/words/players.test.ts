import { DELETED_NAME } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { LANGUAGES, loadLanguage } from '../i18n/i18n.ts'
import { localName, withLocalNames } from './players.ts'
import { nameIn } from './record.ts'

test.each(LANGUAGES)(
  'who has deleted the account is called so in %s, and nobody else',
  async (language) => {
    const t = await loadLanguage(language, new Set())
    const called = localName(t, DELETED_NAME)
    expect(called === DELETED_NAME).toBe(language === 'en')
    expect(nameIn(t, { tags: { White: DELETED_NAME } }, 'white')).toBe(called)
    expect(localName(t, 'Anna')).toBe('Anna')
  },
)

test('a game keeps all else of its players', async () => {
  const t = await loadLanguage('de', new Set())
  const seats = { black: { id: 'p1', name: DELETED_NAME }, white: { id: 'p2', name: 'Ben' } }
  const game = { id: 'g', seats } as never as Parameters<typeof withLocalNames>[1] & { id: string }
  expect(withLocalNames(t, game)).toEqual({
    id: 'g',
    seats: { black: { id: 'p1', name: 'Gelöschter Spieler' }, white: { id: 'p2', name: 'Ben' } },
  })
})
