// @ts-check
/**
 * Are the reasons of reviews borne out? Reviews games between levels 3 to 7, and asks a search that
 * looks further about every reason: is the move a slip, and does the verdict change without the
 * named cause?
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEngine } from '../../packages/engine/dist/node.js'
import {
  createLooker,
  createReviewer,
  isReasonTrue,
  isSlip,
  judge,
  REVIEW_SETTINGS,
} from '../../packages/engine/dist/review/index.js'
import { formatMove, formatPosition } from '../../packages/rules/dist/index.js'
import { playGame } from '../review/games.mjs'

/** @typedef {import('../../packages/engine/dist/review/index.js').Finding} Finding */
/** A reason, whether it was borne out, and where to look it up. @typedef {{ readonly kind: string, readonly isTrue: boolean, readonly position: string, readonly endRule: string, readonly move: string }} Asked */
/** What a game gave. @typedef {{ readonly slips: number, readonly reviewMs: number, readonly asked: readonly Asked[] }} Told */

const LEVELS = [3, 4, 5, 6, 7]
/** Three more plies take about ten times as long. */
const FURTHER = {
  depth: REVIEW_SETTINGS.depth + 3,
  searchNodes: 10 * REVIEW_SETTINGS.searchNodes,
  proofNodes: 10 * REVIEW_SETTINGS.proofNodes,
}
/** Games of one seed have numbers that no other seed's have. */
const SEED_STEP = 100_000

/**
 * Asks about so many reasons; games that were asked about before are not played again.
 * @param {{ readonly count: number, readonly seed: number, readonly out: string }} options
 * @param {(text: string) => void} tell
 */
export async function measureReasons({ count, seed, out }, tell) {
  mkdirSync(out, { recursive: true })
  const engine = startEngine()
  /** @type {Told[]} */
  const all = []
  const asked = () => all.flatMap((each) => each.asked)
  try {
    for (let n = 1; asked().length < count; n++) {
      const file = join(out, `reasons-${seed}-${n}.json`)
      if (!existsSync(file)) {
        writeFileSync(file, JSON.stringify(await askAbout(engine, seed * SEED_STEP + n)))
        tell(`game ${n}: ${asked().length} of ${count} reasons`)
      }
      all.push(JSON.parse(readFileSync(file, 'utf8')))
    }
  } finally {
    await engine.close()
  }
  print(all, asked().slice(0, count), tell)
}

// --- internal ---

/**
 * @param {import('../../packages/engine/dist/index.js').Engine} engine
 * @param {number} seed
 * @returns {Promise<Told>}
 */
async function askAbout(engine, seed) {
  const game = await playGame(engine, seed, { among: LEVELS })
  /** @type {Finding[]} */
  const findings = []
  const startedAt = performance.now()
  await createReviewer(engine).review(game, { onFinding: (finding) => findings.push(finding) })
  const reviewMs = Math.round(performance.now() - startedAt)
  const looker = createLooker(engine, FURTHER)
  /** @type {Asked[]} */
  const asked = []
  for (const finding of findings) {
    const { ply, move, reason } = finding
    const position = game.positions[ply]
    if (reason === undefined || position === undefined) continue
    const isTrue = await isReasonTrue(looker, { finding, position }, reason)
    asked.push({
      kind: reason.kind,
      isTrue,
      position: formatPosition(position),
      endRule: position.endRule,
      move: formatMove(move),
    })
  }
  return { slips: findings.filter((each) => isSlip(judge(each))).length, reviewMs, asked }
}

/**
 * @param {readonly Told[]} all
 * @param {readonly Asked[]} asked
 * @param {(text: string) => void} tell
 */
function print(all, asked, tell) {
  const slips = all.reduce((sum, each) => sum + each.slips, 0)
  const given = all.reduce((sum, each) => sum + each.asked.length, 0)
  tell(`${all.length} games, ${slips} slips, ${given} of them with a reason`)
  tell('| reason | asked | borne out |\n| --- | ---: | ---: |')
  for (const kind of [...new Set(asked.map((each) => each.kind))].sort()) {
    tell(`| ${kind} | ${shareOf(asked.filter((each) => each.kind === kind))} |`)
  }
  tell(`| all | ${shareOf(asked)} |`)
}

/** @param {readonly Asked[]} asked */
function shareOf(asked) {
  const trueOnes = asked.filter(({ isTrue }) => isTrue).length
  return `${asked.length} | ${trueOnes} (${Math.round((100 * trueOnes) / asked.length)}%)`
}
