// @ts-check
/** Scenarios for the server's folder: other processes, copies, bad rows. */
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Sqlite } from '../../../packages/server/dist/store/sqlite.js'
import { GIVEN_TERMS } from '../crowd.mjs'
import { HonestPlayer } from '../honest-player.mjs'
import { hokito } from '../server.mjs'
import { wait } from '../wait.mjs'

/** @typedef {import('./stage.mjs').Stage} Stage */

/**
 * Another process starts the server again and again on the same folder, on the same port and on
 * another.
 */
export const secondServer = {
  name: 'second-server',
  fault: 'S1',
  run: async (/** @type {Stage} */ stage) => {
    await stage.pair.start()
    const { port } = new URL(stage.server.url)
    for (const other of [port, '0', port, '0']) {
      await wait(500)
      const code = await exitOf(stage, ['serve'], { env: { PORT: other }, patienceMs: 8000 })
      if (code === undefined) stage.tally.fail('a second server ran on the same folder')
      if (code === 0) stage.tally.fail('a second server ended as if all were well')
    }
    await mustGoOn(stage)
  },
}

/** A backup of a large database while players move. */
export const busyBackup = {
  name: 'busy-backup',
  fault: 'S3',
  run: async (/** @type {Stage} */ stage) => {
    await stage.restart(() => pad(databaseOf(stage), LARGE_MB))
    await stage.pair.start()
    const copy = join(stage.data, 'copy.db')
    const startedAt = performance.now()
    const patienceMs = stage.isShort ? 20_000 : 60_000
    const code = await exitOf(stage, ['backup', copy], { patienceMs })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (code !== 0) {
      stage.tally.fail(`no copy of ${LARGE_MB} MB after ${seconds} s`)
      return
    }
    stage.tally.note(`${(statSync(copy).size / 2 ** 20).toFixed(0)} MB copied in ${seconds} s`)
    rmSync(copy)
    await mustGoOn(stage)
  },
}

/** A row of an open challenge that can no longer be read. */
export const badChallenge = {
  name: 'bad-challenge',
  fault: 'S4',
  run: async (/** @type {Stage} */ stage) => {
    const onFault = (/** @type {string} */ sentence) => stage.tally.fail(sentence)
    const player = new HonestPlayer(stage.server.url, '127.0.1.3', onFault)
    const offer = { terms: GIVEN_TERMS, color: 'black', isListed: true }
    const reply = await player.ask({ type: 'challenge', id: 'scenario-challenge', ...offer })
    player.close()
    const challenge = reply?.challenge?.id ?? ''
    const { id } = player
    await stage.restart(() => {
      const sqlite = new Sqlite(databaseOf(stage))
      const insert = sqlite.prepare(
        'insert into challenges (id, player, createdAt, challengeJson) values (?, ?, ?, ?)',
      )
      for (const [n, json] of BAD_ROWS.entries())
        insert.run(`unreadable${n}0`, id, Date.now(), json)
      sqlite.close()
    })
    const seen = await player.ask({ type: 'seeChallenge', challenge })
    stage.tally.heardReply(seen)
    if (!seen?.ok) stage.tally.fail('a sound challenge was lost with the bad ones')
    player.close()
    await stage.pair.start()
    await mustGoOn(stage)
  },
}

// --- internal ---

const LARGE_MB = 120
const BAD_ROWS = ['{', 'null', '{}', '{"id":1}']

/** @param {Stage} stage */
function databaseOf({ data }) {
  return join(data, 'hokito.db')
}

/**
 * Runs `hokito` on the stage's folder. Returns its exit code, or undefined if it was still running
 * and had to be killed.
 * @param {Stage} stage
 * @param {readonly string[]} words
 * @param {{ env?: Record<string, string>, patienceMs: number }} options
 */
async function exitOf({ checkout, data, tally }, words, { env = {}, patienceMs }) {
  tally.tried()
  const child = hokito({ checkout, data, env }, words)
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  child.stdout.resume()
  child.stderr.resume()
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  tally.heard(code === null ? 'still running' : `exit ${code}`)
  return code === null ? undefined : Number(code)
}

/** @param {Stage} stage */
async function mustGoOn({ pair, tally }) {
  pair.take()
  await wait(2000)
  if (!pair.hasMoved) tally.fail('the honest game does not go on')
}

/**
 * Makes a database large.
 * @param {string} file
 * @param {number} megabytes
 */
function pad(file, megabytes) {
  const sqlite = new Sqlite(file)
  sqlite.exec('create table padding (bytes blob)')
  const insert = sqlite.prepare('insert into padding values (randomblob(1048576))')
  sqlite.transaction(() => {
    for (let n = 0; n < megabytes; n++) insert.run()
  })()
  sqlite.close()
}
