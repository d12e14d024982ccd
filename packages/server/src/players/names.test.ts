import { describe, expect, test } from 'vitest'
import { checkName, guestName, nameKey } from './names.ts'

describe('a name', () => {
  test.each([
    'Ana',
    'Jean-Luc',
    "O'Neill",
    'Łukasz_7',
    'Мария',
    'Ελένη',
    '小さな猫',
    '  Anna   Lena ',
  ])('%s may be had', (name) => {
    expect(checkName(name).ok).toBe(true)
  })

  test('is kept without needless spaces', () => {
    expect(checkName('  Anna   Lena ')).toEqual({
      ok: true,
      value: { name: 'Anna Lena', key: 'annaiena' },
    })
  })

  test.each([
    ['', 'nameTooShort'],
    ['ab', 'nameTooShort'],
    ['  a  ', 'nameTooShort'],
    ['x'.repeat(25), 'nameTooLong'],
    ['<script>', 'nameCharacters'],
    ['a\u202Ebc', 'nameCharacters'],
    ['a\u200Bbc', 'nameCharacters'],
    ['zz\u0000zz', 'nameCharacters'],
    ['123', 'nameCharacters'],
    ['Anna--Lena', 'nameCharacters'],
    ['Аnna', 'nameCharacters'],
    ['😀😀😀', 'nameCharacters'],
    ['Admin', 'nameReserved'],
    ['the Hokito team', 'nameReserved'],
    ['H0K1T0', 'nameReserved'],
    ['Adm1n', 'nameReserved'],
    ['ad.min', 'nameReserved'],
    ['Ádmín', 'nameReserved'],
    ['moderator7', 'nameReserved'],
    ['Support', 'nameReserved'],
    ['__proto__', 'nameCharacters'],
  ])('%j may not: %s', (name, code) => {
    expect(checkName(name)).toEqual({ ok: false, error: code })
  })

  test.each([
    ['Anna', 'ANNA'],
    ['Anna', 'Ánna'],
    ['Bill', 'Bi11'],
    ['modem', 'modern'],
    ['Сара', 'Capa'],
    ['Otto', '0tt0'],
    ['Jean-Luc', 'Jean Luc'],
  ])('%s looks like %s', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other))
  })

  test('drawn for a guest may be had', () => {
    for (let drawn = 0; drawn < 100; drawn++) {
      const name = guestName({ below: (bound) => (drawn * 7919) % bound })
      expect(checkName(name), name).toMatchObject({ ok: true, value: { name } })
    }
  })
})
