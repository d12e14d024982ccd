import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GameEvent, GameId, Terms } from '@hokito/protocol'
import { randomIndex, seededBytes } from '@hokito/rules'
import { expect, test, vi } from 'vitest'
import { integrityErrorsOf } from '../../../src/store/database.ts'
import { playOn } from '../../helpers/bot.ts'
import { expectHaggled, type Haggled, haggle } from '../../helpers/haggler.ts'
import { HAS_POSTGRES, startPostgres } from '../../helpers/own-postgres.mjs'
import { Page, pairUp } from '../../helpers/page.ts'
import { IS_SHARED, ON_POSTGRES } from '../../helpers/server.ts'
import { REDIS_URL } from '../../helpers/services.mjs'
import { type Store, storedEvents } from '../../helpers/stored.ts'

/** The number of times that the server is killed; HOKITO_KILLS=100 for the long run. */
const KILLS = Number(process.env.HOKITO_KILLS ?? 3)
const GAMES = 40
const HAGGLERS = 6
/** The least number of moves before each kill. */
const MOVES = 100
const SEED = 99
/** About 200 moves a second in all. */
const TROUBLE = {
  duplicate: 0.05,
  stale: 0.05,
  illegal: 0,
  disconnect: 0,
  offer: 0.15,
  delayMs: 380,
}

/** Given and random deals, single games and matches, in turn. */
const ALL_TERMS: readonly Partial<Terms>[] = [
  {},
  { setup: { kind: 'standard' } },
  { games: 2 },
  { setup: { kind: 'scattered' }, games: 2 },
]

/** The kinds of events that must occur, or the test shows less than it claims. */
const EXPECTED_KINDS: readonly GameEvent['kind'][] = [
  'shared',
  'dealt',
  'moved',
  'offered',
  'offerClosed',
  'takenBack',
  'ended',
  'continued',
]

test.skipIf(ON_POSTGRES && !HAS_POSTGRES)(
  `killed ${KILLS} times under load, the server has everything that it acknowledged`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hokito-kill-'))
    await mkdir(join(folder, 'site'))
    await writeFile(join(folder, 'site', 'index.html'), '<!doctype html>')
    const cluster = ON_POSTGRES ? await startPostgres({ isDurable: true }) : undefined
    const store = { databaseFile: join(folder, 'hokito.db'), databaseUrl: cluster?.url }
    const bytes = seededBytes(SEED)
    let { child, url } = await startKillable(folder, '0', store)
    // The opponents are on a node that is never killed.
    const neighbour = IS_SHARED ? await startKillable(folder, '0', store) : undefined
    const otherUrl = neighbour?.url ?? url
    const { port } = new URL(url)
    const kinds = new Map<string, number>()
    const haggled = { open: 0, withdrawn: 0, accepted: 0 }
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const seed = SEED + kill * 1000
        const tables = await Promise.all(
          Array.from({ length: GAMES }, (_, n) =>
            pairUp(url, ALL_TERMS[n % ALL_TERMS.length], otherUrl),
          ),
        )
        const hagglers = await Promise.all(
          Array.from({ length: HAGGLERS }, async () => {
            const [maker, taker] = await Promise.all([Page.open(url), Page.open(otherUrl)])
            return { maker, taker, all: [] as Haggled[] }
          }),
        )
        let isStopped = false
        const playing = tables.map(({ black, white, game }, n) =>
          Promise.all(
            [black, white].map((page, side) => {
              const chance = { bytes: seededBytes(seed + n * 2 + side), trouble: TROUBLE }
              return playOn(page, game, chance, () => isStopped)
            }),
          ),
        )
        const haggling = hagglers.map(({ maker, taker, all }, n) =>
          haggle(maker, taker, seededBytes(seed + 500 + n), all),
        )
        await wait(200 + randomIndex(1500, bytes))
        await untilMuchHappened(
          tables.map(({ black }) => black),
          () => hagglers.flatMap(({ all }) => all),
        )
        // One time in three the database crashes first, and the server has to reconnect.
        if (kill % 3 === 1) await cluster?.stop().then(cluster.start)
        await wait(500)
        child.kill('SIGKILL')
        await once(child, 'exit')
        ;({ child, url } = await startKillable(folder, port, store))
        // The bots reconnect by themselves and continue.
        await wait(1500)
        isStopped = true
        for (const [n, series] of (await Promise.all(playing)).entries()) {
          await expectAgreement(tables[n] ?? unpaired(n), series.flat())
        }
        const pages = tables.flatMap(({ black, white }) => [black, white])
        for (const kind of await expectStored(store, pages)) {
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        }
        await Promise.all(haggling)
        for (const { maker, taker, all } of hagglers) {
          for (const page of [maker, taker]) if (!page.socket.connected) await page.connect()
          await expectHaggled(maker, taker, all)
          pages.push(maker, taker)
        }
        const { open, withdrawn, accepted } = counted(hagglers.flatMap(({ all }) => all))
        haggled.open += open
        haggled.withdrawn += withdrawn
        haggled.accepted += accepted
        for (const page of pages) page.close()
      }
      expect([...kinds.keys()]).toEqual(expect.arrayContaining([...EXPECTED_KINDS]))
      expect(kinds.get('moved')).toBeGreaterThan(KILLS * MOVES)
      for (const [what, number] of Object.entries(haggled)) {
        expect(number, what).toBeGreaterThan(KILLS)
      }
      const headers = { authorization: `Bearer ${'m'.repeat(32)}` }
      const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
      expect(metrics).toMatch(/^hokito_damaged_games_total 0$/m)
    } finally {
      for (const each of [child, neighbour?.child]) {
        if (each === undefined) continue
        each.kill('SIGKILL')
        await once(each, 'exit')
      }
    }
    if (cluster === undefined) expect(integrityErrorsOf(store.databaseFile)).toEqual([])
    await cluster?.remove()
    await rm(folder, { recursive: true })
  },
  200_000 + KILLS * 60_000,
)

// --- internal ---

const SERVER = fileURLToPath(new URL('../../helpers/killable-server.mjs', import.meta.url))

async function startKillable(
  folder: string,
  port: string,
  { databaseUrl }: Store,
): Promise<{ child: ChildProcess; url: string }> {
  const options = { databaseUrl, ...(IS_SHARED && { redisUrl: REDIS_URL }) }
  const child = fork(SERVER, [folder, port, JSON.stringify(options)], { execArgv: [] })
  const [url] = (await once(child, 'message')) as [string]
  return { child, url }
}

function unpaired(n: number): never {
  throw new Error(`there is no pair ${n}`)
}

/** Both players see the same in every game that either of them has opened. */
async function expectAgreement(
  { black, white }: { black: Page; white: Page },
  games: readonly GameId[],
): Promise<void> {
  for (const page of [black, white]) if (!page.socket.connected) await page.connect()
  for (const game of new Set(games)) {
    expect(await white.openGame(game)).toEqual(await black.openGame(game))
  }
}

/**
 * Every event that any page received is stored as it was received. Returns the kinds of these
 * events.
 */
async function expectStored(store: Store, pages: readonly Page[]): Promise<readonly string[]> {
  const heard = new Map(
    pages.flatMap((page) =>
      page.heard.map((update) => [`${update.game} ${update.version}`, update] as const),
    ),
  )
  const stored = await storedEvents(store, new Set([...heard.values()].map(({ game }) => game)))
  for (const page of pages) {
    for (const { game, version, event } of page.heard) {
      expect(stored.get(`${game} ${version}`)).toEqual(event)
    }
  }
  return [...heard.values()].map(({ event }) => event.kind)
}

/**
 * Waits however slow the machine is, because killing a server before anything happened shows
 * nothing.
 */
async function untilMuchHappened(
  pages: readonly Page[],
  haggled: () => readonly Haggled[],
): Promise<void> {
  await vi.waitFor(
    () => {
      const moved = pages
        .flatMap(({ heard }) => heard)
        .filter(({ event }) => event.kind === 'moved')
      expect(moved.length, 'moved').toBeGreaterThan(MOVES)
      for (const [what, number] of Object.entries(counted(haggled()))) {
        expect(number, what).toBeGreaterThan(1)
      }
    },
    { timeout: 200_000 },
  )
}

function counted(all: readonly Haggled[]) {
  return {
    open: all.filter(({ attempted }) => attempted === undefined).length,
    withdrawn: all.filter(({ isWithdrawn }) => isWithdrawn).length,
    accepted: all.filter(({ game }) => game !== undefined).length,
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
