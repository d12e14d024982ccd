// @ts-check
/** Records the last installation and builds beside the packages, so that no step is done twice. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './commands.mjs'

/** Deleting the packages deletes this folder too. */
export const STAMPS = join(ROOT, 'node_modules', '.hokito')

/** @param {string} name */
export function readStamp(name) {
  const file = join(STAMPS, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeStamp(name, value) {
  mkdirSync(STAMPS, { recursive: true })
  writeFileSync(join(STAMPS, name), value)
}

/** @param {readonly string[]} parts */
export function hashOf(parts) {
  return createHash('sha256').update(parts.join('\n')).digest('hex')
}

/**
 * A hash that changes with every source under these paths.
 * @param {readonly string[]} paths in the checkout
 */
export function hashOfSources(paths) {
  return hashOf(paths.flatMap((path) => sourcesUnder(join(ROOT, path))).map(fingerprint))
}

// --- internal ---

const NOT_SOURCES = new Set(['dist', 'node_modules', 'test', 'README.md'])

/**
 * @param {string} path
 * @returns {readonly string[]}
 */
function sourcesUnder(path) {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$|\.tsbuildinfo$/.test(path) ? [] : [path]
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name))
    .sort()
    .flatMap((name) => sourcesUnder(join(path, name)))
}

/** @param {string} file */
function fingerprint(file) {
  const { size, mtimeMs } = statSync(file)
  return `${file}:${size}:${mtimeMs}`
}
