// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './setup.mjs'
import { namesIn, refusedIn, VOCABULARY, wordErrors } from './words.mjs'

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
