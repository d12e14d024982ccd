// @ts-check
/**
 * Checks that each idea has one word: no name in the packages contains a word that the vocabulary
 * refuses.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcesIn } from './imports.mjs'

/**
 * The document with the vocabulary. Refused words are marked as code in the last column of its
 * table.
 */
export const VOCABULARY = 'docs/contributing.md'

/**
 * Every declared name that contains a refused word, as a sentence each.
 * @param {string} root
 */
export function wordErrors(root) {
  const refused = refusedIn(readFileSync(join(root, VOCABULARY), 'utf8'))
  return sourcesIn(root)
    .filter((file) => file.startsWith('packages/'))
    .flatMap((file) =>
      namesIn(readFileSync(join(root, file), 'utf8')).flatMap((name) => {
        const word = wordsOf(name).find((each) => refused.has(each))
        return word === undefined ? [] : [`${file}: ${name} says ${word}; see ${VOCABULARY}`]
      }),
    )
}

/**
 * The words that a vocabulary refuses.
 * @param {string} page
 */
export function refusedIn(page) {
  const [, section = ''] = page.split('## Vocabulary')
  const rows = section.split('\n## ')[0]?.split('\n') ?? []
  const last = rows.map((row) => /\|([^|]*)\|\s*$/.exec(row)?.[1] ?? '')
  return new Set(
    last.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)),
  )
}

/**
 * The names that a source file declares.
 * @param {string} source
 */
export function namesIn(source) {
  const declared = /\b(?:class|interface|type|function|const|let)\s+([A-Za-z_]\w*)/g
  return [...source.matchAll(declared)].map(([, name = '']) => name)
}

// --- internal ---

/**
 * The words of a name in lower case, each with and without a final s.
 * @param {string} name
 */
function wordsOf(name) {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return words.flatMap((word) => [word.toLowerCase(), word.toLowerCase().replace(/s$/, '')])
}
