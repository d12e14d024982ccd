// @ts-check
/**
 * Starts the built server in its own process, with options in JSON as the argument, and sends the
 * parent its address or why it failed. Once it runs, the message `again` makes it try to start
 * another, as do other options; `stop` stops it, and `forget` releases it and collects garbage
 * (with `--expose-gc`).
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
