import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/**
 * A short run of the campaign in bench/attack; `npm run attack` is the long one, which also judges
 * timing. Each part has its own servers and mostly waits for them, so all run at the same time.
 */
const SHORT = ['--seconds', '1', '--quiet', '0']

describe('the campaign', { concurrent: true, timeout: 300_000 }, () => {
  test.each(['1/2', '2/2'])(
    'no kind of attack harms the server, its memory or the honest games: part %s',
    async (part) => {
      expect(await harmsOf([...SHORT, '--scenarios', 'none', '--part', part])).toEqual([])
    },
  )

  test('second starts, copies, bad rows, stops and kills leave the honest games unharmed', async () => {
    expect(await harmsOf([...SHORT, '--kinds', 'none'])).toEqual([])
  })
})

// --- internal ---

const CAMPAIGN = fileURLToPath(new URL('../../../../bench/attack/run.mjs', import.meta.url))

/** Runs the campaign and returns the harms, as `kind: what`. */
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
