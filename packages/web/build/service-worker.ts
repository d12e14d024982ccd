import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { EMBED_ASSETS } from './embed.ts'
import { PUSH_WORKER } from './push-worker.ts'

/**
 * Builds the service worker with the list of files that it keeps. Workbox does its work there; its own build tool is
 * not used, as it would bring 300 packages for this list (docs/decisions.md).
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

/** Every language too: it must be there when someone without a network wants it. The text is the puzzles. */
const KEPT = /\.(js|css|wasm|woff2|svg|png|webmanifest)$|^assets\/[^/]*\.txt$/
/** The one page that all others start in: the rest of them is on the device as code and words. */
const SHELL = 'index.html'

interface KeptFile {
  readonly url: string
  /** Absent where the file's name changes with its content. */
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

/** Frames have files of their own; the browser keeps what a service worker imports. */
function isOfSite(url: string): boolean {
  return !url.startsWith(`${EMBED_ASSETS}/`) && url !== PUSH_WORKER
}

async function revisionOf(file: string, url: string): Promise<string | null> {
  if (url.startsWith('assets/')) return null
  return createHash('md5')
    .update(await readFile(file))
    .digest('hex')
}
