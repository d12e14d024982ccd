import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import serveStatic from '@fastify/static'
import { createPainter } from '@hokito/picture/node'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmetAlone from 'helmet'
import { Analyst } from './api/analyst.ts'
import { type ApiDependencies, addApi, sendRefusal } from './api/api.ts'
import { isOfApi } from './api/document.ts'
import { gameEvents } from './api/game-operations.ts'
import { Daily } from './daily/daily.ts'
import { ExplorerStore } from './explorer/explorer-store.ts'
import { PlayerGames } from './explorer/player-games.ts'
import { counted } from './http/counting.ts'
import { PAGE_OPERATIONS, type PageDependencies } from './http/operations.ts'
import { Pictures } from './http/pictures.ts'
import { BY_SCHEMA, LONGEST_ECHO, refuse } from './http/replies.ts'
import { addRoutes } from './http/routes.ts'
import { hashesOf, readSite, type Site } from './http/site.ts'
import { sendShell, shellOf, sitePages } from './http/site-pages.ts'
import { trustIn } from './limiting/addresses.ts'
import { createVisitors } from './limiting/visitors.ts'
import { listenerFactory } from './listener.ts'
import type { OnlineDependencies } from './online/dependencies.ts'
import { createOnline, type Online } from './online/online.ts'
import { Bots } from './players/bots.ts'
import { Profiles } from './ratings/profiles.ts'

/** The parts that the app is built from. */
export interface AppDependencies extends Omit<OnlineDependencies, 'visitors'> {
  /** The built site: `index.html` and its assets. */
  readonly siteFolder: string
  /** Number of proxies in front of the server whose forwarded address and protocol we trust. */
  readonly proxies: number
  /** The bearer token for `/metrics`; if absent, the public cannot read it. */
  readonly metricsToken?: string | undefined
}

/** The HTTP application and the online play behind its sockets. */
export interface App {
  readonly app: FastifyInstance
  readonly online: Online
}

/** Wires the HTTP application; nothing listens yet. */
export async function buildApp(options: AppDependencies): Promise<App> {
  const { siteFolder, limits, proxies, metrics } = options
  const visitors = createVisitors(limits, proxies)
  const site = await readSite(siteFolder)
  const app = bareApp(options, site)
  await app.register(cookie)
  app.addHook('onRequest', counted(visitors, visitors.files))
  await app.register(helmet, headersFor(site))
  await app.register(serveStatic, {
    root: siteFolder,
    wildcard: true,
    // Pages are answered from memory below.
    index: false,
    allowedPath: (path) => !path.endsWith('.html'),
    cacheControl: false,
    // The build writes the compressed files beside the others (packages/web/build/precompress.ts).
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.setHeader('Cache-Control', cacheControlFor(path.slice(siteFolder.length)))
      reply.setHeader('Vary', 'Accept-Encoding')
    },
  })
  // After the static files, so that they are not compressed here: compressing a hundred at the same
  // time would hold up every game.
  await app.register(compress, { threshold: 1024 })
  await app.register(accepts)
  const online = createOnline(app, { ...options, metrics, visitors })
  const dependencies = dependenciesOf(app, options, site, online)
  addRoutes(app, PAGE_OPERATIONS, dependencies)
  await addApi(app, dependencies)
  const shell = shellOf(site)
  const hasRoute = (url: string) => app.hasRoute({ method: 'GET', url })
  addRoutes(app, sitePages(site, shell, hasRoute), dependencies)
  app.setNotFoundHandler(async (request, reply) => {
    if (isOfApi(request.url)) return sendRefusal(reply, 'notFound')
    // If the list of built pages is unknown, the site's own script decides whether the page exists.
    if (isPage(request)) {
      return sendShell(request, reply.code(site.built === undefined ? 200 : 404), shell)
    }
    return refuse(reply, 404, { code: 'notFound', path: request.url.slice(0, LONGEST_ECHO) })
  })
  return { app, online }
}

// --- internal ---

/** Longer than any address: Node limits the size of all headers of a request together. */
const LONGEST_PATH = 16_384
const YEAR_SECONDS = 31_536_000
/** In addition to the picture being painted. */
const PICTURES_WAITING = 20

/** The application without plugins and routes. */
function bareApp(
  { database, limits, proxies, metrics, logger }: AppDependencies,
  site: Site,
): FastifyInstance {
  const app: FastifyInstance = fastify({
    serverFactory: listenerFactory({
      limits,
      proxies,
      isCrowded: () => database.isCrowded(),
      onCut: (reason) => metrics.cutConnections.inc({ reason }),
    }),
    logger: false,
    schemaController: BY_SCHEMA,
    // Each route reports errors in its own path parameters.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_PATH },
    frameworkErrors: refuserOfBroken(headersFor(site)),
    bodyLimit: limits.messageBytes,
    trustProxy: trustIn(proxies),
  })
  // Before all routes: an awaited plugin keeps the error handler that was set when it was
  // registered.
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(reply, status, { code: 'badRequest' })
    // Never leak internals to clients.
    logger.error({ err: error }, `${request.method} ${request.url.slice(0, LONGEST_ECHO)} failed`)
    return refuse(reply, 500, { code: 'internal' })
  })
  return app
}

/** The parts that operations work with, beside those of online play. */
function dependenciesOf(
  app: FastifyInstance,
  { database, logger, metricsToken }: AppDependencies,
  site: Site,
  online: Online,
): PageDependencies & ApiDependencies {
  const { db } = database
  const { sessions, accounts, gameTournaments, streams, accountStreams } = online
  const { now, visitors } = sessions
  const { rows } = online
  const daily = new Daily({
    database,
    rows,
    visitors,
    now,
    onFailure: (what, error) => logger.error({ err: error }, `${what} failed`),
  })
  app.addHook('onClose', () => daily.close())
  const analyst = new Analyst()
  app.addHook('onClose', () => analyst.close())
  app.addHook('preClose', async () => {
    streams.close()
    accountStreams.close()
  })
  const painter = createPainter({ mostWaiting: PICTURES_WAITING })
  app.addHook('onClose', painter.close)
  const explorer = new ExplorerStore({ db, rows })
  return {
    ...online,
    ...sessions,
    ...{ db, logger, daily, analyst, explorer, metricsToken },
    bots: new Bots(database),
    tokens: accounts.tokens,
    playerGames: new PlayerGames(db, explorer),
    profiles: new Profiles({ db, rows }, now, visitors.longWork),
    pictures: new Pictures(painter, visitors),
    gameEventOf: gameEvents(gameTournaments),
    page: site.shell,
    framePage: site.embed,
    framed: FRAMED,
    unframed: headersFor(site),
  }
}

/**
 * Only our own files and the scripts and styles built into each page may run. WebAssembly may be
 * compiled for the engine. The page is isolated from other origins, which lets the engine share
 * memory with its worker.
 */
function headersFor(site: Site) {
  const { scripts, sheets } = hashesOf(site)
  return {
    contentSecurityPolicy: policyOf({ scripts, sheets, framedBy: "'none'" }),
    // For browsers that do not know frame-ancestors.
    frameguard: { action: 'deny' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    crossOriginEmbedderPolicy: { policy: 'require-corp' as const },
    // People serve the site over plain HTTP on their own machines; a proxy can demand HTTPS.
    strictTransportSecurity: false,
  }
}

/** For pages shown in another site's frame, where visitors can only look. */
const FRAMED: FastifyHelmetOptions = {
  contentSecurityPolicy: policyOf({ scripts: [], sheets: [], framedBy: '*' }),
  frameguard: false,
  // Lets isolated sites embed it too.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
}

interface PolicyOptions {
  readonly scripts: readonly string[]
  readonly sheets: readonly string[]
  readonly framedBy: "'none'" | '*'
}

function policyOf({ scripts, sheets, framedBy }: PolicyOptions) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
      workerSrc: ["'self'"],
      // Preact sets style attributes through the DOM, which a policy for style sheets does not
      // affect.
      styleSrc: ["'self'", ...sheets],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: [framedBy],
    },
  }
}

/** Answers a request whose address cannot be parsed. No hook has run for it. */
function refuserOfBroken(headers: ReturnType<typeof headersFor>) {
  const secure = helmetAlone(headers)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    secure(request.raw, reply.raw, () => {})
    if (isOfApi(request.url)) sendRefusal(reply, 'badParameter')
    else refuse(reply, error.statusCode ?? 400, { code: 'badRequest' })
  }
}

/** Files with a hash in their name never change; browsers revalidate everything else. */
function cacheControlFor(path: string): string {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

/** A page, as opposed to a file: requested from a browser's address bar, without an extension. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isRead = method === 'GET' || method === 'HEAD'
  const wantsHtml = (headers.accept ?? '*/*').includes('text/html')
  return isRead && wantsHtml && !/\.[^/]*$/.test(path)
}
