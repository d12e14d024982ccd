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
import { addApi, sendRefusal } from './api/api.ts'
import { isOfApi } from './api/document.ts'
import { Daily } from './daily/daily.ts'
import { ExplorerStore } from './explorer/explorer-store.ts'
import { PlayerGames } from './explorer/player-games.ts'
import { addAccountRoutes } from './http/account.ts'
import { addBreakRoutes } from './http/breaks.ts'
import { counted } from './http/counting.ts'
import { addDailyRoutes } from './http/daily.ts'
import { addEmbedPages } from './http/embed-pages.ts'
import { addExplorerRoutes } from './http/explorer.ts'
import { addGameLettersRoutes } from './http/game-letters.ts'
import { addGamePages } from './http/game-pages.ts'
import { addHealthRoutes } from './http/health.ts'
import { addHouseBotsRoute } from './http/house-bots.ts'
import { addMailRoutes } from './http/mail.ts'
import { addOembed } from './http/oembed.ts'
import { addOwnDataRoute } from './http/own-data.ts'
import { addOwnGamesRoutes } from './http/own-games.ts'
import { addPeopleRoutes } from './http/people.ts'
import { addPictureRoutes } from './http/picture-routes.ts'
import { Pictures } from './http/pictures.ts'
import { addPlayerGamesRoutes } from './http/player-games.ts'
import { addPushRoutes } from './http/push.ts'
import { addRatingRoutes } from './http/ratings.ts'
import { BY_SCHEMA, refuse } from './http/replies.ts'
import { addSessionRoutes } from './http/session.ts'
import { hashesOf, readSite, type Site } from './http/site.ts'
import { addSitePages, shellSender } from './http/site-pages.ts'
import { addTournamentRoutes } from './http/tournaments.ts'
import { trustIn } from './limiting/addresses.ts'
import { createVisitors } from './limiting/visitors.ts'
import { listenerFactory } from './listener.ts'
import { createOnline, type Online, type OnlineDependencies } from './online.ts'
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
  const { siteFolder, logger, limits, proxies, metrics } = options
  const visitors = createVisitors(limits, proxies)
  const site = await readSite(siteFolder)
  const app: FastifyInstance = fastify({
    serverFactory: listenerFactory({
      limits,
      proxies,
      isCrowded: () => options.database.isCrowded?.() === true,
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
  addHealthRoutes(app, {
    visitors,
    readiness: online.readiness,
    isDeaf: online.isDeaf,
    readMetrics: online.readMetrics,
    metricsToken: options.metricsToken,
  })
  addSessionRoutes(app, online.sessions)
  const { publicUrl } = options
  const { store, summaries, lobby, sessions, games, streams, accounts, events } = online
  const { accountStreams, fairness, houseBots, ratings, isHere, isClosing, isOverloaded } = online
  const bots = new Bots(options.database)
  const account = { ...sessions, accounts, bots, events, mail: online.mail }
  addAccountRoutes(app, account)
  addMailRoutes(app, account)
  addGameLettersRoutes(app, { ...account, gameLetters: online.gameLetters })
  addOwnDataRoute(app, { sessions, db: options.database.db, store, games, visitors })
  const { people, talk, reports, tournaments, gameTournaments } = online
  addPeopleRoutes(app, {
    sessions,
    db: options.database.db,
    people,
    talk,
    reports,
    lobby,
    games,
    visitors,
    events,
    present: online.present,
  })
  addBreakRoutes(app, { sessions, breaks: online.breaks, visitors })
  addPushRoutes(app, { sessions, push: online.push, visitors })
  addOwnGamesRoutes(app, { sessions, store, summaries, lobby, gameTournaments, visitors })
  addTournamentRoutes(app, { sessions, tournaments, gameTournaments, games, visitors })
  const daily = new Daily({
    database: options.database,
    visitors,
    now: sessions.now,
    onFailure: (what, error) => logger.error({ err: error }, `${what} failed`),
  })
  addDailyRoutes(app, { daily, sessions, visitors })
  const explorer = new ExplorerStore(options.database.db)
  addExplorerRoutes(app, { explorer, visitors })
  const playerGames = new PlayerGames(options.database.db, explorer)
  addPlayerGamesRoutes(app, { sessions, playerGames, explorer, store, games, visitors })
  const { players } = sessions
  const { tokens } = accounts
  const profiles = new Profiles(options.database.db, sessions.now, visitors.longWork)
  const analyst = new Analyst()
  app.addHook('onClose', () => analyst.close())
  await addApi(app, {
    ...{ games, streams, players, explorer, summaries, visitors, logger, publicUrl },
    ...{ tokens, bots, events, now: sessions.now, accountStreams, lobby, fairness, ratings },
    ...{ isHere, isClosing, isOverloaded, tournaments, gameTournaments, profiles, analyst },
  })
  app.addHook('preClose', async () => {
    streams.close()
    accountStreams.close()
  })
  addHouseBotsRoute(app, { sessions, houseBots, ratings, visitors })
  addRatingRoutes(app, { sessions, ratings, profiles, lobby, visitors })
  const painter = createPainter({ mostWaiting: PICTURES_WAITING })
  app.addHook('onClose', painter.close)
  const pictures = new Pictures(painter, visitors)
  addGamePages(app, { games, visitors, pictures, page: site.shell, publicUrl })
  addPictureRoutes(app, { games, visitors, pictures })
  if (site.embed !== undefined) {
    addEmbedPages(app, {
      ...{ games, visitors, page: site.embed },
      ...{ helmet: FRAMED, unframed: headersFor(site) },
    })
  }
  addOembed(app, { games, visitors, publicUrl })
  const sendShell = shellSender(site.shell)
  await addSitePages(app, { site, sendShell, publicUrl })
  app.setNotFoundHandler(async (request, reply) => {
    if (isOfApi(request.url)) return sendRefusal(reply, 'notFound')
    // If the list of built pages is unknown, the site's own script decides whether the page exists.
    if (isPage(request)) return sendShell(request, reply.code(site.built === undefined ? 200 : 404))
    return refuse(reply, 404, { code: 'notFound', path: request.url.slice(0, LONGEST_ECHO) })
  })
  return { app, online }
}

// --- internal ---

const LONGEST_ECHO = 200
/** Longer than any address: Node limits the size of all headers of a request together. */
const LONGEST_PATH = 16_384
const YEAR_SECONDS = 31_536_000
/** In addition to the picture being painted. */
const PICTURES_WAITING = 20

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
