// @ts-check
/**
 * Starts the built server in a process of its own, by options in JSON as the argument, and sends the
 * parent where it listens or why it does not. Once it runs, the message `again` makes it try to start
 * another, as do other options; `stop` stops it, and `forget` lets go of it and collects garbage (with
 * `--expose-gc`).
 */
import { StartError, startServer } from '@hokito/server'

const options = JSON.parse(process.argv[2] ?? '{}')
/** @type {import('@hokito/server').RunningServer | undefined} */
let server
process.send?.(await attempt(options))
if (server !== undefined)
  process.on('message', async (message) => process.send?.(await obey(message)))

/** @param {unknown} message */
async function obey(message) {
  if (message === 'again') return attempt(options)
  if (typeof message === 'object') return attempt(message)
  if (message === 'forget') {
    server = undefined
    globalThis.gc?.()
  }
  if (message === 'stop') await server?.close()
  return { code: message === 'stop' ? 'stopped' : undefined }
}

/** @param {any} wanted */
async function attempt(wanted) {
  try {
    server = await startServer(wanted)
    return { url: server.url }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { code: error.code, holder: error.holder }
  }
}
