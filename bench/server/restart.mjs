// @ts-check
/**
 * `npm run bench:time`: what players are charged for restarts, clock jumps and stops. A server
 * starts with running games that were left for an hour (`--games`, 20000), its wall clock jumps by
 * an hour either way (if Debian's faketime is installed), and it is stopped for a while (`--stop`,
 * 60 seconds). It reports how much time the side to move was charged beyond the time in which the
 * server ran; ten minutes were left.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
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

const SERVER = fileURLToPath(
  new URL('../../packages/server/test/helpers/killable-server.mjs', import.meta.url),
)
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
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
if (existsSync(FAKETIME)) {
  for (const hours of [1, -1]) {
    const what = `the wall clock jumps by ${hours} h`
    await measure(what, 1, async ({ setWall }) => setWall(hours * 3600))
  }
}
await measure(`the process is stopped for ${stopMs / 1000} s`, 1, async ({ child }) => {
  child.kill('SIGSTOP')
  await wait(stopMs)
  child.kill('SIGCONT')
  return stopMs
})

/**
 * Starts a server on running games, calls `happen`, and reports what the last of the games was
 * charged for it. `happen` returns the milliseconds in which the server could not run.
 * @param {string} what
 * @param {number} count
 * @param {(running: Running) => Promise<number | void>} happen
 * @typedef {{ child: import('node:child_process').ChildProcess, setWall: (seconds: number) => void }} Running
 */
async function measure(what, count, happen) {
  const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'hokito-time-'))
  mkdirSync(join(folder, 'site'))
  writeFileSync(join(folder, 'site', 'index.html'), '<!doctype html>')
  const setWall = (/** @type {number} */ seconds) =>
    writeFileSync(join(folder, 'wall'), `${seconds < 0 ? '' : '+'}${seconds}\n`)
  setWall(0)
  const first = await start(folder)
  await end(first.child)
  const at = Date.now() - HOUR_MS
  const ids = seedGames(join(folder, 'hokito.db'), { count, at, timeControl: TEN_MINUTES })
  const { child, url, listenMs } = await start(folder)
  const startedAt = performance.now()
  const game = ids.at(-1) ?? ''
  const socket = await signedIn(url)
  await chargedMs(socket, game)
  const playableMs = listenMs + performance.now() - startedAt
  await wait(SETTLING_MS)
  const absentMs = (await happen({ child, setWall })) ?? 0
  await wait(1000)
  const again = await signedIn(url)
  const charged = await chargedMs(again, game)
  const servedMs = performance.now() - startedAt - absentMs
  const tooMuch = charged === undefined ? 'the game' : `${seconds(charged - servedMs - OWN_MS)} s`
  tell(`| ${what} | ${seconds(listenMs)} s | ${seconds(playableMs)} s | ${tooMuch} |`)
  for (const open of [socket, again]) open.disconnect()
  await end(child)
  rmSync(folder, { recursive: true })
}

/** @param {string} folder */
async function start(folder) {
  const startedAt = performance.now()
  const env = {
    ...process.env,
    ...(existsSync(FAKETIME) && {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: join(folder, 'wall'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  }
  const child = fork(SERVER, [folder, '0'], { env })
  /** @type {[string]} */
  const [url] = /** @type {any} */ (await once(child, 'message'))
  return { child, url, listenMs: performance.now() - startedAt }
}

/** @param {import('node:child_process').ChildProcess} child */
async function end(child) {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
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

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
