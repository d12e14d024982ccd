import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const BINARY = fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url))

describe('a command loads only what it needs', () => {
  test.each([
    { args: ['--version'], without: ['server', 'engine'] },
    { args: ['help', 'serve'], without: ['server', 'engine'] },
    { args: ['show', '77.1'], without: ['server'] },
    { args: ['ugi'], without: ['server'] },
  ])('$args', async ({ args, without }) => {
    const files = await filesLoadedBy(args)
    expect(files.some((file) => file.includes('/cli/dist/main.js'))).toBe(true)
    for (const name of without) {
      expect(files.filter((file) => file.includes(`/packages/${name}/dist/`))).toEqual([])
    }
  })
})

// --- internal ---

/** The modules that a run of the command has loaded, as V8 lists them for coverage. */
async function filesLoadedBy(args: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-loaded-'))
  try {
    const env = { ...process.env, NODE_V8_COVERAGE: folder }
    const child = spawn(process.execPath, [BINARY, ...args], {
      env,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
    const reports = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    return reports.flatMap((report): string[] =>
      JSON.parse(report).result.map(({ url }: { readonly url: string }) => url),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
