// @ts-check
/** A Swiss tournament, as the campaign holds one. */
import { checkSwiss } from './checker/swiss.mjs'
import { playAll } from './entrant.mjs'

/**
 * Kills a node in the middle of every other round, and one about when each next round is paired.
 * @param {number} rounds
 * @returns {import('./tournament-run.mjs').Kind<import('./checker/held.mjs').SwissRows>}
 */
export function swissOf(rounds) {
  const timeControl = { kind: 'fischer', initialSeconds: 60, incrementSeconds: 2 }
  return {
    wish: { rounds, timeControl, isRated: true },
    step: 'round',
    // The node that stores the last result pairs the next round straight away.
    delaysMs: { middle: [0, 0], storing: [0, 0], pairing: [0, 150] },
    longestMs: 900_000,
    startsAt: () => 0,
    play: (client) => playAll(client),
    progress: progressOf,
    read: readSwiss,
    told: ({ row }) => `${row.round} of ${row.rounds} rounds`,
    judge: checkSwiss,
  }
}

// --- internal ---

/**
 * @param {import('pg').Client} store
 * @param {string} id
 * @returns {Promise<import('./tournament-run.mjs').Progress>}
 */
async function progressOf(store, id) {
  const { rows } = await store.query(
    `select t.round::int as round, t."endedAt" is not null as "isOver", count(p.player)::int as rows,
       count(p.player) filter (where p.score is null)::int as open
     from tournaments t left join "tournamentPairings" p on p.tournament = t.id and p.round = t.round
     where t.id = $1 group by t.round, t."endedAt"`,
    [id],
  )
  const { round, isOver, rows: all, open } = rows[0]
  const isHalf = open > 0 && open <= all / 2 && round % 2 === 1
  const isBetween = round > 0 && open === 0 && !isOver
  return { step: round, isOver, moment: isHalf ? 'middle' : isBetween ? 'pairing' : undefined }
}

/**
 * @param {import('./postgres.mjs').Postgres} postgres
 * @param {string} id
 */
async function readSwiss(postgres, id) {
  const [[row] = [], entries = [], pairings = []] = await postgres.rows([
    `select rounds, round, "endedAt" from tournaments where id = '${id}'`,
    `select player, players.name, rating, at, "outAt" from "tournamentEntries" e
       join players on players.id = e.player where tournament = '${id}'`,
    `select round, player, board, opponent, game, next, score, points from "tournamentPairings"
       where tournament = '${id}' order by round, board`,
  ])
  return { row, entries, pairings }
}
