// @ts-check
/**
 * Do the arrangements that the computer chooses win more than random ones? Level 9 plays itself.
 */
import { chooseArrangement } from '../../packages/engine/dist/arrangement.js'
import {
  randomIndex,
  SIDE_ARRANGEMENTS,
  seededBytes,
  start,
} from '../../packages/rules/dist/index.js'
import { selfPlay, startSearcher } from './core.mjs'
import { mean, short } from './figures.mjs'

const LEVEL = 9
const HASH_MIB = 16

/**
 * @param {number} games of each kind
 * @param {(text: string) => void} tell
 */
export function measureArrangements(games, tell) {
  const searcher = startSearcher(HASH_MIB)
  const kinds = /** @type {const} */ ([
    { name: 'both at random', chooser: undefined },
    { name: 'chosen by Black', chooser: 'black' },
    { name: 'chosen by White', chooser: 'white' },
  ])
  const rows = kinds.map(({ name, chooser }) => {
    // The side that does not choose gets the same arrangements in each kind.
    const [chance, choice] = [seededBytes(15), seededBytes(16)]
    const points = Array.from({ length: games }, (_, game) => {
      tell(`arrangements: ${name}, game ${game + 1} of ${games}`)
      const sides = {
        black: randomIndex(SIDE_ARRANGEMENTS, chance),
        white: randomIndex(SIDE_ARRANGEMENTS, chance),
      }
      if (chooser !== undefined) sides[chooser] = chooseArrangement(LEVEL, choice)
      return playArranged(searcher, sides, { level: LEVEL })
    })
    const black = mean(points)
    return { name, games, black, error: Math.sqrt((black * (1 - black)) / games) }
  })
  return {
    name: `arrangements, level ${LEVEL} against itself, ${games} games of each kind`,
    columns: ['arrangements', 'Black scores', 'standard error'],
    rows: rows.map(({ name, black, error }) => [
      name,
      `${short(black * 100)}%`,
      `${short(error * 100)}%`,
    ]),
    summary: '',
    figures: rows,
  }
}

/**
 * Plays one game of the engine against itself. Returns Black's score: 1, ½ or 0.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {{ readonly black: number, readonly white: number }} sides the numbers of their
 * arrangements
 * @param {{ readonly level: number } | { readonly nodes: number }} limits for each move
 */
export function playArranged(searcher, sides, limits) {
  return selfPlay(searcher, start({ kind: 'standard', ...sides }, 'either'), limits)
}
