// @ts-check
/** Serves the built site on a free port, for scripts that open it. */
import { join } from 'node:path'
import { startServer } from '@hokito/server'
import { ROOT } from './setup.mjs'

/** Serves packages/web/dist until it is closed. */
export function serveSite() {
  return startServer({
    host: 'localhost',
    port: 0,
    siteFolder: join(ROOT, 'packages', 'web', 'dist'),
  })
}
