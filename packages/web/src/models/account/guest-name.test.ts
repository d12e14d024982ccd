import { describe, expect, test } from 'vitest'
import { guestName } from '../../../../server/src/players/names.ts'
import { isGuestName } from './guest-name.ts'

describe('a name that nobody has chosen', () => {
  test('is one that the server draws', () => {
    for (let drawn = 0; drawn < 100; drawn++) {
      const chance = { below: (bound: number) => (drawn * 7919) % bound }
      for (const digits of [4, 7]) expect(isGuestName(guestName(chance, digits))).toBe(true)
    }
  })

  test.each(['Anna', 'Anna Maria', 'Jean-Luc 2', 'Łukasz Nowak', 'Ühe Kala'])(
    'is not %s',
    (name) => {
      expect(isGuestName(name)).toBe(false)
    },
  )
})
