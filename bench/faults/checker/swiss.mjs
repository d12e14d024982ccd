// @ts-check
/**
 * The rules for a finished Swiss tournament: a pure function of the stored rows and of the pages
 * shown. It shares no code with the server.
 */
import { grouped } from './facts.mjs'
import { lastStates, matchOf } from './matches.mjs'

/**
 * @typedef {import('./facts.mjs').Violation} Violation
 * @typedef {import('./held.mjs').HeldSwiss} Held
 * @typedef {import('./held.mjs').PairingRow} PairingRow
 * @typedef {import('../looks.mjs').ShownMatch} ShownMatch
 * @typedef {{ round: number, board: number, players: [string, string], rows: readonly PairingRow[], match: import('./matches.mjs').Match }} Tie
 */

/**
 * All violations; none if the tournament follows from its games.
 * @param {Held} held
 * @returns {readonly Violation[]}
 */
export function checkSwiss(held) {
  const ties = tiesOf(held)
  return [
    ...eachRoundOnce(held),
    ...nobodyTwice(held),
    ...ties.flatMap(({ round, players, match }) =>
      match.says.map((says) =>
        violation('matches', `round ${round}, ${players.join(' and ')}: ${says}`),
      ),
    ),
    ...noOtherGames(held, ties),
    ...ties.flatMap(resultsFollow),
    ...standingsFollow(held, ties),
    ...shownFollow(held, ties),
  ]
}

// --- internal ---

/** The score for a bye. */
const BYE = 2

/**
 * @param {string} rule
 * @param {string} says
 * @returns {Violation}
 */
function violation(rule, says) {
  return { rule: `swiss: ${rule}`, game: undefined, says }
}

/** @param {Held} held */
function tiesOf({ pairings, stored }) {
  const states = lastStates(stored)
  const boards = grouped(pairings, ({ round, board }) => `${round} ${board}`)
  return [...boards.values()].flatMap((rows) => {
    const [one, other] = rows
    if (one === undefined || other === undefined) return []
    const players = /** @type {[string, string]} */ ([one.player, other.player])
    const match = matchOf(states, one.game, players)
    return [{ round: one.round, board: one.board, players, rows, match }]
  })
}

/**
 * Every player who has not left is in each round once, with one opponent.
 * @param {Held} held
 */
function eachRoundOnce({ row, entries, pairings }) {
  const staying = entries.filter(({ outAt }) => outAt === null).map(({ player }) => player)
  return Array.from({ length: row.round }, (_, n) => n + 1).flatMap((round) => {
    const rows = pairings.filter((one) => one.round === round)
    const players = rows.map(({ player }) => player)
    const missing = staying.filter((player) => !players.includes(player))
    const mates = new Map(rows.map((one) => [one.player, one]))
    const byes = rows.filter(({ opponent }) => opponent === null)
    return [
      ...missing.map((player) => violation('a round', `${player} is not in round ${round}`)),
      ...(new Set(players).size === players.length
        ? []
        : [violation('a round', `somebody is twice in round ${round}`)]),
      ...(byes.length > players.length % 2
        ? [violation('a round', `round ${round} has ${byes.length} byes`)]
        : []),
      ...rows
        .filter(({ player, opponent, game }) => {
          const mate = mates.get(opponent ?? '')
          return opponent !== null && (mate?.opponent !== player || mate.game !== game)
        })
        .map(({ player }) =>
          violation('a round', `whom ${player} meets in round ${round} meets another`),
        ),
    ]
  })
}

/**
 * With this many more players than rounds, no two players need to meet twice.
 * @param {Held} held
 */
function nobodyTwice({ row, entries, pairings }) {
  if (entries.length < 2 * row.rounds) return []
  const met = grouped(
    pairings.filter(({ player, opponent }) => opponent !== null && player < opponent),
    ({ player, opponent }) => `${player} and ${opponent}`,
  )
  return [...met].flatMap(([pair, rows]) =>
    rows.length > 1
      ? [
          violation(
            'nobody twice',
            `${pair} met in rounds ${rows.map(({ round }) => round).join(', ')}`,
          ),
        ]
      : [],
  )
}

/**
 * @param {Held} held
 * @param {readonly Tie[]} ties
 */
function noOtherGames({ stored }, ties) {
  const known = new Set(ties.flatMap(({ match }) => match.games))
  return stored.games
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => violation('matches', `game ${id} is of no match`))
}

/** @param {Tie} tie */
function resultsFollow({ round, rows, match }) {
  return rows.flatMap(({ player, score, points }) => {
    const own = match.result?.get(player)
    if (own?.score === score && own?.points === points) return []
    const told = own === undefined ? 'no result' : `${own.score} with ${own.points} points`
    return [
      violation(
        'results',
        `round ${round}: ${player} has ${score} with ${points} points; by its games ${told}`,
      ),
    ]
  })
}

/**
 * The standings by the games, best first.
 * @param {Held} held
 * @param {readonly Tie[]} ties
 */
function standingsOf({ row, entries, pairings }, ties) {
  const faced = [
    ...ties.flatMap(({ players: [one, other], match }) => [
      { player: one, opponent: other, ...match.result?.get(one) },
      { player: other, opponent: one, ...match.result?.get(other) },
    ]),
    ...pairings.flatMap(({ player, opponent }) =>
      opponent === null ? [{ player, opponent, score: BYE, points: 0 }] : [],
    ),
  ]
  const ofPlayer = grouped(faced, ({ player }) => player)
  const total = (/** @type {string} */ player, /** @type {'score' | 'points'} */ what) =>
    (ofPlayer.get(player) ?? []).reduce((sum, one) => sum + (one[what] ?? 0), 0)
  const rows = entries.map((entry) => {
    const own = ofPlayer.get(entry.player) ?? []
    const buchholz = own.reduce(
      (sum, { opponent }) => sum + (opponent === null ? row.round : total(opponent, 'score')),
      0,
    )
    const { player } = entry
    return {
      entry,
      name: entry.name,
      score: total(player, 'score'),
      buchholz,
      points: total(player, 'points'),
      own,
    }
  })
  return rows
    .map(({ own, ...one }) => {
      const level = rows.filter(
        ({ score, buchholz }) => score === one.score && buchholz === one.buchholz,
      )
      const peers = new Set(level.map(({ entry }) => entry.player))
      const among = own.filter(({ opponent }) => opponent !== null && peers.has(opponent))
      return { ...one, headToHead: among.reduce((sum, { score = 0 }) => sum + score, 0) }
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.buchholz - a.buchholz ||
        b.headToHead - a.headToHead ||
        b.points - a.points ||
        b.entry.rating - a.entry.rating ||
        a.entry.at - b.entry.at ||
        (a.entry.player < b.entry.player ? -1 : 1),
    )
    .map(({ entry: _, ...one }, index) => ({ ...one, place: index + 1 }))
}

/**
 * The standings that every node shows after the end follow from the games.
 * @param {Held} held
 * @param {readonly Tie[]} ties
 */
function standingsFollow(held, ties) {
  const own = new Map(standingsOf(held, ties).map((one) => [one.name, one]))
  return held.looks
    .filter(({ isLast }) => isLast)
    .flatMap(({ node, standings }) =>
      standings.flatMap((shown) => {
        const one = own.get(shown.name)
        const isSame = KEYS.every((key) => one?.[key] === shown[key])
        return isSame
          ? []
          : [violation('standings', `${node} shows ${textOf(shown)}; by the games ${textOf(one)}`)]
      }),
    )
}

/** @type {readonly ('place' | 'score' | 'buchholz' | 'headToHead' | 'points')[]} */
const KEYS = ['place', 'score', 'buchholz', 'headToHead', 'points']

/** @param {any} standing */
function textOf(standing) {
  return standing && `${standing.name}: ${KEYS.map((key) => standing[key]).join(' ')}`
}

/**
 * Every match ever shown belongs to the tournament, and no result that was shown has changed.
 * @param {Held} held
 * @param {readonly Tie[]} ties
 */
function shownFollow({ entries, looks }, ties) {
  const playerOf = new Map(entries.map(({ name, player }) => [name, player]))
  const byPair = new Map(ties.map((tie) => [keyOf(tie.round, tie.players), tie]))
  return looks.flatMap(({ node, round, matches }) =>
    matches.flatMap(({ names, games, scores }) => {
      if (names.length < 2) return []
      const players = names.map((name) => playerOf.get(name) ?? '')
      const tie = byPair.get(keyOf(round, players))
      const told = `round ${round}, ${names.join(' and ')}`
      if (tie === undefined)
        return [violation('shown', `${node} showed a match that is none: ${told}`)]
      const isOwn = games.every((game) => tie.match.games.includes(game))
      const isResult =
        scores === undefined ||
        players.every((player, place) => tie.match.result?.get(player)?.score === scores[place])
      return [
        ...(isOwn ? [] : [violation('shown', `${node} showed other games: ${told}`)]),
        ...(isResult ? [] : [violation('shown', `${node} showed another result: ${told}`)]),
      ]
    }),
  )
}

/**
 * @param {number} round
 * @param {readonly string[]} players
 */
function keyOf(round, players) {
  return `${round} ${[...players].sort().join(' ')}`
}
