// @ts-check
/**
 * Checks the links of the documents to the repository's own files. A link to a line quotes a piece
 * of code that only that line of the file contains. So the check notices when code has moved or
 * gone, and can correct the link.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import GithubSlugger from 'github-slugger'
import { marked } from 'marked'

/**
 * Every link that leads nowhere or to the wrong line, as a sentence each.
 * @param {string} root
 * @returns {readonly string[]}
 */
export function linkFaults(root) {
  return pagesIn(root).flatMap((page) =>
    linksOf(root, page).flatMap((link) => {
      const fault = faultOf(root, link)
      return fault === undefined ? [] : [`${page}: ${link.raw} ${fault}`]
    }),
  )
}

/**
 * Changes each link to a line to the line that has its code now. Leaves links alone whose code it
 * cannot find.
 * @param {string} root
 */
export function fixLines(root) {
  for (const page of pagesIn(root)) {
    const file = join(root, page)
    const before = readFileSync(file, 'utf8')
    const after = linksOf(root, page).reduce((text, link) => {
      const [line, ...others] = linesHolding(root, link)
      if (line === undefined || others.length > 0) return text
      return text.replaceAll(link.raw, link.raw.replace(/#L\d+/, `#L${line}`))
    }, before)
    if (after !== before) writeFileSync(file, after)
  }
}

// --- internal ---

/**
 * A link as written, with its target. Paths are relative to the checkout.
 * @typedef {object} Link
 * @property {string} raw
 * @property {string} code the quoted code; empty if the text is not code
 * @property {string} path
 * @property {string} anchor
 */

const NOT_PAGES = new Set(['node_modules', 'dist', 'data'])

/**
 * @param {string} root
 * @param {string} folder
 * @returns {readonly string[]}
 */
function pagesIn(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_PAGES.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return pagesIn(root, path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/**
 * @param {string} root
 * @param {string} page
 * @returns {readonly Link[]}
 */
function linksOf(root, page) {
  /** @type {Link[]} */
  const links = []
  marked.walkTokens(marked.lexer(readFileSync(join(root, page), 'utf8')), (token) => {
    if (token.type !== 'link' && token.type !== 'image') return
    const { href, raw, tokens } = token
    // Links to other sites are not checked.
    if (/^([a-z]+:|\/\/)/i.test(href)) return
    const [path = '', anchor = ''] = decodeURI(href).split('#')
    const [words, ...more] = tokens ?? []
    const code = words?.type === 'codespan' && more.length === 0 ? words.text : ''
    links.push({
      raw,
      code,
      anchor,
      path: path === '' ? page : posix.join(posix.dirname(page), path),
    })
  })
  return links
}

/**
 * @param {string} root
 * @param {Link} link
 * @returns {string | undefined}
 */
function faultOf(root, link) {
  const { path, anchor, code } = link
  if (!existsSync(join(root, path))) return 'leads to a file that is not there'
  if (anchor === '' || statSync(join(root, path)).isDirectory()) return undefined
  if (path.endsWith('.md')) {
    return anchorsOf(root, path).has(anchor) ? undefined : 'leads to a heading that is not there'
  }
  const wanted = /^L(\d+)$/.exec(anchor)?.[1]
  if (wanted === undefined || code === '')
    return 'leads into code, but not to a line that it quotes'
  const lines = linesHolding(root, link)
  if (lines.length === 0) return 'quotes what is no longer there'
  if (lines.length > 1) return `quotes what stands in lines ${lines.join(', ')}: quote more of one`
  return lines[0] === Number(wanted) ? undefined : `quotes what stands in line ${lines[0]}`
}

/**
 * Headings by the anchors that GitHub gives them.
 * @param {string} root
 * @param {string} page
 */
function anchorsOf(root, page) {
  const slugger = new GithubSlugger()
  /** @type {Set<string>} */
  const anchors = new Set()
  marked.walkTokens(marked.lexer(readFileSync(join(root, page), 'utf8')), (token) => {
    if (token.type === 'heading') anchors.add(slugger.slug(token.text))
  })
  return anchors
}

/**
 * The lines of a file, counted from 1, that contain the code quoted by a link to a line. Empty for
 * other links.
 * @param {string} root
 * @param {Link} link
 * @returns {readonly number[]}
 */
function linesHolding(root, { path, anchor, code }) {
  const file = join(root, path)
  if (code === '' || !/^L\d+$/.test(anchor) || !existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.includes(code) ? [index + 1] : []))
}
