// @ts-check
/**
 * The files of a training run. Lists (`*.jsonl`) only grow: each line is a checksum and a JSON value,
 * and is whole before the next one begins. A process that is killed leaves at most one torn line,
 * the last, which the next run removes. The other files are replaced as a whole.
 *
 * Everything that is wrong with a file is a {@link Damage}, which says which file, where and why.
 */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { FEATURES, KNOTS } from '../dist/weights.js'
import { ENGINE, fingerprint } from './engine.mjs'

/** @typedef {import('../dist/weights.js').Weights} Weights */
/** What the games of a run are made of. @typedef {import('./self-play.mjs').Recipe & { readonly games: number }} RunRecipe */

/**
 * Weights with everything needed to fit them again.
 * @typedef {object} WeightsFile
 * @property {typeof WEIGHTS_FORMAT} format
 * @property {string} engine that played the games
 * @property {RunRecipe} recipe
 * @property {number} round after which they were fitted
 * @property {Weights} weights in units
 */

const WEIGHTS_FORMAT = 'hokito weights 1'

/** Why a file cannot be used. */
export class Damage extends Error {
  /**
   * @param {string} file
   * @param {string} where
   * @param {string} why
   */
  constructor(file, where, why) {
    super(`${file}${where === '' ? '' : `, ${where}`}: ${why}`)
  }
}

/**
 * Reads a list and removes a torn last line. A list that does not exist is empty.
 * @param {string} file
 * @returns {unknown[]}
 * @throws {Damage}
 */
export function readList(file) {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole))
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => parseLine(file, line, index))
}

/**
 * Adds a value to the end of a list.
 * @param {string} file
 * @param {unknown} value
 */
export function append(file, value) {
  const json = JSON.stringify(value)
  const line = Buffer.from(`${fingerprint([json])} ${json}\n`)
  const opened = openSync(file, 'a')
  try {
    for (let at = 0; at < line.length; ) at += writeSync(opened, line, at)
  } finally {
    closeSync(opened)
  }
}

/**
 * Replaces a file with a JSON value, so that there is never half of it.
 * @param {string} file
 * @param {unknown} value
 */
export function replace(file, value) {
  const opened = openSync(`${file}.new`, 'w')
  try {
    writeSync(opened, `${JSON.stringify(value, undefined, 1)}\n`)
  } finally {
    closeSync(opened)
  }
  renameSync(`${file}.new`, file)
}

/**
 * @param {string} file
 * @throws {Damage}
 */
export function readJson(file) {
  return parseJson(file, '', readFileSync(file, 'utf8'))
}

/**
 * @param {string} file
 * @param {Pick<WeightsFile, 'recipe' | 'round' | 'weights'>} found
 */
export function writeWeights(file, { recipe, round, weights }) {
  const content = { format: WEIGHTS_FORMAT, engine: ENGINE, recipe, round, weights }
  replace(file, { ...content, checksum: checksumOf(content) })
}

/**
 * @param {string} file
 * @returns {WeightsFile}
 * @throws {Damage} also for weights of an engine with other features
 */
export function readWeights(file) {
  const value = readJson(file)
  const { format, checksum, ...rest } = Object(value)
  if (format !== WEIGHTS_FORMAT) {
    throw new Damage(file, 'format', `is ${JSON.stringify(format)} and not "${WEIGHTS_FORMAT}"`)
  }
  if (checksum !== checksumOf({ format, ...rest })) {
    throw new Damage(file, 'checksum', 'does not fit the content, which was changed or cut')
  }
  for (const endRule of /** @type {const} */ (['either', 'onTurn'])) {
    for (const feature of FEATURES) checkWeight(file, endRule, feature, rest.weights?.[endRule])
    const unknown = Object.keys(rest.weights[endRule]).find((name) => !isFeature(name))
    if (unknown !== undefined) {
      throw new Damage(file, `weights.${endRule}.${unknown}`, 'this engine has no such feature')
    }
  }
  return { format, ...rest }
}

// --- internal ---

/**
 * @param {string} file
 * @param {string} line
 * @param {number} index
 * @returns {unknown}
 */
function parseLine(file, line, index) {
  const [checksum] = line.split(' ', 1)
  const json = line.slice((checksum?.length ?? 0) + 1)
  if (checksum !== fingerprint([json])) {
    throw new Damage(file, `line ${index + 1}`, 'the checksum does not fit the line')
  }
  return parseJson(file, `line ${index + 1}`, json)
}

/**
 * @param {string} file
 * @param {string} where
 * @param {string} text
 */
function parseJson(file, where, text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Damage(file, where, `no JSON (${error instanceof Error ? error.message : error})`)
  }
}

/** @param {unknown} content */
function checksumOf(content) {
  return fingerprint([JSON.stringify(content)])
}

/**
 * @param {string} file
 * @param {string} endRule
 * @param {string} feature
 * @param {Record<string, unknown> | undefined} weights
 */
function checkWeight(file, endRule, feature, weights) {
  const weight = weights?.[feature]
  const isGood =
    Array.isArray(weight) && weight.length === KNOTS.length && weight.every(Number.isInteger)
  if (!isGood) {
    const wanted = `must be ${KNOTS.length} whole numbers`
    throw new Damage(file, `weights.${endRule}.${feature}`, wanted)
  }
}

/** @param {string} name */
function isFeature(name) {
  return FEATURES.some((feature) => feature === name)
}
