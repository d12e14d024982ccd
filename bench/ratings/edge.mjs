// @ts-check
/**
 * The value of the first move: each level plays itself, by setup and end rule. The edge in
 * `packages/server/src/ratings/first-move.ts` is fitted to this. `--games 400`, `--levels 1,3,5`.
 */
import { parseArgs } from 'node:util'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import {
  END_RULES,
  outcome,
  play,
  RANDOM_SETUPS,
  randomDeal,
  score,
  seededBytes,
  start,
} from '../../packages/rules/dist/index.js'
import { tell } from '../../scripts/setup.mjs'
import { startSearcher, watch } from '../engine/core.mjs'
import { mean, short } from '../engine/figures.mjs'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '400' },
    levels: { type: 'string', default: '1,2,3,4,5,6,7,8,9,10' },
  },
})
const games = Number(values.games)
const levels = values.levels.split(',').map(Number)
const HASH_MIB = 16
const SEED = 18

const searcher = startSearcher(HASH_MIB)
const kinds = RANDOM_SETUPS.flatMap((setup) => END_RULES.map((endRule) => ({ setup, endRule })))
tell(`| level | ${kinds.map(({ setup, endRule }) => `${setup}, ${endRule}`).join(' | ')} |`)
tell(`| ---: |${' ---: |'.repeat(kinds.length)}`)
for (const level of levels) {
  const cells = kinds.map((kind) => {
    const bytes = seededBytes(SEED)
    const points = Array.from({ length: games }, () => playOne(level, kind, bytes))
    const black = mean(points)
    const error = Math.sqrt((black * (1 - black)) / games)
    return `${short(black * 100)} ± ${short(error * 100)}%`
  })
  tell(`| ${level} | ${cells.join(' | ')} |`)
}

/**
 * Plays one game of a level against itself. Returns Black's score: 1, ½ or 0.
 * @param {number} level
 * @param {typeof kinds[number]} kind
 * @param {ReturnType<typeof seededBytes>} bytes
 */
function playOne(level, { setup, endRule }, bytes) {
  searcher.newGame()
  let position = start(randomDeal(setup, bytes), endRule)
  while (outcome(position) === undefined) {
    const { move } = searcher.search(packPosition(position), { level }, watch(), () => undefined)
    position = play(position, unpackMove(move))
  }
  const { black, white } = score(position)
  return (Math.sign(black - white) + 1) / 2
}
