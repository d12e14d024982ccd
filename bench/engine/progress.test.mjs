// @ts-check
import { describe, expect, test } from 'vitest'
import { createProgress } from './progress.mjs'

/** @param {boolean} isTTY */
function watched(isTTY) {
  const world = { written: '', now: 0 }
  const write = (/** @type {string} */ text) => {
    world.written += text
  }
  return { world, progress: createProgress({ isTTY, write }, () => world.now) }
}

describe('progress of a benchmark', () => {
  test('is a line now and then where standard error is no terminal, and one for each section', () => {
    const { world, progress } = watched(false)
    for (const [now, text] of /** @type {const} */ ([
      [0, 'one'],
      [10, 'two'],
      [6000, 'three'],
    ])) {
      world.now = now
      progress.tell(text)
    }
    progress.clear()
    progress.tell('next section')
    expect(world.written).toBe('one\nthree\nnext section\n')
  })

  test('replaces itself at a terminal and leaves nothing behind', () => {
    const { world, progress } = watched(true)
    progress.tell('one')
    progress.tell('two')
    progress.clear()
    expect(world.written.split('\r\x1b[K')).toEqual(['', 'one', 'two', ''])
  })
})
