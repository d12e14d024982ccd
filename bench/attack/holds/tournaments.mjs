// @ts-check
/** The largest tournaments that the server allows, as rows for a server that is stopped. */

/** A Swiss tournament of 1000 players and 11 rounds, and an arena of as many, with 60 games each. */
export const SWISS = 'SwissOf1000p'
export const ARENA = 'ArenaOf1000p'

/**
 * SQL statements that store both. All players of the arena pause, so no games begin.
 * @param {number} now
 */
export function tournaments(now) {
  return [
    `insert into players (id, name, "nameKey", "createdAt")
      ${ENTRANTS} select ${player('n')}, 'Entrant ' || n, 'entrant' || n, ${now} from entrants`,
    `insert into tournaments (id, kind, maker, "termsJson", rounds, "createdAt", "startsAt", round,
        entered, "lastsMinutes")
      values
        ('${SWISS}', 'swiss', '', '${termsOf(2)}', ${ROUNDS}, ${now}, ${now}, ${ROUNDS}, ${PLAYERS}, null),
        ('${ARENA}', 'arena', '', '${termsOf(1)}', 0, ${now}, ${now}, 1, ${PLAYERS}, 180)`,
    `insert into "tournamentEntries" (tournament, player, at, rating, "outAt")
      ${ENTRANTS} select tournaments.id, ${player('n')}, ${now}, 1500,
        case tournaments.kind when 'arena' then ${now} end
      from entrants join tournaments on tournaments.id in ('${SWISS}', '${ARENA}')`,
    `insert into "tournamentPairings" (tournament, round, player, board, opponent, game, next, score,
        points, "isAbsent")
      ${roundsOf(ROUNDS)} select '${SWISS}', round, ${player('n')}, n / 2 + 1, ${OPPONENT}, ${GAME},
        ${GAME}, ${SCORE}, 10, 0
      from entrants cross join rounds`,
    `insert into "arenaPlayers" (tournament, player, "readyAt", opponent, blacks, games, score, wins,
        streak, points)
      ${ENTRANTS} select '${ARENA}', ${player('n')}, ${now}, ${OPPONENT}, ${GAMES} * (n % 2), ${GAMES},
        ${GAMES} * ${SCORE}, ${GAMES} * (n % 2), 0, ${GAMES} * 10
      from entrants`,
    `insert into "arenaPairings" (tournament, player, number, opponent, game, "isBlack", score, points,
        "isAbsent")
      ${roundsOf(GAMES)} select '${ARENA}', ${player('n')}, round, ${OPPONENT}, ${GAME}, n % 2,
        ${SCORE}, 10, 0
      from entrants cross join rounds`,
  ]
}

// --- internal ---

const PLAYERS = 1000
const ROUNDS = 11
const GAMES = 60

const NUMBERED = `entrants (n) as (
  select 0 union all select n + 1 from entrants where n < ${PLAYERS - 1}
)`
const ENTRANTS = `with recursive ${NUMBERED}`

/** @param {number} count */
function roundsOf(count) {
  return `${ENTRANTS}, rounds (round) as (
    select 1 union all select round + 1 from rounds where round < ${count}
  )`
}

/**
 * The id of a player.
 * @param {string} n an SQL expression, from 0
 */
function player(n) {
  return `'Entrant' || cast(10000 + ${n} as text)`
}

/** In each round neighbours play each other, and the second of the two wins. */
const OPPONENT = player('n + 1 - 2 * (n % 2)')
const SCORE = '2 * (n % 2)'
const GAME = `'Match' || cast(1000000 + round * 1000 + n / 2 as text)`

/** @param {1 | 2} games */
function termsOf(games) {
  return JSON.stringify({
    ...{ setup: { kind: 'standard' }, endRule: 'either', allowsTakebacks: false, games },
    timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  })
}
