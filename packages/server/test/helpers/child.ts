import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { ServerOptions } from '../../src/index.ts'

/** The built server in its own process, with its own folder. */
export interface ChildServer {
  readonly url: string
  readonly child: ChildProcess
}

/**
 * Starts one with Node's own options, such as a small heap, and the server's; it ends with the
 * test.
 */
export async function startChildServer(
  options: Partial<ServerOptions>,
  { execArgv = [], execPath }: { execArgv?: readonly string[]; execPath?: string } = {},
): Promise<ChildServer> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-child-'))
  await mkdir(join(folder, 'site'))
  await writeFile(
    join(folder, 'site', 'index.html'),
    '<!doctype html><html><head><title>site</title></head><body></body></html>',
  )
  const child = fork(SERVER, [folder, '0', JSON.stringify(options)], {
    execArgv: [...execArgv],
    ...(execPath !== undefined && { execPath }),
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await rm(folder, { recursive: true })
  })
  const [url] = await Promise.race([
    once(child, 'message') as Promise<[string]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`the server did not start: ${code}`)
    }),
  ])
  return { url, child }
}

// --- internal ---

const SERVER = fileURLToPath(new URL('killable-server.mjs', import.meta.url))
