import { MAIL_LANGUAGES } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { LETTERS, writeGameLetter, writeLetter } from './letters.ts'

const GAME_KINDS = ['turns', 'last', 'challenge'] as const
const WAYS = {
  settings: 'https://hokito.example/account',
  off: 'https://hokito.example/account#unsubscribe=x',
  offAtOnce: 'https://hokito.example/api/account/mail-games-off/x',
}
const KINDS = ['confirm', 'recover', 'password', 'changed', 'removed'] as const

describe.each(MAIL_LANGUAGES)('letters in %s', (language) => {
  test.each(KINDS)('have a name and a link: %s', (kind) => {
    const link = 'https://hokito.example/account#reset=x'
    const { subject, text } = writeLetter(kind, language, { name: '$& Anna', link })
    expect(text.split('\n\n')[0]).toContain('$& Anna')
    expect(text.split('\n')).toContain(link)
    expect(subject + text).not.toMatch(/[{}]|undefined/)
    expect(subject.length).toBeLessThan(60)
  })

  test.each(GAME_KINDS)('name the other players, the time and the links: %s', (kind) => {
    const deadline = Date.UTC(2026, 10, 27, 14, 5)
    const items = [
      { name: '$& Bruno', link: 'https://hokito.example/play/a', deadline },
      { name: 'Carla', link: 'https://hokito.example/play/b' },
    ]
    const letter = writeGameLetter(kind, language, { name: '$& Anna', items, ways: WAYS })
    const { subject, text, headers } = letter
    expect(text.split('\n\n')[0]).toContain('$& Anna')
    for (const part of ['$& Bruno', 'Carla', '2026', '05 UTC', WAYS.settings, WAYS.off]) {
      expect(text).toContain(part)
    }
    for (const { link } of items) expect(text.split('\n')).toContain(link)
    expect(subject + text).not.toMatch(/[{}]|undefined/)
    expect(subject.length).toBeLessThan(60)
    expect(headers).toEqual({
      'List-Unsubscribe': `<${WAYS.offAtOnce}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('are not in English, but for English', () => {
    if (language === 'en') return
    for (const kind of GAME_KINDS) {
      const { subject, before } = LETTERS[language].games.letters[kind]
      expect(subject).not.toBe(LETTERS.en.games.letters[kind].subject)
      expect(before).not.toBe(LETTERS.en.games.letters[kind].before)
      if (language === 'fr') expect(before).toMatch(/\u00a0:$/)
    }
    for (const kind of KINDS) {
      const { subject, before } = LETTERS[language].letters[kind]
      expect(subject).not.toBe(LETTERS.en.letters[kind].subject)
      expect(before).not.toBe(LETTERS.en.letters[kind].before)
      // French has a non-breaking space there.
      if (language === 'fr') expect(before).toMatch(/\u00a0:$/)
    }
  })
})
