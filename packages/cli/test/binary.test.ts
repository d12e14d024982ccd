import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const BINARY = fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url))

describe('the hokito command', () => {
  test('draws without colour into a pipe, and with it when forced', async () => {
    const mark = String.fromCharCode(27)
    const plain = await runBinary(['show', '77.1'], '')
    expect(plain.out).not.toContain(mark)
    const colored = await runBinary(['show', '77.1'], '', { FORCE_COLOR: '1' })
    expect(colored.out).toContain(mark)
    const without = await runBinary(['show', '77.1'], '', { NO_COLOR: '1' })
    expect(without.out).toBe(plain.out)
  })

  test('writes everything for a reader that is slower', async () => {
    const { out } = await runBinary(['deal', '--count', '20000'], '')
    expect(out.trim().split('\n')).toHaveLength(20_000)
  })

  test('ends without noise when its reader goes away', async () => {
    const child = spawn(process.execPath, [BINARY, 'deal', '--count', '100000'])
    let error = ''
    child.stderr.on('data', (piece) => {
      error += String(piece)
    })
    child.stdout.once('data', () => child.stdout.destroy())
    await once(child, 'close')
    expect(error).toBe('')
  })

  test('leaves a game well when it is interrupted', async () => {
    const child = spawn(process.execPath, [BINARY, 'play', '--level', '1'])
    let error = ''
    child.stderr.on('data', (piece) => {
      error += String(piece)
    })
    child.stdout.once('data', () => child.kill('SIGINT'))
    const [code]: unknown[] = await once(child, 'close')
    expect({ code, error }).toEqual({ code: 0, error: '' })
  })

  test('serves until it is stopped', async () => {
    const HOKITO_DATA = await mkdtemp(join(tmpdir(), 'hokito-data-'))
    const child = spawn(process.execPath, [BINARY, 'serve'], {
      env: { ...process.env, PORT: '0', HOST: 'localhost', HOKITO_DATA },
    })
    let out = ''
    for await (const piece of child.stdout) {
      out += String(piece)
      const [, url] = /served on (http:\S+)\n/.exec(out) ?? []
      if (url === undefined) continue
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      break
    }
    child.kill('SIGTERM')
    const [code]: unknown[] = child.exitCode === null ? await once(child, 'close') : [0]
    expect(code).toBe(0)
    await rm(HOKITO_DATA, { recursive: true })
  })
})

// --- internal ---

async function runBinary(args: readonly string[], input: string, env: NodeJS.ProcessEnv = {}) {
  const inherited = { ...process.env }
  delete inherited.FORCE_COLOR
  delete inherited.NO_COLOR
  const child = spawn(process.execPath, [BINARY, ...args], { env: { ...inherited, ...env } })
  const written = { out: '', error: '' }
  child.stdout.on('data', (piece) => {
    written.out += String(piece)
  })
  child.stderr.on('data', (piece) => {
    written.error += String(piece)
  })
  child.stdin.end(input)
  const [code]: unknown[] = await once(child, 'close')
  return { code, ...written }
}
