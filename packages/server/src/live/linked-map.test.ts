import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LinkedMap } from './linked-map.ts'

test('a linked map is a list in which a value that is set again keeps its place', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.record({ id, isDelete: fc.boolean(), count: fc.nat(6) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const map = new LinkedMap<string, number>()
      const list: { id: string; value: number }[] = []
      for (const [value, { id, isDelete, count }] of steps.entries()) {
        const index = list.findIndex((one) => one.id === id)
        if (isDelete) {
          expect(map.delete(id)).toBe(index !== -1)
          if (index !== -1) list.splice(index, 1)
        } else {
          map.set(id, value)
          if (index === -1) list.push({ id, value })
          else list[index] = { id, value }
        }
        const values = list.map((one) => one.value)
        expect([...map]).toEqual(values)
        expect(map.newest(count)).toEqual(values.toReversed().slice(0, count))
        expect(map.size).toBe(list.length)
        expect(map.get(id)).toBe(list.find((one) => one.id === id)?.value)
      }
    }),
    { seed: 1 },
  )
})
