import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { Language } from '../src/i18n/languages.ts'
import { type DocumentParts, type FilesOf, pageDocument, SITE } from './page-document.ts'

type Prerender = typeof import('../src/prerender.tsx')

/**
 * Builds every page of text in every language into a file of its own: `de/rules.html` for
 * `/de/rules`, and `plain/de/rules.html` for a visitor who gets German at `/rules`. `site.json`
 * lists the pages for the server, and names the placeholder for the site's own address.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'hokito-prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async ({ dir = '' }, bundle) => {
        const files = {
          filesOf: filesIn(bundle, config.root),
          extendedFont: assetIn(bundle, 'latin-ext'),
        }
        await withPrerender(config, (site) => writePages(site, dir, files))
      },
    },
  }
}

// --- internal ---

/** The folder of pages for addresses without a language. Their links have none either. */
const PLAIN = 'plain'

/** Lets Node run the site's own code instead of a browser. */
async function withPrerender(
  { root, define = {} }: ResolvedConfig,
  work: (site: Prerender) => Promise<void>,
): Promise<void> {
  const server = await createServer({
    configFile: false,
    root,
    define,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    await work((await server.ssrLoadModule('/src/prerender.tsx')) as Prerender)
  } finally {
    await server.close()
  }
}

async function writePages(
  site: Prerender,
  folder: string,
  files: Pick<DocumentParts, 'filesOf' | 'extendedFont'>,
): Promise<void> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8')
  const build = async (language: Language, route: string, isPlain: boolean) => {
    const page = await site.buildPage({ language, route, isPlain, origin: SITE })
    const styled = /<[^>]* style="[^>]*>/.exec(page.html)
    if (styled !== null) {
      throw new Error(`${route}: ${styled[0]} has a style, which the site's policy refuses.`)
    }
    const document = pageDocument({
      shell,
      page,
      language,
      ...files,
      address: site.addressIn(language, route),
      alternates: site.LANGUAGES.map((each) => [each, site.addressIn(each, route)]),
    })
    const file = join(
      folder,
      isPlain ? PLAIN : '',
      language,
      `${route === '/' ? 'index' : route}.html`,
    )
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, document)
  }
  // One after another, because building a page sets the address, and Node has only one.
  for (const language of site.LANGUAGES) {
    for (const route of site.BUILT_ROUTES) {
      await build(language, route, false)
      await build(language, route, true)
    }
  }
  const { LANGUAGES: languages, BUILT_ROUTES: built, OTHER_ROUTES: others, GUESSED: guessed } = site
  await writeFile(
    join(folder, 'site.json'),
    JSON.stringify({ origin: SITE, languages, built, others, guessed }),
  )
}

/** Finds the built file of a source file, with all files that it needs straight away. */
function filesIn(bundle: Rolldown.OutputBundle, root: string): FilesOf {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return (source) => {
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, 'src', source))
    if (entry === undefined) throw new Error(`${source} has become no file of its own`)
    const found = new Set([entry.fileName])
    for (const name of found) for (const next of byName.get(name)?.imports ?? []) found.add(next)
    return [...found]
  }
}

/** The built asset whose name contains `part`. */
function assetIn(bundle: Rolldown.OutputBundle, part: string): string {
  const name = Object.keys(bundle).find((each) => each.includes(part))
  if (name === undefined) throw new Error(`nothing was built with ${part} in its name`)
  return name
}
