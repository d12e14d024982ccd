// @ts-check
/**
 * Do ratings find the order of players whose strengths are known? 2,000 players play 100,000
 * matches of two games: once with the measured value of the first move, and once with a value that
 * grows with the players' strength. The same games as single games show how colours affect ratings
 * that ignore them. `--players 2000 --matches 100000 --seed 18`.
 */
import { parseArgs } from 'node:util'
import { UNRATED } from '../../packages/protocol/dist/index.js'
import { firstMoveEdge } from '../../packages/server/dist/ratings/first-move.js'
import { ratedAfter } from '../../packages/server/dist/ratings/rating.js'
import { tell } from '../../scripts/setup.mjs'
import { mean } from '../engine/figures.mjs'

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '2000' },
    matches: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '18' },
  },
})
const count = Number(values.players)
const matches = Number(values.matches)

/** The true strengths of the players, distributed as ratings are on a large site. */
const MEAN = 1500
const SPREAD = 350
/** Most players meet opponents of about their own strength, as in a lobby. */
const REACH = 400
/**
 * In the last two rows, how often players with even numbers have the first move, and how often the
 * others.
 */
const LEANING = [0.6, 0.4]

tell(
  '| rated | order (Spearman) | mean error | gain from more Black | the same, strongest quarter |',
)
tell('| --- | ---: | ---: | ---: | ---: |')
for (const isPaired of [true, false]) {
  for (const isAware of [true, false]) {
    const { order, error, bias, biasAbove } = run({ isPaired, isAware })
    const name = `${isPaired ? 'matches of two' : 'single games'}, first move ${isAware ? 'included' : 'ignored'}`
    tell(
      `| ${name} | ${order.toFixed(4)} | ${error.toFixed(0)} | ${bias.toFixed(0)} | ${biasAbove.toFixed(0)} |`,
    )
  }
}

/**
 * Plays the same number of games in either case. In single games half of the players have Black
 * more often than the others.
 * @param {{ readonly isPaired: boolean, readonly isAware: boolean }} kind
 */
function run({ isPaired, isAware }) {
  const chance = drawn(Number(values.seed))
  const strengths = Array.from({ length: count }, () => MEAN + SPREAD * normal(chance))
  const byStrength = strengths
    .map((_, player) => player)
    .toSorted((a, b) => at(strengths, a) - at(strengths, b))
  const placeOf = new Map(byStrength.map((player, place) => [player, place]))
  const ratings = strengths.map(() => UNRATED)
  const edgeOf = (/** @type {number} */ a, /** @type {number} */ b) =>
    isAware ? firstMoveEdge((at(ratings, a).rating + at(ratings, b).rating) / 2) : 0
  for (let match = 0; match < (isPaired ? matches : 2 * matches); match++) {
    const [one, other] = pair(chance, strengths, byStrength, placeOf)
    if (isPaired) {
      const first = playOne(chance, strengths, one, other)
      const second = 1 - playOne(chance, strengths, other, one)
      const edge = edgeOf(one, other)
      rate(ratings, one, other, [
        { edge: -edge, score: first },
        { edge, score: second },
      ])
    } else {
      const lean = at(LEANING, one % 2) - at(LEANING, other % 2)
      const [black, white] = chance() < 0.5 + lean / 2 ? [one, other] : [other, one]
      const score = playOne(chance, strengths, black, white)
      rate(ratings, black, white, [{ edge: -edgeOf(black, white), score }])
    }
  }
  const found = ratings.map(({ rating }) => rating)
  const shift = mean(found) - mean(strengths)
  const off = found.map((rating, player) => rating - shift - at(strengths, player))
  const biasFrom = (/** @type {number} */ place) => {
    const above = off
      .map((error, player) => ({ error, player }))
      .filter(({ player }) => (placeOf.get(player) ?? 0) >= place)
    const ofHalf = (/** @type {number} */ half) =>
      mean(above.filter(({ player }) => player % 2 === half).map(({ error }) => error))
    return ofHalf(0) - ofHalf(1)
  }
  return {
    order: spearman(found, strengths),
    error: mean(off.map(Math.abs)),
    bias: biasFrom(0),
    biasAbove: biasFrom(0.75 * count),
  }
}

/**
 * Two players of about the same strength.
 * @param {() => number} chance
 * @param {readonly number[]} strengths
 * @param {readonly number[]} byStrength
 * @param {ReadonlyMap<number, number>} placeOf
 * @returns {readonly [number, number]}
 */
function pair(chance, strengths, byStrength, placeOf) {
  for (;;) {
    const one = Math.floor(chance() * count)
    const place = (placeOf.get(one) ?? 0) + Math.round(normal(chance) * (count / 4))
    const other = byStrength[place]
    if (other === undefined || other === one) continue
    if (Math.abs(at(strengths, one) - at(strengths, other)) <= REACH) return [one, other]
  }
}

/**
 * Black's score.
 * @param {() => number} chance
 * @param {readonly number[]} strengths
 * @param {number} black
 * @param {number} white
 */
function playOne(chance, strengths, black, white) {
  const [own, theirs] = [at(strengths, black), at(strengths, white)]
  const edge = firstMoveEdge((own + theirs) / 2)
  return chance() < 1 / (1 + 10 ** ((theirs - own - edge) / 400)) ? 1 : 0
}

/**
 * Updates both ratings after the games of one period. Values are from the first player's view:
 * `edge` is the gain of the other's rating.
 * @param {import('../../packages/protocol/dist/index.js').Rating[]} ratings
 * @param {number} one
 * @param {number} other
 * @param {readonly { readonly edge: number, readonly score: number }[]} games
 */
function rate(ratings, one, other, games) {
  const [a, b] = [at(ratings, one), at(ratings, other)]
  ratings[one] = ratedAfter(
    a,
    games.map(({ edge, score }) => ({ opponent: b, edge, score })),
  )
  ratings[other] = ratedAfter(
    b,
    games.map(({ edge, score }) => ({ opponent: a, edge: -edge, score: 1 - score })),
  )
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
function spearman(a, b) {
  const [x, y] = [ranksOf(a), ranksOf(b)]
  const n = a.length
  const squares = x.reduce((sum, rank, index) => sum + (rank - at(y, index)) ** 2, 0)
  return 1 - (6 * squares) / (n * (n * n - 1))
}

/** @param {readonly number[]} numbers */
function ranksOf(numbers) {
  const order = numbers.map((_, index) => index).toSorted((a, b) => at(numbers, a) - at(numbers, b))
  const ranks = new Array(numbers.length).fill(0)
  for (const [rank, index] of order.entries()) ranks[index] = rank
  return ranks
}

/**
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @returns {T}
 */
function at(list, index) {
  return /** @type {T} */ (list[index])
}

/** @param {() => number} chance */
function normal(chance) {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/**
 * Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32).
 * @param {number} seed
 */
function drawn(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
