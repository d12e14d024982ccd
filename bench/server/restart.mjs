// @ts-check
/**
 * `npm run bench:time`: what players are charged for restarts, clock jumps and stops. A server
 * starts with running games that were left for an hour (`--games`, 20000), its wall clock jumps by
 * an hour either way (if Debian's faketime is installed), and it is stopped for a while (`--stop`,
 * 60 seconds). It reports how much time the side to move was charged beyond the time in which the
 * server ran; ten minutes were left.
 */
import { parseArgs } from 'node:util'
import {
  FAKETIME,
  ServerProcess,
  wait,
} from '../../packages/server/test/helpers/server-process.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

await setUp()
const { MESSAGE_EVENT, remainingAt } = await import('@hokito/protocol')
const { seedGames } = await import('../../packages/server/test/helpers/seed.mjs')
const { signedIn } = await import('./pairs.mjs')

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '20000' },
    stop: { type: 'string', default: '60' },
  },
})
const games = Number(values.games)
const stopMs = Number(values.stop) * 1000

const HOUR_MS = 3_600_000
const TEN_MINUTES = /** @type {const} */ ({
  kind: 'fischer',
  initialSeconds: 600,
  incrementSeconds: 0,
})
/**
 * The second before the server was last known to run, less the three seconds that a start grants.
 */
const OWN_MS = 1000 - 3000
/** Longer than those three seconds. */
const SETTLING_MS = 5000

tell('| what happens | until it listens | until anybody can play | charged too much |')
tell('| --- | --- | --- | --- |')
await measure(`a start with ${games} running games, an hour later`, games, async () => {})
if (FAKETIME !== undefined) {
  for (const hours of [1, -1]) {
    const what = `the wall clock jumps by ${hours} h`
    await measure(what, 1, (server) => server.setWall(hours * HOUR_MS))
  }
}
await measure(`the process is stopped for ${stopMs / 1000} s`, 1, async (server) => {
  await server.freeze(stopMs)
  return stopMs
})

/**
 * Starts a server on running games, calls `happen`, and reports what the last of the games was
 * charged for it. `happen` returns the milliseconds in which the server could not run.
 * @param {string} what
 * @param {number} count
 * @param {(server: ServerProcess) => Promise<number | void>} happen
 */
async function measure(what, count, happen) {
  const server = await ServerProcess.prepare()
  await server.start()
  await server.kill()
  const at = Date.now() - HOUR_MS
  const ids = seedGames(server.databaseFile, { count, at, timeControl: TEN_MINUTES })
  const begunAt = performance.now()
  await server.start()
  const startedAt = performance.now()
  const listenMs = startedAt - begunAt
  const game = ids.at(-1) ?? ''
  const socket = await signedIn(server.url)
  await chargedMs(socket, game)
  const playableMs = listenMs + performance.now() - startedAt
  await wait(SETTLING_MS)
  const absentMs = (await happen(server)) ?? 0
  await wait(1000)
  const again = await signedIn(server.url)
  const charged = await chargedMs(again, game)
  const servedMs = performance.now() - startedAt - absentMs
  const tooMuch = charged === undefined ? 'the game' : `${seconds(charged - servedMs - OWN_MS)} s`
  tell(`| ${what} | ${seconds(listenMs)} s | ${seconds(playableMs)} s | ${tooMuch} |`)
  for (const open of [socket, again]) open.disconnect()
  await server.close()
}

/**
 * The time that the side to move has been charged so far; undefined if it has lost the game.
 * @param {import('socket.io-client').Socket} socket
 * @param {string} id
 */
async function chargedMs(socket, id) {
  const { game, now } = await socket.emitWithAck(MESSAGE_EVENT, { type: 'openGame', game: id })
  if (game.ending !== undefined) return undefined
  return TEN_MINUTES.initialSeconds * 1000 - remainingAt(TEN_MINUTES, game.clock, now).black
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1)
}
