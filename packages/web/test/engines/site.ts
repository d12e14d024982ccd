import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '@hokito/server'

/** The built site on a server of its own. */
export interface Site {
  readonly url: string
  /** Stops serving; from then on only the browser's stored copy is left. */
  stop(): Promise<void>
}

/**
 * A copy of the built site, to serve as often as wanted, each time at another address that no
 * browser has visited.
 */
export interface SiteFolder {
  serve(): Promise<Site>
  /** Puts a newer version of the site in place of the one that is being served. */
  publish(): Promise<void>
  remove(): Promise<void>
}

/**
 * Copies the built site and adds a script at the start of each page. It stores errors in the page,
 * because not every engine reports them to its driver.
 */
export async function copySite(): Promise<SiteFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-engines-'))
  await cp(BUILT_SITE, folder, { recursive: true })
  await writeFile(join(folder, 'keep-errors.js'), KEEP_ERRORS)
  const index = join(folder, 'index.html')
  const html = await readFile(index, 'utf8')
  await writeFile(index, html.replace('<head>', '<head><script src="/keep-errors.js"></script>'))
  return {
    serve: async () => {
      const server = await startServer({ host: 'localhost', port: 0, siteFolder: folder })
      let stopping: Promise<void> | undefined
      return {
        url: server.url,
        stop: () => {
          stopping ??= server.close()
          return stopping
        },
      }
    },
    publish: async () => {
      await appendFile(join(folder, 'sw.js'), '// another version')
      // The compressed files have the version before.
      for (const packed of ['sw.js.br', 'sw.js.gz']) await rm(join(folder, packed), { force: true })
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

/** An expression: the errors of all pages of this site that a tab has shown since it was opened. */
export const ERRORS = `JSON.parse(sessionStorage.getItem('errors') ?? '[]')`

// --- internal ---

const BUILT_SITE = fileURLToPath(new URL('../../dist', import.meta.url))

const KEEP_ERRORS = `
const keep = (text) => {
  const errors = JSON.parse(sessionStorage.getItem('errors') ?? '[]')
  sessionStorage.setItem('errors', JSON.stringify([...errors, String(text)]))
}
addEventListener('error', ({ message, target }) => keep(message ?? 'not loaded: ' + (target.src ?? target.href)), true)
addEventListener('unhandledrejection', ({ reason }) => keep(reason?.stack ?? reason))
addEventListener('securitypolicyviolation', ({ violatedDirective }) => keep('policy: ' + violatedDirective))
const { error } = console
console.error = (...parts) => {
  keep(parts.join(' '))
  error(...parts)
}
`
