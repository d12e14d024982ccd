// @ts-check
/**
 * Puts running games into a database that a server has made, so that thousands of games need no
 * sockets. Uses nothing of the server: any version of it can read the rows.
 */
import { legalMoves, parseDeal, play, start } from '@hokito/rules'
import { Sqlite } from '../../dist/store/sqlite.js'

/**
 * Running games of two players with four moves each, the last of them at an instant; Black is to
 * move and has at least a minute. The server was last alive a second later.
 * @param {string} databaseFile
 * @param {{ count: number, at: number, timeControl: import('@hokito/protocol').TimeControl }} wanted
 * @returns {readonly string[]} their ids
 */
export function seedGames(databaseFile, { count, at, timeControl }) {
  const sqlite = new Sqlite(databaseFile)
  sqlite.pragma('synchronous = OFF')
  const events = eventsOf(at, timeControl)
  const insertGame = sqlite.prepare(
    'insert into games (id, black, white, "createdAt") values (?, ?, ?, ?)',
  )
  const insertEvent = sqlite.prepare(
    'insert into events (game, version, "eventJson") values (?, ?, ?)',
  )
  const insertDeadline = sqlite.prepare('insert into deadlines (game, at) values (?, ?)')
  const insertPlayer = sqlite.prepare(
    'insert into players (id, name, "nameKey", "createdAt") values (?, ?, ?, ?)',
  )
  const insertAlive = sqlite.prepare(
    `insert into facts (name, value) values ('aliveAt', ?)
     on conflict (name) do update set value = excluded.value`,
  )
  const ids = Array.from({ length: count }, (_, n) => `seeded${String(n).padStart(6, '0')}`)
  sqlite.transaction(() => {
    for (const { id, name } of SEATS) insertPlayer.run(id, name, name, at)
    for (const id of ids) {
      const { lastInsertRowid: key } = insertGame.run(id, 'seedblack000', 'seedwhite000', at)
      for (const [index, event] of events.entries()) {
        const own = event.kind === 'created' ? { ...event, game: id } : event
        insertEvent.run(key, index + 1, JSON.stringify(own))
      }
      // The deadline stored when the game began: a side has a minute for its first move.
      insertDeadline.run(key, at + 60_000)
    }
    insertAlive.run(String(at + 1000))
  })()
  sqlite.close()
  return ids
}

// --- internal ---

const DEAL = '77.1234567'
const SEATS = [
  { id: 'seedblack000', name: 'Seed Black' },
  { id: 'seedwhite000', name: 'Seed White' },
]

/**
 * @param {number} at
 * @param {import('@hokito/protocol').TimeControl} timeControl
 */
function eventsOf(at, timeControl) {
  const [black, white] = SEATS
  const deal = parseDeal(DEAL)
  if (!deal.ok || black === undefined || white === undefined) throw new Error('the seed is sound')
  /** @type {import('@hokito/protocol').Terms} */
  const terms = {
    setup: { kind: 'given', deal: DEAL },
    endRule: 'either',
    timeControl,
    allowsTakebacks: false,
    games: 1,
  }
  const created = {
    kind: /** @type {const} */ ('created'),
    at,
    game: '',
    terms,
    seats: { black, white },
  }
  const moved = []
  let position = start(deal.value, terms.endRule)
  while (moved.length < 4) {
    const [move] = legalMoves(position)
    if (move === undefined) throw new Error('a game has more than four moves')
    moved.push({ kind: /** @type {const} */ ('moved'), at, from: move.from, to: move.to, lagMs: 0 })
    position = play(position, move)
  }
  return [created, { kind: /** @type {const} */ ('dealt'), at, deal: DEAL }, ...moved]
}
