import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { baseOf } from '../ground/origin.ts'
import { operation, type PageOperation } from './operation.ts'
import { PackedPages, type PageWish, sendPacked } from './packed-pages.ts'
import { addressIn, type BuiltSite, type Site } from './site.ts'

export interface SitePageDependencies {
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/**
 * The site's own pages. Prerendered ones are at `/de/rules` in German, and at `/rules` in the
 * language that the visitor's browser prefers. `/rules?lang=de`, a former address of the German
 * one, redirects there, and so do addresses that people guess. All other pages are the shell.
 * @param hasRoute does an address have an operation of its own, like the pages of online games?
 */
export function sitePages(
  { built }: Site,
  shell: Shell,
  hasRoute: (url: string) => boolean,
): readonly PageOperation<SitePageDependencies>[] {
  const index = shellPage('/index.html', shell)
  if (built === undefined) return [index, shellPage('/', shell)]
  const packed = new PackedPages(({ document, base }) => filled(built, document, base))
  const others = built.others.filter((url) => !hasRoute(url))
  return [
    index,
    ...[...built.pages].map(([path, document]) => builtPage(path, document, packed)),
    ...built.built.map((route) => plainPage(route, built, packed)),
    ...others.map((url) => shellPage(url, shell)),
    ...Object.entries(built.guessed).map(([path, to]) => guessedPage(path, to)),
    robots,
    sitemapOf(built),
  ]
}

/** The page in which all pages start that are not prerendered, compressed once. */
export interface Shell {
  readonly pages: PackedPages
  readonly wish: PageWish
}

export function shellOf({ shell: document }: Site): Shell {
  return { pages: new PackedPages(), wish: { name: 'shell', document, base: undefined } }
}

/** Answers with the shell where there is no operation. */
export async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, wish }: Shell,
): Promise<FastifyReply> {
  reply.header('Cache-Control', PAGE.cache).type(PAGE.answer.type)
  return sendPacked(request, reply, pages, wish)
}

// --- internal ---

const SITEMAP_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'

/** Pages cost no more than files. */
const PAGE = {
  asker: 'anyone',
  answer: { type: 'text/html; charset=utf-8' },
  cache: 'no-cache',
  price: 0,
} as const

/** The file that search engines read first. */
const robots = operation({
  asker: 'anyone',
  path: '/robots.txt',
  answer: { type: 'text/plain; charset=utf-8' },
  price: 0,
  handle: async (_, { request }, { publicUrl }: SitePageDependencies) => {
    const base = baseOf(request, publicUrl)
    const sitemap = base === undefined ? '' : `Sitemap: ${base}/sitemap.xml\n`
    return { kind: 'file', content: `User-agent: *\nDisallow: /api/\n${sitemap}` }
  },
})

function shellPage(path: string, shell: Shell) {
  return operation({ ...PAGE, path, handle: async () => ({ kind: 'packed', ...shell }) })
}

/** A prerendered page in a language. */
function builtPage(path: string, document: string, pages: PackedPages) {
  return operation({
    ...PAGE,
    path,
    handle: async (_, { request }, { publicUrl }: SitePageDependencies) => {
      const base = baseOf(request, publicUrl)
      return { kind: 'packed', pages, wish: { name: path, document, base } }
    },
  })
}

/** A prerendered page at its address without a language. */
function plainPage(route: string, { languages, plainPages }: BuiltSite, pages: PackedPages) {
  return operation({
    ...PAGE,
    path: route,
    parameters: { lang: { schema: z.unknown() } },
    handle: async ({ lang }, { request }, { publicUrl }: SitePageDependencies) => {
      const asked = languages.find((language) => language === lang)
      if (asked !== undefined) {
        const to = addressIn(asked, route) + otherQuery(request.url)
        return { kind: 'redirect', to, status: 301 }
      }
      const best = addressIn(bestLanguage(request, languages), route)
      const document = plainPages.get(best) ?? ''
      const wish = { name: `plain ${best}`, document, base: baseOf(request, publicUrl) }
      const headers = { Vary: 'Accept-Language, Accept-Encoding' }
      return { kind: 'packed', pages, wish, headers }
    },
  })
}

/** An address that people guess. */
function guessedPage(path: string, to: string) {
  return operation({
    ...PAGE,
    path,
    handle: async () => ({ kind: 'redirect', to, status: 301 }) as const,
  })
}

function sitemapOf({ pages }: BuiltSite) {
  return operation({
    asker: 'anyone',
    path: '/sitemap.xml',
    answer: { type: 'application/xml; charset=utf-8' },
    price: 0,
    handle: async (_, { request }, { publicUrl }: SitePageDependencies) => {
      const base = baseOf(request, publicUrl)
      if (base === undefined) return { kind: 'notFound' }
      const urls = [...pages.keys()].map((path) => `<url><loc>${base}${path}</loc></url>`)
      return { kind: 'file', content: `${SITEMAP_HEAD}${urls.join('\n')}\n</urlset>\n` }
    },
  })
}

/**
 * Replaces the placeholder of the site's address, and inlines the style sheet to save a round trip.
 */
function filled({ origin, sheet }: BuiltSite, document: string, base = ''): string {
  const withSheet =
    sheet === undefined
      ? document
      : document.replace(sheet.link, () => `<style>${sheet.content}</style>`)
  return withSheet.replaceAll(origin, base)
}

/** Our language that a visitor's browser prefers; the first if it prefers none. */
function bestLanguage(request: FastifyRequest, languages: BuiltSite['languages']): string {
  const best = request.language([...languages])
  return typeof best === 'string' ? best : languages[0]
}

/** An address's query without the language, with its question mark. */
function otherQuery(url: string): string {
  const query = new URLSearchParams(url.split('?')[1])
  query.delete('lang')
  return query.size === 0 ? '' : `?${query}`
}
