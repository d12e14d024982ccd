// @ts-check
/**
 * Checks the direction of dependencies: between packages, by their names, their package.json and
 * their tsconfig.json; and within a package, between the rooms of its house. Files must not import
 * each other in a circle.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { circlesIn, importsIn } from './imports.mjs'
import { arrowsOf, HOUSES, isHomeless } from './rooms.mjs'

/**
 * The packages that each package may import (docs/architecture.md).
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ALLOWED = {
  rules: [],
  engine: ['rules'],
  protocol: ['rules'],
  picture: ['rules'],
  client: ['protocol'],
  server: ['rules', 'engine', 'protocol', 'picture'],
  web: ['rules', 'engine', 'protocol', 'picture'],
  cli: ['rules', 'engine', 'picture', 'client', 'server'],
}

/**
 * Further packages that the tests of a package may import, even test helpers. The tests of the site
 * run against a real server, and those of the command line read what that server stores.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ALLOWED_IN_TESTS = {
  // The tests of the API call it through the client.
  server: ['client'],
  web: ['server'],
  cli: ['protocol'],
}

/** Packages that run in every engine, and so must not import Node's modules. */
export const WITHOUT_NODE = ['rules', 'protocol']

/**
 * Every dependency of a checkout in a forbidden direction, as a sentence each.
 * @param {string} root
 */
export function directionFaults(root) {
  const imports = importsIn(root)
  return [
    ...manifestFaults(root),
    ...imports.flatMap(importFaults),
    ...Object.entries(HOUSES).flatMap(([name, house]) => roomFaults(name, house, imports)),
    ...circlesIn(imports).map((files) => `${files.join(' and ')} import each other`),
  ]
}

// --- internal ---

/** @typedef {import('./imports.mjs').Import} Import */

/** @param {string} root */
function manifestFaults(root) {
  const folder = join(root, 'packages')
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .flatMap((name) => packageFaults(join(folder, name), name))
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {string[]}
 */
function packageFaults(folder, name) {
  const may = ALLOWED[name]
  if (may === undefined) return [`packages/${name} has no place in scripts/direction.mjs`]
  const { dependencies = {}, devDependencies = {} } = readJson(join(folder, 'package.json'))
  const used = ownAmong(dependencies)
  const tested = ownAmong(devDependencies).filter((other) => !used.includes(other))
  const mayTest = [...may, ...(ALLOWED_IN_TESTS[name] ?? [])]
  const faults = [
    ...used.filter((other) => !may.includes(other)),
    ...tested.filter((other) => !mayTest.includes(other)),
  ].map((other) => `packages/${name}/package.json: ${name} may not use ${other}`)
  // Without a reference the other package is not built first. A needless one only looks like a
  // dependency.
  const references = referencesOf(folder)
  const differing = [
    ...used.filter((other) => !references.includes(other)),
    ...references.filter((other) => !used.includes(other)),
  ]
  for (const other of differing) {
    faults.push(`packages/${name}: package.json and tsconfig.json disagree about ${other}`)
  }
  return faults
}

/**
 * The packages of this repository among the dependencies.
 * @param {object} dependencies
 */
function ownAmong(dependencies) {
  return Object.keys(dependencies).flatMap((dependency) => packageNamed(dependency) ?? [])
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
 * The error of one import in a package's file, if any.
 * @param {Import} each
 * @returns {string[]}
 */
function importFaults({ from, specifier, to }) {
  const own = packageAt(from)
  const may = own === undefined ? undefined : ALLOWED[own]
  // Benchmarks and scripts are outside the packages and may import from all of them.
  if (own === undefined || may === undefined) return []
  const isTest = isTestOf(own, from)
  const mayHere = isTest ? [own, ...may, ...(ALLOWED_IN_TESTS[own] ?? [])] : may
  if (to === undefined) {
    const other = packageNamed(specifier)
    if (other !== undefined && !mayHere.includes(other)) {
      return [`${from}: ${own} may not import ${specifier}`]
    }
    if (!isTest && specifier.startsWith('node:') && WITHOUT_NODE.includes(own)) {
      return [`${from}: ${own} may not import ${specifier}`]
    }
    return []
  }
  const other = packageAt(to)
  if (other === own || (isTest && other !== undefined && mayHere.includes(other))) return []
  return [`${from}: ${specifier} leaves the package`]
}

/**
 * @param {string} name
 * @param {import('./rooms.mjs').House} house
 * @param {readonly Import[]} imports
 */
function roomFaults(name, house, imports) {
  const backUp = arrowsOf(house, name, imports).filter(({ isBackUp }) => isBackUp)
  return [
    ...backUp.flatMap((arrow) =>
      arrow.imports.map(
        ({ from, specifier }) =>
          `${from}: ${specifier} leads from ${arrow.from} to ${arrow.to}, which is not below it`,
      ),
    ),
    ...new Set(
      imports
        .filter(({ from }) => isHomeless(house, name, from))
        .map(({ from }) => `${from} is in no room of scripts/rooms.mjs`),
    ),
  ]
}

/**
 * @param {string} name
 * @param {string} file
 */
function isTestOf(name, file) {
  return file.startsWith(`packages/${name}/test/`) || /\.test\.[cm]?[jt]sx?$/.test(file)
}

/** @param {string} path */
function packageAt(path) {
  return /^packages\/([^/]+)\//.exec(path)?.[1]
}

/** @param {string} specifier */
function packageNamed(specifier) {
  return /^@hokito\/([^/]+)/.exec(specifier)?.[1]
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
