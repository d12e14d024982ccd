// @ts-check
/**
 * Starts the built server in a process of its own, by options in JSON as the argument, and sends the
 * parent where it listens or why it does not. Once it runs, the message `again` makes it try to start
 * another, and `collect` collects garbage (with `--expose-gc`); both are answered.
 */
import { StartError, startServer } from '@hokito/server'

const options = JSON.parse(process.argv[2] ?? '{}')
const first = await attempt()
process.send?.(first)
if ('url' in first) {
  process.on('message', async (message) => {
    if (message === 'collect') globalThis.gc?.()
    process.send?.(message === 'again' ? await attempt() : {})
  })
}

async function attempt() {
  try {
    return { url: (await startServer(options)).url }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { code: error.code, holder: error.holder }
  }
}
