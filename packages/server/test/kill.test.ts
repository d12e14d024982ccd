import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomIndex, seededBytes } from '@hokito/rules'
import { expect, test } from 'vitest'
import { faultsOf } from '../src/store/database.ts'
import { type Acknowledged, playBadly } from './helpers/bot.ts'
import { type Page, pairUp } from './helpers/page.ts'

/** How often the server is killed; HOKITO_KILLS=30 for the long run. */
const KILLS = Number(process.env.HOKITO_KILLS ?? 3)
const GAMES = 40
const SEED = 99
/** About 200 moves a second in all. */
const TROUBLE = { duplicate: 0.05, stale: 0.05, illegal: 0, disconnect: 0, delayMs: 380 }

test(
  `killed ${KILLS} times under load, the server has every move that it acknowledged`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hokito-kill-'))
    await mkdir(join(folder, 'site'))
    await writeFile(join(folder, 'site', 'index.html'), '<!doctype html>')
    const bytes = seededBytes(SEED)
    let { child, url } = await startKillable(folder, '0')
    const { port } = new URL(url)
    const acknowledged: Acknowledged[] = []
    let count = 0
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const tables = await Promise.all(Array.from({ length: GAMES }, () => pairUp(url)))
        let isStopped = false
        const playing = tables.flatMap(({ black, white, game }, n) =>
          [black, white].map(async (page, side) => {
            const own = seededBytes(SEED + kill * 1000 + n * 2 + side)
            const chance = { bytes: own, trouble: TROUBLE }
            acknowledged.push(...(await playBadly(page, game, chance, () => isStopped)))
          }),
        )
        await wait(700 + randomIndex(1500, bytes))
        child.kill('SIGKILL')
        await once(child, 'exit')
        ;({ child, url } = await startKillable(folder, port))
        // The bots find it again by themselves and go on.
        await wait(1500)
        isStopped = true
        await Promise.all(playing)
        for (const table of tables) await expectAll(table, acknowledged)
        count += acknowledged.length
        acknowledged.length = 0
        for (const { black, white } of tables) for (const page of [black, white]) page.close()
      }
      expect(count).toBeGreaterThan(KILLS * 100)
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(metrics).toMatch(/^hokito_damaged_games_total 0$/m)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    expect(faultsOf(join(folder, 'hokito.db'))).toEqual([])
    await rm(folder, { recursive: true })
  },
  60_000 + KILLS * 20_000,
)

// --- internal ---

const SERVER = fileURLToPath(new URL('helpers/killable-server.mjs', import.meta.url))

async function startKillable(
  folder: string,
  port: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(SERVER, [folder, port], { execArgv: [] })
  const [url] = (await once(child, 'message')) as [string]
  return { child, url }
}

/** Both players see the same game, with every move in it that was acknowledged to either. */
async function expectAll(
  { black, white, game }: { black: Page; white: Page; game: string },
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  for (const page of [black, white]) if (!page.socket.connected) await page.connect()
  const view = await black.openGame(game)
  expect(await white.openGame(game)).toEqual(view)
  for (const { ply, from, to } of acknowledged.filter((move) => move.game === game)) {
    expect(view.moves[ply]).toEqual({ from, to })
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
