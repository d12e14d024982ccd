// @ts-check
/**
 * Writes what the server knows about Unicode's characters in names:
 *
 *     node scripts/name-tables.mjs <folder>
 *
 * The folder must contain `confusables.txt` and `ppucd.txt` of one Unicode version, from
 * `source/data/unidata` of a release of ICU. They are UTS #39's table of look-alikes and the
 * character database, which has Identifier_Status since Unicode 9.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const TARGET = join(
  fileURLToPath(import.meta.url),
  '../../packages/server/src/players/name-tables.ts',
)
const LAST_CODE = 0x10ffff
const WIDTH = 110

const [, , folder] = process.argv
if (folder === undefined) {
  process.stderr.write(
    'usage: node scripts/name-tables.mjs <folder with confusables.txt and ppucd.txt>\n',
  )
  process.exit(2)
}
const confusablesText = readFileSync(resolve(folder, 'confusables.txt'), 'utf8')
const databaseText = readFileSync(resolve(folder, 'ppucd.txt'), 'utf8')
const [, version] = /^# Version: (\S+)/m.exec(confusablesText) ?? []
const [, databaseVersion] = /^ucd;(\S+)/m.exec(databaseText) ?? []
if (version === undefined || version !== databaseVersion) {
  process.stderr.write(
    `confusables.txt is of Unicode ${version}, ppucd.txt of ${databaseVersion}\n`,
  )
  process.exit(1)
}
const allowed = readAllowed(databaseText)
const lookAlikes = reachable(readConfusables(confusablesText), allowed)
writeFileSync(TARGET, moduleOf(version, allowed, lookAlikes))
process.stdout.write(`Unicode ${version}: ${lookAlikes.length} look-alikes in ${TARGET}\n`)

/**
 * Code points with Identifier_Status Allowed that may be in a name: letters, marks and digits. A
 * block applies to all its code points. A later line for one or a range of them overrides it.
 * @param {string} text
 */
function readAllowed(text) {
  const status = new Uint8Array(LAST_CODE + 1)
  for (const line of text.split('\n')) {
    const [kind, range = '', ...properties] = line.split(';')
    if (kind !== 'block' && kind !== 'cp' && kind !== 'unassigned') continue
    const [first = 0, last = first] = range.split('..').map((code) => Number.parseInt(code, 16))
    const said = properties.find((property) => property.startsWith('ID_Status='))
    if (kind === 'cp' && said === undefined) continue
    status.fill(said === 'ID_Status=Allowed' ? 1 : 0, first, last + 1)
  }
  return new Set(
    Array.from(status.keys()).filter(
      (code) => status[code] === 1 && /[\p{L}\p{M}0-9]/u.test(String.fromCodePoint(code)),
    ),
  )
}

/**
 * Each character with the one that it looks like.
 * @param {string} text
 */
function readConfusables(text) {
  const lines = text.matchAll(/^\uFEFF?([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;\s*MA/gm)
  return new Map(
    Array.from(lines, ([, from = '', to = '']) => [
      textOf(from),
      to.split(' ').map(textOf).join(''),
    ]),
  )
}

/**
 * The pairs that matter for names of allowed characters. A name is decomposed, looked up, put in
 * lower case and looked up again.
 * @param {ReadonlyMap<string, string>} confusables
 * @param {ReadonlySet<number>} codes
 */
function reachable(confusables, codes) {
  const seen = new Set(Array.from(codes, (code) => String.fromCodePoint(code)))
  for (const character of seen) {
    const to = confusables.get(character) ?? character
    for (const next of `${to}${to.toLowerCase()}${character.toLowerCase()}`.normalize('NFD')) {
      seen.add(next)
    }
  }
  return [...seen]
    .filter(
      (from) => confusables.has(from) && from.normalize('NFD') === from && !/\p{M}/u.test(from),
    )
    .sort((one, other) => (one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0))
    .map((from) => /** @type {const} */ ([from, confusables.get(from) ?? from]))
}

/**
 * @param {string} unicode
 * @param {ReadonlySet<number>} codes
 * @param {readonly (readonly [string, string])[]} pairs
 */
function moduleOf(unicode, codes, pairs) {
  const looks = pairs.map(([from, to]) => `${hexOf(from)}:${[...to].map(hexOf).join('+')}`)
  return `// Made by scripts/name-tables.mjs from data files of Unicode, Inc. (LICENSE-UNICODE.txt); not to be
// changed by hand.

export const UNICODE_VERSION = '${unicode}'

/** Letters, marks and digits whose Identifier_Status is Allowed (UTS #39): one, or first and last. */
export const ALLOWED_RANGES = \`
${wrapped(rangesOf(codes))}
\`

/** What a character looks like (UTS #39): the character, then the one or several that stand for it. */
export const LOOK_ALIKES = \`
${wrapped(looks)}
\`
`
}

/** @param {readonly string[]} words */
function wrapped(words) {
  /** @type {string[]} */
  const lines = []
  for (const word of words) {
    const line = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.join('\n')
}

/** @param {ReadonlySet<number>} codes */
function rangesOf(codes) {
  /** @type {[number, number][]} */
  const ranges = []
  for (const code of [...codes].sort((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges.map((range) => [...new Set(range)].map((code) => code.toString(16)).join('-'))
}

/** @param {string} hex */
function textOf(hex) {
  return String.fromCodePoint(Number.parseInt(hex, 16))
}

/** @param {string} character */
function hexOf(character) {
  return (character.codePointAt(0) ?? 0).toString(16)
}
