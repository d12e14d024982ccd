import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** A short run of the campaign in bench/attack; `npm run attack` is the long one, which judges timing too. */
const KINDS = ['--seconds', '1', '--quiet', '0', '--scenarios', 'none']
const SCENARIOS = ['--seconds', '1', '--kinds', 'none']

test('every kind of attack leaves the server, its memory and the honest games unharmed', async () => {
  expect(await harmsOf(KINDS)).toEqual([])
}, 300_000)

test('second starts, copies, bad rows, stops and kills leave the honest games unharmed', async () => {
  expect(await harmsOf(SCENARIOS)).toEqual([])
}, 300_000)

// --- internal ---

const CAMPAIGN = fileURLToPath(new URL('../../../../bench/attack/run.mjs', import.meta.url))

/** Runs the campaign and gives what did harm, as `kind: what`. */
async function harmsOf(options: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-campaign-'))
  try {
    const json = join(folder, 'campaign.json')
    const args = [CAMPAIGN, '--prepared', '--untimed', '--json', json, ...options]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    await once(child, 'exit')
    const rows: readonly { name: string; harms: readonly string[] }[] = JSON.parse(
      await readFile(json, 'utf8'),
    )
    expect(rows).not.toEqual([])
    return rows.flatMap(({ name, harms }) => harms.map((harm) => `${name}: ${harm}`))
  } finally {
    await rm(folder, { recursive: true })
  }
}
