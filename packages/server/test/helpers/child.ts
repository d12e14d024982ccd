import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import type { ServerOptions } from '../../src/index.ts'
import { makeFolder, type ServerProcess, startProcess } from './processes.ts'

/**
 * Starts a server with its own folder, Node's own options, such as a small heap, and the server's;
 * it ends with the test.
 */
export async function startChildServer(
  options: Partial<ServerOptions>,
  run: { readonly execArgv: readonly string[]; readonly execPath?: string },
): Promise<ServerProcess & { readonly url: string }> {
  const folder = await makeFolder()
  const server = await startProcess(folder, options, run)
  onTestFinished(async () => {
    await server.kill()
    await rm(folder, { recursive: true })
  })
  if (server.url === undefined) throw new Error(`the server did not start: ${server.code}`)
  return { ...server, url: server.url }
}
