// @ts-check
/**
 * The value of the first move: each level plays itself, by setup and end rule. The edge in
 * `packages/server/src/ratings/first-move.ts` is fitted to this. `--games 400`, `--levels 1,3,5`.
 */
import { parseArgs } from 'node:util'
import {
  END_RULES,
  RANDOM_SETUPS,
  randomDeal,
  seededBytes,
  start,
} from '../../packages/rules/dist/index.js'
import { tell } from '../../scripts/setup.mjs'
import { selfPlay, startSearcher } from '../engine/core.mjs'
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
    const points = Array.from({ length: games }, () =>
      selfPlay(searcher, start(randomDeal(kind.setup, bytes), kind.endRule), { level }),
    )
    const black = mean(points)
    const error = Math.sqrt((black * (1 - black)) / games)
    return `${short(black * 100)} ± ${short(error * 100)}%`
  })
  tell(`| ${level} | ${cells.join(' | ')} |`)
}
