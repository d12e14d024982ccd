import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { EMBED_ASSETS } from './embed.ts'
import { PUSH_WORKER } from './push-worker.ts'

/**
 * Builds the service worker with the list of files that it caches. Workbox is the library at run
 * time. We do not use its build tool, which would add 300 packages just for this list
 * (docs/decisions.md).
 */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'hokito-service-worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const kept = await keptFiles(join(config.root, config.build.outDir))
        await build({
          configFile: false,
          root: config.root,
          logLevel: 'warn',
          define: { __KEPT__: JSON.stringify(kept) },
          build: {
            outDir: config.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: 'es2022',
            modulePreload: false,
            rolldownOptions: {
              input: 'service-worker.js',
              output: { format: 'iife', entryFileNames: 'sw.js' },
              checks: { pluginTimings: false },
            },
          },
        })
      },
    },
  }
}

// --- internal ---

/**
 * Includes every language, because a player may need one offline. The `.txt` file contains the
 * puzzles.
 */
const KEPT = /\.(js|css|wasm|woff2|svg|png|webmanifest)$|^assets\/[^/]*\.txt$/
/**
 * The one page from which all others start. Offline, the device has the rest of them as code and
 * texts.
 */
const SHELL = 'index.html'

interface KeptFile {
  readonly url: string
  /** Null if the name of the file changes with its content. */
  readonly revision: string | null
}

async function keptFiles(folder: string): Promise<readonly KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const urls = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((url) => url === SHELL || (KEPT.test(url) && isOfSite(url)))
    .sort()
  return Promise.all(
    urls.map(async (url) => ({ url, revision: await revisionOf(join(folder, url), url) })),
  )
}

/**
 * Excludes the files of frames, and the script that the service worker imports: the browser caches
 * it by itself.
 */
function isOfSite(url: string): boolean {
  return !url.startsWith(`${EMBED_ASSETS}/`) && url !== PUSH_WORKER
}

async function revisionOf(file: string, url: string): Promise<string | null> {
  if (url.startsWith('assets/')) return null
  return createHash('md5')
    .update(await readFile(file))
    .digest('hex')
}
