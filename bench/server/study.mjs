// @ts-check
/**
 * `node bench/server/study.mjs`: games in which one move a second is made, first alone and then
 * beside a study, whose owner stores a chapter every second and whose readers follow it. Prints how
 * long moves take in both, and how soon the readers see a change. Options:
 *
 * - `--games` (200)
 * - `--readers` (20)
 * - `--studies` (1): as many studies, each with its own readers
 * - `--seconds` (8)
 * - `--letters` (15000): the length of the chapter
 */
import { parseArgs } from 'node:util'
import { formatRecord, newRecord } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { helpOn } from '../../scripts/help.mjs'
import { setUp, tell } from '../../scripts/setup.mjs'
import { post, signUp } from '../attack/http.mjs'
import { quantile } from '../engine/figures.mjs'

helpOn(import.meta.url)

await setUp()
const { paced } = await import('./load.mjs')
const { ask, ourPair, signedIn } = await import('./pairs.mjs')
const { makePairs, startServer } = await import('./servers.mjs')

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '200' },
    readers: { type: 'string', default: '20' },
    studies: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '8' },
    letters: { type: 'string', default: '15000' },
  },
})
const [games, readers, studies] = [values.games, values.readers, values.studies].map(Number)
const seconds = Number(values.seconds)

const server = await startServer('ours.mjs')
const url = server.urls[0] ?? ''
const pairs = await makePairs(games ?? 0, (index) => ourPair([url], index, 4))
const alone = await paced(pairs, seconds)
tell(`alone: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`)
/** @type {number[]} */
const delays = []
const stops = []
for (let n = 0; n < (studies ?? 0); n++) stops.push(await startStudy(n))
const others = await makePairs(games ?? 0, (index) => ourPair([url], 10_000 + index, 4))
const beside = await paced(others, seconds)
tell(
  `beside ${studies} × ${readers} readers: p50 ${beside.p50.toFixed(1)} ms, p99 ${beside.p99.toFixed(1)} ms`,
)
for (const stop of stops) stop()
const [p50, p99] = [0.5, 0.99].map((share) => quantile(delays, share).toFixed(0))
tell(`${delays.length} changes seen: p50 ${p50} ms, p99 ${p99} ms after they were sent`)
for (const pair of [...pairs, ...others]) pair.close()
server.stop()
process.exit(0)

// --- internal ---

/**
 * A study whose owner stores it every second.
 * @param {number} n
 */
async function startStudy(n) {
  const cookie = await ownerOf(n)
  const study = `bench${String(n).padStart(7, '0')}`
  const title = 'A study'
  await change(cookie, { type: 'make', study, title, chapter: { title, hgn: chapter(0) } })
  await change(cookie, { type: 'edit', study, title, isShared: true })
  let sentAt = 0
  /** @type {import('socket.io-client').Socket[]} */
  const sockets = []
  for (let reader = 0; reader < (readers ?? 0); reader++) {
    const socket = await signedIn(url)
    socket.on('lag', (acknowledge) => acknowledge())
    socket.on('study', () => delays.push(performance.now() - sentAt))
    await ask(socket, { type: 'followStudy', study })
    sockets.push(socket)
  }
  let version = 1
  const timer = setInterval(() => {
    sentAt = performance.now()
    const save = { type: 'saveChapter', study, n: 1, version, path: '', title }
    void change(cookie, { ...save, hgn: chapter(version) })
    version++
  }, 1000)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.disconnect()
  }
}

/** @param {number} n */
async function ownerOf(n) {
  const name = `Owner${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`
  const account = await signUp(url, undefined, name)
  if (!('cookie' in account)) throw new Error(`no account: ${account.body}`)
  return account.cookie
}

/** @param {string} cookie @param {object} body */
async function change(cookie, body) {
  const answer = await post(`${url}/api/studies`, { cookie }, body)
  if (answer.status !== 200) throw new Error(answer.body)
}

/**
 * A record with many variations, whose first comment is a number.
 * @param {number} n
 */
function chapter(n) {
  const { positions, ...game } = seededGame(1, 'either')
  // Without its last move the game is not over, so it needs no result.
  const moves = game.moves.slice(0, -1)
  const [first] = positions
  if (first === undefined) throw new Error('a game has a first position')
  const record = newRecord({ kind: 'position', position: first }, 'either')
  const variations = [...moves.keys()].slice(1).map((ply) => ({
    ...{ ply, moves: moves.slice(ply), comments: [], glyphs: [], variations: [] },
  }))
  const comment = { ply: 0, text: `change ${n} ` }
  const whole = { ...record, moves, variations, comments: [comment] }
  const missing = Math.max(0, Number(values.letters) - formatRecord(whole).length - 200)
  return formatRecord({
    ...whole,
    comments: [{ ply: 0, text: comment.text + 'x'.repeat(missing) }],
  })
}
