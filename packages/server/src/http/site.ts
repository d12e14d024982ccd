import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** The built site. */
export interface Site {
  /** The page without content; its script decides what to show. */
  readonly shell: string
  /** The page for frames of other sites; absent if the folder has none. */
  readonly embed: string | undefined
  /** The prerendered pages; absent if the folder has only the shell. */
  readonly built: BuiltSite | undefined
}

/** The prerendered pages, and the routes of the others. */
export interface BuiltSite extends z.infer<typeof indexSchema> {
  /** The documents in each language, by path. */
  readonly pages: ReadonlyMap<string, string>
  /**
   * The same documents by the same paths, with links without a language, for addresses without one.
   */
  readonly plainPages: ReadonlyMap<string, string>
  /** The style sheet of all pages, and the link to it in their heads. */
  readonly sheet: Sheet | undefined
}

interface Sheet {
  readonly link: string
  readonly content: string
}

/** The file whose absence means that the site has not been built. */
export function entryFile(siteFolder: string): string {
  return join(siteFolder, 'index.html')
}

/**
 * Reads the built site. Its pages stay in memory, so that none needs a file descriptor when the
 * system is short of them.
 * @throws when a page is missing, or `site.json` is invalid
 */
export async function readSite(siteFolder: string): Promise<Site> {
  const shell = await readFile(entryFile(siteFolder), 'utf8')
  const readIfThere = (name: string) =>
    readFile(join(siteFolder, name), 'utf8').catch(() => undefined)
  const embed = await readIfThere('embed.html')
  const text = await readIfThere('site.json')
  if (text === undefined) return { shell, embed, built: undefined }
  const index = indexSchema.parse(JSON.parse(text))
  const pages = await readPages(siteFolder, index)
  const plainPages = await readPages(join(siteFolder, 'plain'), index)
  const sheet = await readSheet(siteFolder, shell)
  return { shell, embed, built: { ...index, pages, plainPages, sheet } }
}

/**
 * The hashes of inline scripts and style sheets for the content security policy, which allows no
 * others.
 */
export function hashesOf({ shell, built }: Site): {
  readonly scripts: readonly string[]
  readonly sheets: readonly string[]
} {
  const scripts = [...shell.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
  const sheets = built?.sheet === undefined ? [] : [built.sheet.content]
  return { scripts: scripts.map(hashOf), sheets: sheets.map(hashOf) }
}

/** The path of a page in a language. */
export function addressIn(language: string, route: string): string {
  return route === HOME ? `/${language}` : `/${language}${route}`
}

// --- internal ---

const HOME = '/'

async function readSheet(siteFolder: string, shell: string): Promise<Sheet | undefined> {
  const [link, path] = /<link rel="stylesheet"[^>]* href="([^"]*)">/.exec(shell) ?? []
  if (link === undefined || path === undefined) return undefined
  return { link, content: await readFile(join(siteFolder, path), 'utf8') }
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}

async function readPages(
  folder: string,
  { languages, built }: z.infer<typeof indexSchema>,
): Promise<ReadonlyMap<string, string>> {
  const pages = languages.flatMap((language) =>
    built.map(async (route) => {
      const file = join(folder, language, `${route === HOME ? 'index' : route}.html`)
      return [addressIn(language, route), await readFile(file, 'utf8')] as const
    }),
  )
  return new Map(await Promise.all(pages))
}

/** `site.json`, as `packages/web/build/prerender.ts` writes it. */
const indexSchema = z.object({
  /** The placeholder for the site's own address. */
  origin: z.url(),
  languages: z.tuple([z.string()], z.string()),
  /** The routes of the prerendered pages, each in every language. */
  built: z.array(z.string()),
  /** Patterns of the routes of all others. */
  others: z.array(z.string()),
  /** Addresses that people guess, and where they lead. */
  guessed: z.record(z.string(), z.string()),
})
