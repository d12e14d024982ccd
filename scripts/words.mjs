// @ts-check
/**
 * Checks the words: no name in the packages contains a word that the vocabulary refuses, and few
 * sentences use words that hide who does what.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
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

/**
 * Words that hide who does what, or that no native editor would write.
 */
const MARKS =
  /\b(?:whoever|somebody|anybody|everybody|of whom|(?:is|are|was|were|be) told|one['’]s|anew|over days)\b/gi

/** How many of them a thousand words of comments, of pages and of the site's English may have. */
const MOST_IN_THOUSAND = 1.5

/**
 * Too many such words in the comments, the pages or the site's English, as a sentence for each of
 * the three.
 * @param {string} root
 */
export function proseErrors(root) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const texts = {
    comments: sourcesIn(root).map((file) => ({ file, text: commentsIn(read(file)) })),
    pages: pagesIn(root).map((file) => ({ file, text: read(file) })),
    site: englishIn(root).map((file) => ({ file, text: read(file) })),
  }
  return Object.entries(texts).flatMap(([area, parts]) => {
    const found = parts.flatMap(({ file, text }) =>
      [...text.matchAll(MARKS)].map(([mark]) => `${mark} (${file})`),
    )
    const words = parts.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    if (found.length <= (words * MOST_IN_THOUSAND) / 1000) return []
    const examples = found.slice(-10).join(', ')
    return [`${area}: ${found.length} words hide who does what, among ${words}: ${examples}`]
  })
}

/**
 * The comments of a source file, each sentence on one line.
 * @param {string} source
 */
export function commentsIn(source) {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g) ?? []
  return comments.join('\n').replace(/\n\s*\*?\s*/g, ' ')
}

// --- internal ---

/** @param {string} root */
function pagesIn(root) {
  const packages = namesUnder(root, 'packages').map((name) => `packages/${name}`)
  return ['.', 'docs', ...packages].flatMap((folder) =>
    namesUnder(root, folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
}

/** @param {string} root */
function englishIn(root) {
  const folder = 'packages/web/src/i18n'
  return ['.', ...namesUnder(root, folder)]
    .filter((part) => part !== 'glossary')
    .map((part) => join(folder, part, 'en.json'))
    .filter((file) => existsSync(join(root, file)))
}

/**
 * @param {string} root
 * @param {string} folder
 */
function namesUnder(root, folder) {
  const path = join(root, folder)
  return existsSync(path) && statSync(path).isDirectory() ? readdirSync(path) : []
}

/**
 * The words of a name in lower case, each with and without a final s.
 * @param {string} name
 */
function wordsOf(name) {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  return words.flatMap((word) => [word.toLowerCase(), word.toLowerCase().replace(/s$/, '')])
}
