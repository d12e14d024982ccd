import { MAIL_LANGUAGES } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { LETTERS, writeLetter } from './letters.ts'

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

  test('are not in English, but for English', () => {
    if (language === 'en') return
    for (const kind of KINDS) {
      const { subject, before } = LETTERS[language].letters[kind]
      expect(subject).not.toBe(LETTERS.en.letters[kind].subject)
      expect(before).not.toBe(LETTERS.en.letters[kind].before)
      // French has a space there, which does not break.
      if (language === 'fr') expect(before).toMatch(/\u00a0:$/)
    }
  })
})
