// @ts-check
/**
 * The direction between packages, where Biome does not look: dependencies in package.json, references in
 * tsconfig.json, and relative imports that leave their package. Biome refuses forbidden imports by name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/**
 * What each package may import (docs/architecture.md).
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ALLOWED = {
  rules: [],
  engine: ['rules'],
  protocol: ['rules'],
  server: ['rules', 'engine', 'protocol'],
  web: ['rules', 'engine', 'protocol'],
  cli: ['rules', 'engine', 'server'],
}

/**
 * Everything that points in a forbidden direction in a checkout, a sentence each.
 * @param {string} root
 */
export function directionFaults(root) {
  const folder = join(root, 'packages')
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .flatMap((name) => packageFaults(join(folder, name), name))
}

// --- internal ---

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string[]}
 */
function packageFaults(folder, name) {
  const may = ALLOWED[name]
  if (may === undefined) return [`packages/${name} has no place in scripts/direction.mjs`]
  const dependencies = dependenciesOf(folder)
  const faults = dependencies
    .filter((other) => !may.includes(other))
    .map((other) => `packages/${name}/package.json: ${name} may not use ${other}`)
  // Without a reference the other package is not built first; a needless one only looks like a dependency.
  const references = referencesOf(folder)
  const differing = [
    ...dependencies.filter((other) => !references.includes(other)),
    ...references.filter((other) => !dependencies.includes(other)),
  ]
  for (const other of differing) {
    faults.push(`packages/${name}: package.json and tsconfig.json disagree about ${other}`)
  }
  return [...faults, ...escapes(folder)]
}

/** @param {string} folder */
function dependenciesOf(folder) {
  const { dependencies = {}, devDependencies = {} } = readJson(join(folder, 'package.json'))
  return Object.keys({ ...dependencies, ...devDependencies }).flatMap((dependency) => {
    const [, other] = /^@hokito\/(.+)$/.exec(dependency) ?? []
    return other === undefined ? [] : [other]
  })
}

/** @param {string} folder */
function referencesOf(folder) {
  const file = join(folder, 'tsconfig.json')
  if (!existsSync(file)) return []
  /** @type {readonly { path: string }[]} */
  const references = readJson(file).references ?? []
  return references.map(({ path }) => path.replace(/^\.\.\//, ''))
}

/**
 * Relative imports in the sources of a package that lead out of it.
 * @param {string} folder
 */
function escapes(folder) {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) => {
      const path = join(folder, 'src', file)
      return importsOf(readFileSync(path, 'utf8'))
        .filter((target) => isOutside(folder, resolve(dirname(path), target)))
        .map(
          (target) => `${relative(dirname(dirname(folder)), path)}: ${target} leaves the package`,
        )
    })
}

/** @param {string} source */
function importsOf(source) {
  const pattern = /(?:\bfrom|\bimport|\bimport\s*\()\s*(['"])(\.[^'"]*)\1/g
  return Array.from(source.matchAll(pattern), ([, , target]) => target ?? '')
}

/**
 * @param {string} folder
 * @param {string} path
 */
function isOutside(folder, path) {
  return path !== folder && !path.startsWith(folder + sep)
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
