// @ts-check
/**
 * What the first move is worth at the strength of each level: lets levels play themselves from
 * random deals, with several compensations for White. Only whole cells are kept, so a run that was
 * stopped goes on with the next one. The page `docs/first-move.md` is made from the results.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LEVEL_RATINGS } from '../../packages/engine/dist/levels.js'
import { END_RULES, randomDeal, seededBytes, start } from '../../packages/rules/dist/index.js'
import { levelGame, startSearcher } from '../engine/core.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').EndRule} EndRule */
/** @typedef {import('../../packages/rules/dist/index.js').RandomSetup} RandomSetup */
/** The terms of some games. @typedef {{ readonly setup: RandomSetup, readonly endRule: EndRule, readonly level: number, readonly compensation: number, readonly games: number }} Cell */
/** Games of a level against itself. `black` counts what Black scored: 1 for a win, ½ for a draw. @typedef {Cell & { readonly black: number }} Played */
/** @typedef {{ readonly seed: number, readonly ratings: Readonly<Record<string, number>>, readonly cells: readonly Played[] }} Study */

const HASH_MIB = 8
/** Deals of one seed have numbers that no other seed's have. */
const SEED_STEP = 100_000
const STUDIED_LEVELS = [1, 3, 5, 7, 9]
const COMPENSATIONS = [0, 8.5, 13.5, 18.5]

/**
 * Plays the cells that are missing, and writes the results.
 * @param {{ readonly games: number, readonly seed: number, readonly out: string, readonly file: string }} options
 *   `games` of each cell
 * @param {(text: string) => void} tell
 */
export function measureFirstMove({ games, seed, out, file }, tell) {
  mkdirSync(out, { recursive: true })
  const searcher = startSearcher(HASH_MIB)
  const cells = cellsOf(games).map((cell) => playedCell(searcher, cell, { seed, out }, tell))
  /** @type {Study} */
  const study = { seed, ratings: LEVEL_RATINGS, cells }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(study, null, 1)}\n`)
}

// --- internal ---

/**
 * Standard deals with each compensation, and twos in front without any.
 * @param {number} games
 * @returns {readonly Cell[]}
 */
function cellsOf(games) {
  return STUDIED_LEVELS.flatMap((level) =>
    END_RULES.flatMap((endRule) => [
      ...COMPENSATIONS.map(
        (compensation) =>
          /** @type {const} */ ({ setup: 'standard', endRule, level, compensation, games }),
      ),
      /** @type {const} */ ({ setup: 'twosInFront', endRule, level, compensation: 0, games }),
    ]),
  )
}

/**
 * A cell as it was played before, or now.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {Cell} cell
 * @param {{ readonly seed: number, readonly out: string }} where
 * @param {(text: string) => void} tell
 * @returns {Played}
 */
function playedCell(searcher, cell, { seed, out }, tell) {
  const { setup, endRule, level, compensation, games } = cell
  const name = `first-move-${seed}-${setup}-${endRule}-${level}-${compensation}-${games}.json`
  const file = join(out, name)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  tell(`level ${level}, ${setup}, ${endRule}, White gets ${compensation}: ${games} games`)
  let black = 0
  for (let game = 0; game < games; game++) {
    black += playOne(searcher, cell, seed * SEED_STEP + game)
  }
  const played = { ...cell, black }
  writeFileSync(`${file}.part`, JSON.stringify(played))
  renameSync(`${file}.part`, file)
  return played
}

/**
 * Plays one game. Returns Black's score: 1, ½ or 0.
 * @param {ReturnType<typeof startSearcher>} searcher
 * @param {Cell} cell
 * @param {number} seed of the deal: the same deals for every cell
 */
function playOne(searcher, { setup, endRule, level, compensation }, seed) {
  const from = start(randomDeal(setup, seededBytes(seed)), endRule, compensation)
  return levelGame(searcher, from, { black: level, white: level })
}
