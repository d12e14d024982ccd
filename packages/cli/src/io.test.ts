import { describe, expect, test } from 'vitest'
import { wantsColor } from './io.ts'

describe('wantsColor', () => {
  test.each([
    ['a terminal', {}, true, true],
    ['a pipe', {}, false, false],
    ['a pipe of a build machine', { CI: 'true' }, false, false],
    ['a terminal that cannot', { TERM: 'dumb' }, true, false],
    ['a terminal with NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['a terminal with an empty NO_COLOR', { NO_COLOR: '' }, true, true],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['a terminal with FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
    ['a pipe with both', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, false],
  ])('%s', (_, env, isTerminal, hasColor) => {
    expect(wantsColor(env, isTerminal)).toBe(hasColor)
  })
})
