// @ts-check
/**
 * Checks the words: no name in the packages contains a word that the vocabulary refuses, few
 * sentences use words that hide who does what, and games lead to the positions that are shown.
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

/** Expressions of which a text may have a few in a thousand words. */
const LIMITS = [
  {
    what: 'words hide who does what',
    marks:
      /\b(?:whoever|somebody|anybody|everybody|of whom|(?:is|are|was|were|be) told|one['’]s|anew|over days)\b/gi,
    most: 1.5,
  },
  {
    what: 'expressions read like a translation',
    marks: new RegExp(
      [
        /\b(?:whoever|those who|somebody|anybody|everybody|of whom|anew|at once|just now)\b/,
        /\b(?:is|are|was|were|be|been|being) (?:told|said to)\b/,
        /\bone(?:['’]s| can| may| must| has| does| plays| wants)\b/,
        /\b(?:over|for) days\b/,
        /\bwhere (?:there|it|this|that|they|nobody|no) (?:is|are|was|has|does)\b/,
        /\b(?:comes?|came) to\b|\bgo(?:es)? on\b/,
        // A sentence that begins with "What" and asks nothing.
        /(?<=[.!:;]\s)What (?![^.?!]*\?)/,
      ]
        .map(({ source }) => source)
        .join('|'),
      'gi',
    ),
    most: 5,
  },
]

/** Phrases that no text may have at all. */
const REFUSED =
  /\bgames? over days\b|\bwhat (?:is|was) written is kept\b|\bcounts? nothing\b|\b(?:some|every)body['’]s own\b|\bevery(?:one|body) against every(?:one|body)\b|\bof whom nothing\b/gi

/**
 * The areas whose English has too much that hides who does what or reads like a translation, and
 * every refused phrase, as a sentence each.
 * @param {string} root
 */
export function proseErrors(root) {
  return Object.entries(textsOf(root)).flatMap(([area, parts]) => [
    ...LIMITS.flatMap(({ what, marks, most }) => {
      const found = marksIn(parts, marks)
      const words = parts.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
      if (found.length <= (words * most) / 1000) return []
      return [`${area}: ${found.length} ${what}, among ${words}: ${found.slice(-10).join(', ')}`]
    }),
    ...marksIn(parts, REFUSED).map((mark) => `${area}: nobody says ${mark}`),
  ])
}

/**
 * The positions in pages and sources to which no game leads, as a sentence each. A paragraph that
 * says "made by hand" may have one, and so may tests.
 * @param {string} root
 */
export function positionErrors(root) {
  const sources = sourcesIn(root).filter((file) => !/\.test\.|\/test\//.test(file))
  return [...pagesIn(root), ...sources].flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/\n\s*\n/)
      .filter((paragraph) => !/made\s+by\s+hand/.test(paragraph))
      .flatMap((paragraph) => positionsIn(paragraph))
      .flatMap((position) => {
        const why = whyImpossible(position)
        return why === undefined ? [] : [`${file}: ${position} is no position of a game: ${why}`]
      }),
  )
}

/**
 * The comments of a source file, each sentence on one line.
 * @param {string} source
 */
export function commentsIn(source) {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g) ?? []
  return comments.join('\n').replace(/\n\s*\*?\s*/g, ' ')
}

/**
 * The documents of a checkout.
 * @param {string} root
 */
export function pagesIn(root) {
  const packages = namesUnder(root, 'packages').map((name) => `packages/${name}`)
  return ['.', 'docs', ...packages].flatMap((folder) =>
    namesUnder(root, folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
}

/**
 * The sentences among the strings of a source file: those of four words and more.
 * @param {string} source
 */
export function sentencesIn(source) {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<![:'"`])\/\/[^\n]*/g, '')
  const strings = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)
  return Array.from(strings, ([, single, template]) => single ?? template ?? '')
    .filter((text) => text.split(' ').length > 3)
    .join('\n')
}

// --- internal ---

/** Whose strings people read: in a terminal, in the API's reference, or in an error. */
const SPEAKING = /^packages\/(?:rules|engine|protocol|client|server|cli)\/src\/(?!.*\.test\.)/

/**
 * The English of each area, by file.
 * @param {string} root
 * @returns {Readonly<Record<string, readonly { file: string, text: string }[]>>}
 */
function textsOf(root) {
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8')
  const sources = sourcesIn(root).filter((file) => !file.startsWith('scripts/words'))
  const speaking = sources.filter((file) => SPEAKING.test(file))
  return {
    comments: sources.map((file) => ({ file, text: commentsIn(read(file)) })),
    messages: speaking.map((file) => ({ file, text: sentencesIn(read(file)) })),
    pages: pagesIn(root).map((file) => ({ file, text: read(file) })),
    site: englishIn(root).map((file) => ({ file, text: read(file) })),
  }
}

/**
 * @param {readonly { file: string, text: string }[]} parts
 * @param {RegExp} marks
 */
function marksIn(parts, marks) {
  return parts.flatMap(({ file, text }) =>
    Array.from(text.matchAll(marks), ([mark]) => `${mark.trim()} (${file})`),
  )
}

/**
 * The HFENs in a text, with or without their side to move.
 * @param {string} text
 */
function positionsIn(text) {
  const plain = text.replaceAll('%2F', '/').replaceAll('%20', ' ')
  return plain.match(/(?:[-abcABC\d]+\/){5}[-abcABC\d]+(?: [bw]\b)?/g) ?? []
}

/**
 * Why no game leads to a position: two singles make two and stacks land on stacks, so all heights
 * are even; and each move empties one square, so the number of stacks says who moves.
 * @param {string} position
 */
function whyImpossible(position) {
  const [board = '', side] = position.split(' ')
  const heights = [...board.matchAll(/[a-c](\d*)/gi)].map(([, height]) => Number(height || 1))
  const odd = heights.find((height) => height > 1 && height % 2 === 1)
  if (odd !== undefined) return `it has a stack of ${odd}`
  const turn = heights.length % 2 === 0 ? 'b' : 'w'
  const isWhole = heights.reduce((sum, height) => sum + height, 0) === 36
  return isWhole && side !== undefined && side !== turn ? `the side to move is ${turn}` : undefined
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
