// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixLines, linkFaults } from './links.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hokito-links-'))
  write('src/play.ts', 'import x\n\nexport function play() {\n  return play\n}\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * @param {string} path
 * @param {string} content
 */
function write(path, content) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

test('links to files, folders, headings, addresses and quoted lines are good', () => {
  write(
    'README.md',
    '# A `b` game\n\n[1](docs/x.md) [2](src) [3](#a-b-game) [4](https://example.org/#L1)\n',
  )
  write(
    'docs/x.md',
    '# X\n\n[`function play`](../src/play.ts#L3) ![](../src/play.ts)\n\n[back][1]\n\n[1]: ../README.md#a-b-game\n',
  )
  expect(linkFaults(folder)).toEqual([])
})

test.each([
  ['a file that is gone', '[x](gone.ts)', 'leads to a file that is not there'],
  ['a heading that is gone', '[x](#gone)', 'leads to a heading that is not there'],
  [
    'a line of code without its words',
    '[play](src/play.ts#L3)',
    'leads into code, but not to a line that it quotes',
  ],
  ['code that is gone', '[`function stop`](src/play.ts#L3)', 'quotes what is no longer there'],
  ['code that has moved', '[`function play`](src/play.ts#L1)', 'quotes what stands in line 3'],
  [
    'code that stands twice',
    '[`play`](src/play.ts#L3)',
    'quotes what stands in lines 3, 4: quote more of one',
  ],
])('a link to %s is refused', (_, link, fault) => {
  write('README.md', `Hello, ${link}.\n`)
  expect(linkFaults(folder)).toEqual([`README.md: ${link} ${fault}`])
})

test('links to code that has moved can be put right, and nothing else is touched', () => {
  write(
    'README.md',
    'Hello, [`function play`](src/play.ts#L1), `#L1` and [`gone`](src/play.ts#L1).\n',
  )
  fixLines(folder)
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(
    'Hello, [`function play`](src/play.ts#L3), `#L1` and [`gone`](src/play.ts#L1).\n',
  )
})
