// @ts-check
/**
 * `node bench/study/dividing.mjs`: what the weaker of two levels scores in fair games, and in games
 * whose points for White one level names before the other chooses a side. Each deal is played once
 * with either level as Black, or as the one that names. A level names and chooses by its own search,
 * as the site's computer does (`web/src/models/local/division.ts`).
 *
 *     --levels 5,7   the weaker and the stronger
 *     --deals 300    of each end rule
 *     --seed 1       other deals for another number
 */
import { parseArgs } from 'node:util'
import { packPosition } from '../../packages/engine/dist/pack.js'
import {
  END_RULES,
  FAIR_COMPENSATION,
  opposite,
  randomDeal,
  seededBytes,
  start,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { levelGame, startSearcher, watch } from '../engine/core.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {import('../../packages/rules/dist/index.js').Color} Color */

helpOn(import.meta.url)

const HASH_MIB = 8
/** An estimate further than this from the usual points is an error. */
const DEALS_DIFFER = 3

const { values } = parseArgs({
  options: {
    levels: { type: 'string', default: '5,7' },
    deals: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
})
const [weaker = 5, stronger = 7] = values.levels.split(',').map(Number)
const searcher = startSearcher(HASH_MIB)
/** @type {Record<'fair' | 'divided', number[]>} */
const scores = { fair: [], divided: [] }
for (let deal = 0; deal < Number(values.deals); deal++) {
  for (const endRule of END_RULES) {
    const layout = randomDeal('standard', seededBytes(Number(values.seed) * 1_000_000 + deal))
    const fair = start(layout, endRule, FAIR_COMPENSATION)
    for (const black of [weaker, stronger]) {
      scores.fair.push(scoreOf(fair, black === weaker ? 'black' : 'white'))
      const namer = black
      const chooser = namer === weaker ? stronger : weaker
      const named = worthTo(fair, namer)
      const taken = named < worthTo(fair, chooser) ? 'black' : 'white'
      const ofWeaker = chooser === weaker ? taken : opposite(taken)
      scores.divided.push(scoreOf(start(layout, endRule, named), ofWeaker))
    }
  }
}
for (const [terms, list] of Object.entries(scores)) {
  const share = list.reduce((sum, each) => sum + each, 0) / list.length
  const error = Math.sqrt((share * (1 - share)) / list.length)
  process.stdout.write(
    `${terms}: level ${weaker} scores ${(share * 100).toFixed(1)} ± ${(error * 100).toFixed(1)}% against level ${stronger} in ${list.length} games\n`,
  )
}

/**
 * The points for White with which a level would play either side.
 * @param {Position} position with the usual points
 * @param {number} level
 */
function worthTo(position, level) {
  searcher.newGame()
  const { info } = searcher.search(packPosition(position), { level }, watch(), () => undefined)
  const line = info?.lines[0]
  const margin = line?.margin ?? (line?.kind === 'estimate' ? line.value : 0)
  const most = Math.max(-DEALS_DIFFER, Math.min(DEALS_DIFFER, margin))
  return Math.round(2 * (FAIR_COMPENSATION + most)) / 2
}

/**
 * What the weaker level scores: 1, ½ or 0.
 * @param {Position} from
 * @param {Color} color of the weaker level
 */
function scoreOf(from, color) {
  return color === 'black'
    ? levelGame(searcher, from, { black: weaker, white: stronger })
    : 1 - levelGame(searcher, from, { black: stronger, white: weaker })
}
