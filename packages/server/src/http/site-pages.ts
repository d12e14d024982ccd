import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { baseOf } from '../ground/origin.ts'
import { PackedPages, type PageWish, sendPacked } from './packed-pages.ts'
import { addressIn, type BuiltSite, type Site } from './site.ts'

export interface SitePageDependencies {
  readonly site: Site
  readonly sendShell: SendShell
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/**
 * Prerendered pages are at `/de/rules` in German, and at `/rules` in the language that the
 * visitor's browser prefers. `/rules?lang=de`, a former address of the German one, redirects there.
 * All other pages are the shell.
 */
export async function addSitePages(
  app: FastifyInstance,
  dependencies: SitePageDependencies,
): Promise<void> {
  const { site, sendShell, publicUrl } = dependencies
  const { built } = site
  app.get('/index.html', sendShell)
  if (built === undefined) {
    app.get('/', sendShell)
    return
  }
  addBuiltPages(app, built, publicUrl)
  for (const url of built.others) {
    // The pages of online games have routes of their own.
    if (app.hasRoute({ method: 'GET', url })) continue
    app.get(url, sendShell)
  }
  addIndexes(app, built, publicUrl)
}

/** Answers with the shell, the page in which all pages start that are not prerendered. */
export type SendShell = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes the sender of a shell, which is compressed once. */
export function shellSender(shell: string): SendShell {
  const packed = new PackedPages()
  return (request, reply) => {
    reply.header('Cache-Control', 'no-cache').type(HTML)
    return sendPacked(request, reply, packed, { name: 'shell', document: shell, base: undefined })
  }
}

// --- internal ---

const HTML = 'text/html; charset=utf-8'

type Page = Pick<PageWish, 'name' | 'document'>

interface LanguageQuery {
  Querystring: { lang?: string }
}

function addBuiltPages(
  app: FastifyInstance,
  built: BuiltSite,
  publicUrl: string | undefined,
): void {
  const { languages, pages, plainPages } = built
  const packed = new PackedPages(({ document, base }) => filled(built, document, base))
  const send = async (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    reply.header('Cache-Control', 'no-cache').type(HTML)
    return sendPacked(request, reply, packed, { ...page, base: baseOf(request, publicUrl) })
  }
  for (const [name, document] of pages) {
    app.get(name, async (request, reply) => send(request, reply, { name, document }))
  }
  for (const route of built.built) {
    app.get<LanguageQuery>(route, async (request, reply) => {
      const asked = languages.find((language) => language === request.query.lang)
      if (asked !== undefined) {
        return reply.redirect(addressIn(asked, route) + otherQuery(request.url), 301)
      }
      reply.header('Vary', 'Accept-Language, Accept-Encoding')
      const best = addressIn(bestLanguage(request, languages), route)
      return send(request, reply, {
        name: `plain ${best}`,
        document: plainPages.get(best) ?? '',
      })
    })
  }
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

/** The files that search engines read first. */
function addIndexes(
  app: FastifyInstance,
  { pages }: BuiltSite,
  publicUrl: string | undefined,
): void {
  app.get('/robots.txt', async (request, reply) => {
    const base = baseOf(request, publicUrl)
    const sitemap = base === undefined ? '' : `Sitemap: ${base}/sitemap.xml\n`
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\n${sitemap}`)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const base = baseOf(request, publicUrl)
    if (base === undefined) return reply.callNotFound()
    const urls = [...pages.keys()].map((path) => `<url><loc>${base}${path}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .send(`${SITEMAP_HEAD}${urls.join('\n')}\n</urlset>\n`)
  })
}

const SITEMAP_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
