// @ts-check
/**
 * Finds the imports of a checkout: every source file, and every import in it with the file that it
 * leads to.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'

/**
 * One import. Paths are relative to the checkout and have forward slashes.
 * @typedef {object} Import
 * @property {string} from the importing file
 * @property {string} specifier as written in the file
 * @property {string | undefined} to the path that a relative import leads to
 */

/**
 * Every import of the sources, tests and scripts of a checkout, types included.
 * @param {string} root
 * @returns {readonly Import[]}
 */
export function importsIn(root) {
  const files = sourcesIn(root)
  const known = new Set(files)
  return files.flatMap((from) =>
    specifiersOf(readFileSync(join(root, from), 'utf8')).map((specifier) => ({
      from,
      specifier,
      to: specifier.startsWith('.') ? resolved(from, specifier, known) : undefined,
    })),
  )
}

/**
 * Circles among files that import each other, each as its files in alphabetical order.
 * @param {readonly Import[]} imports
 * @returns {readonly (readonly string[])[]}
 */
export function circlesIn(imports) {
  /** @type {Map<string, string[]>} */
  const next = new Map()
  for (const { from, to } of imports) {
    if (to !== undefined) next.set(from, [...(next.get(from) ?? []), to])
  }
  return componentsOf(next)
    .filter((files) => files.length > 1 || next.get(files[0] ?? '')?.includes(files[0] ?? ''))
    .map((files) => files.toSorted())
}

/**
 * The source files of a checkout, including tests and scripts.
 * @param {string} root
 */
export function sourcesIn(root) {
  /** @type {string[]} */
  const files = []
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!NOT_SOURCES.has(entry.name)) walk(path)
      } else if (/\.[cm]?[jt]sx?$/.test(entry.name)) {
        files.push(relative(root, path).split(sep).join('/'))
      }
    }
  }
  for (const folder of FOLDERS) if (existsSync(join(root, folder))) walk(join(root, folder))
  return files.sort()
}

// --- internal ---

const FOLDERS = ['packages', 'scripts', 'bench']
const NOT_SOURCES = new Set(['dist', 'node_modules', 'public'])

/** @param {string} source */
function specifiersOf(source) {
  const pattern = /(?:\bfrom|\bimport|\bimport\s*\()\s*(['"])([^'"\n]+)\1/g
  return Array.from(source.matchAll(pattern), ([, , specifier]) => specifier ?? '')
}

/**
 * The file that a relative import leads to. Hot code leaves out the extension, as AssemblyScript
 * requires.
 * @param {string} from
 * @param {string} specifier
 * @param {ReadonlySet<string>} known
 */
function resolved(from, specifier, known) {
  const path = posix.join(posix.dirname(from), specifier)
  return known.has(`${path}.ts`) ? `${path}.ts` : path
}

/**
 * Tarjan's algorithm: the sets of files that can all reach each other.
 * @param {ReadonlyMap<string, readonly string[]>} next
 */
function componentsOf(next) {
  /** @type {Map<string, number>} */
  const order = new Map()
  /** @type {Map<string, number>} */
  const lowest = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[][]} */
  const components = []
  /** @param {string} file */
  const visit = (file) => {
    order.set(file, order.size)
    let low = order.size - 1
    open.push(file)
    for (const other of next.get(file) ?? []) {
      if (!order.has(other)) visit(other)
      if (open.includes(other)) low = Math.min(low, lowest.get(other) ?? order.get(other) ?? low)
    }
    lowest.set(file, low)
    if (low === order.get(file)) components.push(open.splice(open.indexOf(file)))
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return components
}
