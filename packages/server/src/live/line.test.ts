import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Line } from './line.ts'

test('a line is a list in which what is set anew keeps its place', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.record({ id, isDelete: fc.boolean(), count: fc.nat(6) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const line = new Line<string, number>()
      const list: { id: string; value: number }[] = []
      for (const [value, { id, isDelete, count }] of steps.entries()) {
        const index = list.findIndex((one) => one.id === id)
        if (isDelete) {
          expect(line.delete(id)).toBe(index !== -1)
          if (index !== -1) list.splice(index, 1)
        } else {
          line.set(id, value)
          if (index === -1) list.push({ id, value })
          else list[index] = { id, value }
        }
        const values = list.map((one) => one.value)
        expect([...line]).toEqual(values)
        expect(line.newest(count)).toEqual(values.toReversed().slice(0, count))
        expect(line.size).toBe(list.length)
        expect(line.get(id)).toBe(list.find((one) => one.id === id)?.value)
      }
    }),
    { seed: 1 },
  )
})
