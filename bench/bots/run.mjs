// @ts-check
/**
 * The cost of bots and visitors for honest players. Measures the delays of two players in a timed
 * game, before and while 50 games run against house bots, before and while `hokito bot` plays 50
 * games over the API with an engine in its own process, and before and while 200 visitors have the
 * home page, the page to watch or the lobby open.
 *
 *   node bench/bots/run.mjs [--games 50] [--visitors 200]
 *
 * 0 leaves a comparison out.
 */
import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { ROOT, setUp, tell } from '../../scripts/setup.mjs'

helpOn(import.meta.url)

await setUp()
const { follow, HokitoClient } = await import('@hokito/client')
const { formatMove, legalMoves, parsePosition } = await import('@hokito/rules')
const { movesOf } = await import('../attack/figures.mjs')
const { HonestPair } = await import('../attack/honest-pair.mjs')
const { ask, signIn, signUp, tokenFor } = await import('../attack/http.mjs')
const { Wire } = await import('../attack/wire.mjs')
const { wait } = await import('../attack/wait.mjs')

/** @typedef {import('@hokito/client').ApiOwnGame} Game */

const QUIET_MS = 15_000
const LONGEST_MS = 480_000
const VISIT_MS = 30_000
const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '50' },
    visitors: { type: 'string', default: '200' },
  },
})
const games = Number(values.games)
const visitors = Number(values.visitors)

/** @type {import('@hokito/client').OfferedTerms['terms']} */
const ONE_GAME = {
  setup: { kind: 'given', deal: '77.1234567' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  allowsTakebacks: false,
  games: 1,
}

const folder = mkdtempSync(join(tmpdir(), 'hokito-bots-'))
const server = fork(join(import.meta.dirname, 'serve.mjs'), [
  join(ROOT, 'packages', 'web', 'dist'),
  join(folder, 'hokito.db'),
])
try {
  /** @type {string} */
  const url = await new Promise((resolve) =>
    server.once('message', (said) => resolve(String(said))),
  )
  const pair = new HonestPair(url, { addresses: ['127.0.1.1', '127.0.1.2'], seed: 1 })
  await pair.start()
  await wait(2000)
  if (games > 0) {
    await compare(pair, `${games} games against the house`, () => againstTheHouse(url))
    await compare(pair, `${games} games of hokito bot with an engine of its own`, () =>
      overTheApi(url),
    )
  }
  if (visitors > 0) await compare(pair, `visits of ${visitors} people`, () => visit(url))
  await pair.stop()
  await pair.check()
  tell(pair.faults.length === 0 ? 'Every honest move is stored.' : pair.faults.join('\n'))
  process.exitCode = pair.faults.length === 0 ? 0 : 1
} finally {
  server.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {import('../attack/honest-pair.mjs').HonestPair} pair
 * @param {string} what
 * @param {() => Promise<number>} play returns how many games ended
 */
async function compare(pair, what, play) {
  pair.take()
  await wait(QUIET_MS)
  const before = movesOf([pair.take()])
  const startedAt = performance.now()
  const ended = await play()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const during = movesOf([pair.take()])
  tell(`${what}: ${ended} ended in ${seconds} s`)
  for (const [when, { moves, p50, p99 }] of Object.entries({ before, during })) {
    tell(`  ${when}: ${moves} honest moves, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  }
}

/**
 * A third of the visitors has each page open. They ask as often as the pages do.
 * @param {string} url
 * @returns how many visits ended
 */
async function visit(url) {
  const stop = new AbortController()
  const pages = visits()
  const all = Array.from({ length: visitors }, async (_, n) => {
    // They do not all come in the same moment.
    await wait((n / visitors) * 4000)
    const address = `127.0.2.${1 + (n % 250)}`
    const page = pages[n % pages.length]
    await page?.(url, address, stop.signal)
  })
  await wait(VISIT_MS)
  stop.abort()
  await Promise.all(all)
  return all.length
}

/** @typedef {(url: string, address: string, signal: AbortSignal) => Promise<void>} Visit */

/** @type {Visit} */
async function visitLobby(url, address, signal) {
  await readPage(`${url}/online`, address)
  const session = await signIn(url, { address })
  if (!('player' in session)) throw new Error(`a visitor is refused: ${session.status}`)
  const wire = await Wire.open(url, { address, cookie: session.cookie })
  await wire.ask({ type: 'openLobby' })
  while (!signal.aborted) await wait(250)
  wire.close()
}

/**
 * @param {string} path
 * @param {string} asked again and again
 * @param {number} everyMs
 * @returns {Visit}
 */
function visitOf(path, asked, everyMs) {
  return async (url, address, signal) => {
    await readPage(url + path, address)
    while (!signal.aborted) {
      await readPage(url + asked, address)
      await wait(everyMs)
    }
  }
}

/** What a visitor does on each page. */
function visits() {
  return [
    visitOf('/', '/api/watch', 4000),
    visitOf('/watch', '/api/watch?all=yes', 8000),
    visitLobby,
  ]
}

/**
 * @param {string} address of what is read
 * @param {string} from
 */
async function readPage(address, from) {
  const { status } = await ask(address, { address: from })
  if (status !== 200) throw new Error(`${address} answers ${status}`)
}

/** @param {string} url */
async function againstTheHouse(url) {
  const { bots } = await (await fetch(`${url}/api/bots`)).json()
  const { client } = await account(url, 'Challengia')
  return playFirstMoves(client, async () => {
    for (let n = 0; n < games; n++) {
      await client.challenge({ terms: ONE_GAME, opponent: bots[n % bots.length].name })
    }
  })
}

/** @param {string} url */
async function overTheApi(url) {
  const bot = await account(url, 'Enginia')
  const other = await account(url, 'Opponia')
  const command = join(ROOT, 'packages', 'cli', 'bin', 'hokito.mjs')
  const words = ['bot', '--server', url, '--engine', 'hokito', '--time', '0.05', '--games', '10']
  const child = spawn(process.execPath, [command, ...words, '--engines', '1'], {
    env: { ...process.env, HOKITO_TOKEN: bot.token },
    stdio: 'ignore',
  })
  try {
    return await playFirstMoves(other.client, async (running) => {
      for (let n = 0; n < games; n++) {
        while (running() >= 10) await wait(50)
        await challengeWhenThere(other.client)
        await wait(100)
      }
    })
  } finally {
    child.kill('SIGINT')
  }
}

/** @param {import('@hokito/client').HokitoClient} client */
async function challengeWhenThere(client) {
  for (;;) {
    const { own } = await client.challenges()
    if (own.length === 0) break
    await wait(50)
  }
  await client.challenge({ terms: ONE_GAME, opponent: 'Enginia' })
}

/**
 * Plays the first possible move in all games of an account, until enough of them have ended.
 * @param {import('@hokito/client').HokitoClient} client
 * @param {(running: () => number) => Promise<void>} begin
 */
async function playFirstMoves(client, begin) {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), LONGEST_MS)
  const over = new Set()
  const known = new Set()
  const running = () => known.size - over.size
  /** @type {Promise<void> | undefined} */
  let beginning
  const onOpen = () => {
    beginning ??= begin(running)
  }
  for await (const event of follow(client, { signal: stop.signal, onOpen })) {
    if (event.type !== 'game') continue
    known.add(event.game.id)
    if (event.game.phase === 'over') over.add(event.game.id)
    if (event.game.task === 'move') {
      // Games do not wait for each other.
      client
        .move(event.game.id, event.game.moves.length, firstMove(event.game))
        .catch((error) => tell(String(error)))
    }
    if (over.size === games) stop.abort()
  }
  clearTimeout(timer)
  await beginning
  return over.size
}

/** @param {Game} game */
function firstMove({ position = '', terms }) {
  const parsed = parsePosition(position, terms.endRule)
  const [move] = parsed.ok ? legalMoves(parsed.value) : []
  if (move === undefined) throw new Error(`there is no move in ${position}`)
  return formatMove(move)
}

/**
 * @param {string} url
 * @param {string} name
 */
async function account(url, name) {
  const signedUp = await signUp(url, undefined, name)
  if (!('cookie' in signedUp)) throw new Error(`no account: ${signedUp.body}`)
  const token = await tokenFor(url, signedUp, ['games:read', 'challenges:write', 'games:play'])
  if (token === undefined) throw new Error('no token')
  const client = new HokitoClient({ server: url, token })
  await client.becomeBot()
  return { client, token }
}
