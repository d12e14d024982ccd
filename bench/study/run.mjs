// @ts-check
/**
 * `npm run study`: lets the computer play itself, and counts what the games tell about Hokito: what
 * the first move is worth, when points begin to matter, which pieces cover and which stay.
 *
 * `--games 400` of each kind, `--nodes 20000` positions for each move, `--end-rules either,onTurn`,
 * `--kinds standard`, `--compensations 0` for White, `--seed 1`, `--out study` for the games. Several
 * kinds and numbers are separated by commas. It goes on where it was stopped. `--facts FILE` also
 * puts the figures into a file of JSON, which the strategy course reads; figures of other kinds of
 * games stay in it.
 *
 * `--first-move bench/study/first-move.json` asks instead what the first move is worth to each level,
 * with `--games` for each cell, and makes the page `docs/first-move.md` true again.
 *
 * `--first-covers` asks instead what the first moves should cover, with `--games` for each answer.
 *
 * `--reasons 200` asks instead whether so many reasons of game reviews are borne out.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseRecords, replay } from '../../packages/rules/dist/index.js'
import { ROOT } from '../../scripts/commands.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { short } from '../engine/figures.mjs'
import { factsOf, otherEnds } from './facts.mjs'

/** @typedef {{ readonly kind: string, readonly endRule: string, readonly compensation: number, readonly nodes: number }} Terms */
/** @typedef {ReturnType<typeof rounded>} Rounded */

helpOn(import.meta.url)

/** Games are played in parts of this size; only whole parts are kept. */
const PART = 50
/** Parts get openings of their own as long as there are fewer than this. */
const SEED_STEP = 1000
const HOKITO = join(ROOT, 'packages/cli/bin/hokito.mjs')

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '400' },
    nodes: { type: 'string', default: '20000' },
    'end-rules': { type: 'string', default: 'either,onTurn' },
    kinds: { type: 'string', default: 'standard' },
    compensations: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'study' },
    facts: { type: 'string' },
    'first-move': { type: 'string' },
    'first-covers': { type: 'boolean', default: false },
    reasons: { type: 'string' },
  },
})
const games = wholeNumber('games', values.games)
const seed = wholeNumber('seed', values.seed)
mkdirSync(values.out, { recursive: true })
if (values['first-move'] !== undefined) {
  const { measureFirstMove } = await import('./first-move.mjs')
  const { writePage } = await import('./first-move-page.mjs')
  const file = values['first-move']
  measureFirstMove({ games, seed, out: values.out, file }, tell)
  writePage(file)
  process.exit(0)
}
if (values['first-covers']) {
  const { measureFirstCovers } = await import('./first-covers.mjs')
  keepFacts((await measureFirstCovers({ games, seed }, tell)).map(rounded))
  process.exit(0)
}
if (values.reasons !== undefined) {
  const { measureReasons } = await import('./reasons.mjs')
  await measureReasons(
    { count: wholeNumber('reasons', values.reasons), seed, out: values.out },
    tell,
  )
  process.exit(0)
}

const cells = listed(values.kinds).flatMap((kind) =>
  listed(values['end-rules']).flatMap((endRule) =>
    listed(values.compensations).flatMap((compensation) =>
      listed(values.nodes).map((nodes) => ({
        kind,
        endRule,
        compensation: Number(compensation),
        nodes: wholeNumber('nodes', nodes),
      })),
    ),
  ),
)
const studied = cells.map((cell) => {
  const played = gamesOf(cell)
  /** @type {Readonly<Record<string, import('./facts.mjs').Fact>>} */
  const facts = { ...factsOf(played), ...(cell.endRule === 'onTurn' && otherEnds(played)) }
  return { ...cell, games: played.length, facts }
})

const names = [...new Set(studied.flatMap(({ facts }) => Object.keys(facts)))]
tell(
  `\n| | ${studied.map((each) => `${each.kind}, ${each.endRule}, ${each.compensation}, ${each.nodes}`).join(' | ')} |`,
)
tell(`| --- |${' ---: |'.repeat(studied.length)}`)
for (const name of names) {
  tell(`| ${name} | ${studied.map(({ facts }) => said(facts[name])).join(' | ')} |`)
}
keepFacts(studied.map(rounded))

/** Puts figures into the file for them, beside those of other kinds of games. @param {readonly Rounded[]} fresh */
function keepFacts(fresh) {
  if (values.facts === undefined) return
  /** @type {readonly Rounded[]} */
  const known = existsSync(values.facts)
    ? JSON.parse(readFileSync(values.facts, 'utf8')).studied
    : []
  const others = known.filter((each) => !fresh.some((one) => nameOf(one) === nameOf(each)))
  writeFileSync(values.facts, `${JSON.stringify({ studied: [...others, ...fresh] }, null, 2)}\n`)
}

/** @param {string} text */
function listed(text) {
  return text.split(',')
}

/** What tells one kind of games from the others. @param {Terms} cell */
function nameOf({ kind, endRule, compensation, nodes }) {
  return `${kind} ${endRule} ${compensation} ${nodes}`
}

/**
 * The games of one kind, played where they are missing.
 * @param {typeof cells[number]} cell
 */
function gamesOf({ kind, endRule, compensation, nodes }) {
  return Array.from({ length: Math.ceil(games / PART) }, (_, part) => {
    const terms = compensation === 0 ? endRule : `${endRule}-${compensation}`
    const file = join(values.out, `${kind}-${terms}-${nodes}-${seed}-${part + 1}.hgn`)
    if (!existsSync(file)) {
      tell(
        `${kind}, ${endRule}, White gets ${compensation}, ${nodes} positions a move: games ${part * PART + 1} to ${(part + 1) * PART}`,
      )
      const options = ['--kind', kind, '--end-rule', endRule, '--nodes', String(nodes)]
      playPart(file, [...options, '--compensation', String(compensation)], part)
    }
    return parseRecords(readFileSync(file, 'utf8')).map((record) => {
      if (!record.ok) throw new Error(`${file} has a broken game: ${record.error.code}`)
      const positions = replay(record.value)
      if (!positions.ok)
        throw new Error(`${file} has an illegal move, the ${positions.error.ply + 1}th`)
      return { positions: positions.value, moves: record.value.moves }
    })
  })
    .flat()
    .slice(0, games)
}

/**
 * @param {string} file
 * @param {readonly string[]} kind the options of the games
 * @param {number} part counted from 0
 */
function playPart(file, kind, part) {
  const unfinished = `${file}.part`
  rmSync(unfinished, { force: true })
  const openings = String(seed * SEED_STEP + part)
  const played = spawnSync(
    process.execPath,
    [HOKITO, 'selfplay', ...kind, '--games', String(PART), '--seed', openings, '--out', unfinished],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  if (played.status !== 0) process.exit(played.status ?? 1)
  renameSync(unfinished, file)
}

/** @param {import('./facts.mjs').Fact | undefined} fact */
function said(fact) {
  return fact === undefined ? '' : `${short(fact.value)} ± ${short(fact.error)}`
}

/** @param {Terms & { readonly games: number, readonly facts: Readonly<Record<string, import('./facts.mjs').Fact>> }} cell */
function rounded({ facts, ...cell }) {
  const entries = Object.entries(facts).map(([name, { value, error, of }]) => [
    name,
    { value: Number(short(value)), error: Number(short(error)), of },
  ])
  return { ...cell, facts: Object.fromEntries(entries) }
}

/**
 * @param {string} name
 * @param {string} text
 */
function wholeNumber(name, text) {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  tell(`--${name} takes a whole number above 0, and not ${text}`)
  process.exit(2)
}
