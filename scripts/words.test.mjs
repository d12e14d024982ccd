// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ROOT } from './setup.mjs'
import { commentsIn, namesIn, proseErrors, refusedIn, VOCABULARY, wordErrors } from './words.mjs'

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

  test.each([
    ['comments', 'packages/rules/src/x.ts', `/** ${plain} Whoever moves is told so. */`],
    ['pages', 'docs/x.md', `${plain} Somebody begins anew.`],
    [
      'site',
      'packages/web/src/i18n/x/en.json',
      `${plain} Everybody has one’s own games over days.`,
    ],
  ])('are refused where there are many: %s', (area, file, text) => {
    const root = mkdtempSync(join(tmpdir(), 'hokito-words-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    expect(proseErrors(root)).toEqual([expect.stringMatching(new RegExp(`^${area}: .*${file}`))])
    writeFileSync(join(root, file), `/* ${plain} */`)
    expect(proseErrors(root)).toEqual([])
  })

  test('are not looked for in code', () => {
    const source = `const somebody = 'https://example.org' // The first player.\n/* The\n * second. */`
    expect(commentsIn(source).replace(/\s+/g, ' ')).toBe('// The first player. /* The second. */')
  })
})
