// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from './setup.mjs'
import {
  commentsIn,
  namesIn,
  positionErrors,
  proseErrors,
  refusedIn,
  VOCABULARY,
  wordErrors,
} from './words.mjs'

test('the vocabulary refuses words, and no package declares a name with one', () => {
  const refused = refusedIn(readFileSync(join(ROOT, VOCABULARY), 'utf8'))
  expect(refused).toContain('fault')
  expect(refused).not.toContain('code')
  expect(wordErrors(ROOT)).toEqual([])
})

test('names are found in the declarations of a source, and not in its sentences', () => {
  const source = `
    /** A fault of the doors. */
    export const FIRST_FAULT = 'a fault', { other } = {}
    interface LobbyDeps {}
    async function faultsOf(): void {}
  `
  expect(namesIn(source)).toEqual(['FIRST_FAULT', 'LobbyDeps', 'faultsOf'])
})

describe('sentences that hide who does what', () => {
  const plain = 'The server sends each player the move. '.repeat(100)

  test('are few in this checkout', () => {
    expect(proseErrors(ROOT)).toEqual([])
  })

  const ODD = 'Those who come to it go on at once.'
  test.each([
    ['comments', 'packages/rules/src/x.ts', `/** ${plain} Whoever moves is told so. */`],
    ['messages', 'packages/cli/src/x.ts', `const MOVED = '${plain} Whoever moves is told so.'`],
    ['pages', 'docs/x.md', `${plain} Somebody begins anew.`],
    ['pages', 'docs/x.md', `${plain} ${ODD}`],
    ['site', 'packages/web/src/i18n/x/en.json', `${plain} Everybody begins one’s move anew.`],
  ])('are refused if there are many: %s', (area, file, text) => {
    const root = checkoutWith(file, text)
    const refused = expect.stringMatching(new RegExp(`^${area}: .*${file}`))
    expect(proseErrors(root)).toEqual(expect.arrayContaining([refused]))
    writeFileSync(join(root, file), `/* ${plain} */`)
    expect(proseErrors(root)).toEqual([])
  })

  test.each(['games over days', 'A draw counts nothing.', 'everybody against everybody'])(
    'are refused even once: %s',
    (phrase) => {
      const root = checkoutWith('docs/x.md', `${plain.repeat(10)} ${phrase}`)
      expect(proseErrors(root)).toEqual([expect.stringContaining('docs/x.md')])
    },
  )

  test('are not looked for in code', () => {
    const source = `const somebody = 'https://example.org' // The first player.\n/* The\n * second. */`
    expect(commentsIn(source).replace(/\s+/g, ' ')).toBe('// The first player. /* The second. */')
  })
})

describe('positions to which no game leads', () => {
  const five = '------/------/-c5---/------/----A2/------ b'

  test('are not in this checkout', () => {
    expect(positionErrors(ROOT)).toEqual([])
  })

  test.each([
    ['docs/x.md', five, 'a stack of 5'],
    ['packages/x/README.md', 'See `-c12--/a3-----/B-----/------/------/A8----` here.', 'of 3'],
    ['packages/x/src/x.ts', '/replay?text=a3-----%2F-%2F-%2F-%2F-%2F-%20w', 'of 3'],
    ['scripts/x.mjs', 'a18----/------/------/------/------/A18---- w', 'side to move is b'],
  ])('are refused in %s: %s', (file, text, why) => {
    expect(positionErrors(checkoutWith(file, text))).toEqual([
      expect.stringMatching(new RegExp(`^${file}: .*${why}$`)),
    ])
  })

  test.each([
    ['docs/x.md', `Made up:\nthis was made\nby hand: ${five}.`],
    ['docs/x.md', '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'],
    ['docs/x.md', 'a1----/------/------/------/------/------ b'],
    ['packages/x/src/x.test.ts', five],
    ['packages/x/test/x.ts', five],
  ])('may be in %s: %s', (file, text) => {
    expect(positionErrors(checkoutWith(file, text))).toEqual([])
  })
})

/**
 * A folder with one file in it, until the test ends.
 * @param {string} file
 * @param {string} text
 */
function checkoutWith(file, text) {
  const root = mkdtempSync(join(tmpdir(), 'hokito-words-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return root
}
