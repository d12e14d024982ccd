import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import serveStatic from '@fastify/static'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { counted } from './http/counting.ts'
import { addGamePages } from './http/game-pages.ts'
import { addHealthRoutes } from './http/health.ts'
import { listenerFactory } from './http/listener.ts'
import { addSessionRoutes } from './http/session.ts'
import { trustIn } from './limiting/addresses.ts'
import { createVisitors } from './limiting/visitors.ts'
import { createMetrics } from './metrics.ts'
import { createOnline, type Online, type OnlineOptions } from './online.ts'

/** What the app serves. */
export interface AppOptions extends Omit<OnlineOptions, 'metrics' | 'visitors'> {
  /** The built site: `index.html` and its assets. */
  readonly siteFolder: string
  /** How many proxies stand before it, whose word on address and protocol is taken. */
  readonly proxies: number
  /** What a reader of `/metrics` proves itself by; absent, the public cannot read it. */
  readonly metricsToken?: string | undefined
}

/** The HTTP application and what is behind its sockets. */
export interface App {
  readonly app: FastifyInstance
  readonly online: Online
}

/** Wires the HTTP application; nothing listens yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { siteFolder, logger, limits, proxies } = options
  const metrics = createMetrics()
  const visitors = createVisitors(limits, proxies)
  // Kept, so that a page needs no file while the system is short of them.
  const page = await readFile(entryFile(siteFolder), 'utf8')
  const app: FastifyInstance = fastify({
    serverFactory: listenerFactory({
      limits,
      proxies,
      onCut: (reason) => metrics.cutConnections.inc({ reason }),
    }),
    logger: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: refuseBroken,
    bodyLimit: limits.messageBytes,
    trustProxy: trustIn(proxies),
  })
  await app.register(cookie)
  app.addHook('onRequest', counted(visitors, visitors.files))
  await app.register(helmet, HEADERS)
  await app.register(compress, { threshold: 1024 })
  await app.register(serveStatic, {
    root: siteFolder,
    wildcard: true,
    // The page is answered from memory below.
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('Cache-Control', cacheControlFor(path.slice(siteFolder.length)))
    },
  })
  const online = createOnline(app, { ...options, metrics, visitors })
  addHealthRoutes(app, {
    visitors,
    readiness: online.readiness,
    readMetrics: online.readMetrics,
    metricsToken: options.metricsToken,
  })
  addSessionRoutes(app, online.sessions)
  addGamePages(app, { games: online.games, visitors, page, publicUrl: options.publicUrl })
  // Every page is the same file; which one to show is the site's own business.
  const sendPage = (reply: FastifyReply) =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page)
  for (const path of ['/', '/index.html']) app.get(path, async (_, reply) => sendPage(reply))
  app.setNotFoundHandler(async (request, reply) => {
    if (isPage(request)) return sendPage(reply)
    return reply.code(404).send({ code: 'notFound', path: request.url.slice(0, LONGEST_ECHO) })
  })
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ code: 'badRequest' })
    // What went wrong inside is the owner's business and not the visitor's.
    logger.error({ err: error }, `${request.method} ${request.url.slice(0, LONGEST_ECHO)} failed`)
    return reply.code(500).send({ code: 'internal' })
  })
  return { app, online }
}

/** The file whose absence means that the site has not been built. */
export function entryFile(siteFolder: string): string {
  return join(siteFolder, 'index.html')
}

// --- internal ---

const LONGEST_ECHO = 200
const YEAR_SECONDS = 31_536_000

/**
 * Nothing but our own files runs on the page; WebAssembly may be compiled for the engine. The page is
 * isolated from other origins, which lets the engine share memory with its worker.
 */
const HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      workerSrc: ["'self'"],
      // Preact sets style attributes through the DOM, which a policy for sheets does not touch; the one
      // exception is drawing a saved picture, whose styles stand in the picture itself.
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // For browsers that do not know frame-ancestors.
  frameguard: { action: 'deny' as const },
  crossOriginOpenerPolicy: { policy: 'same-origin' as const },
  crossOriginEmbedderPolicy: { policy: 'require-corp' as const },
  // The site is served over plain HTTP on people's own machines; HTTPS is their proxy's to demand.
  strictTransportSecurity: false,
}

/** Answers an address that cannot even be read. */
function refuseBroken(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.code(error.statusCode ?? 400).send({ code: 'badRequest' })
}

/** Files with a hash in their name never change; everything else is asked for again. */
function cacheControlFor(path: string): string {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'
}

/** A page, as opposed to a file: asked for by a browser's address bar, without an extension. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  const isRead = method === 'GET' || method === 'HEAD'
  const wantsHtml = (headers.accept ?? '*/*').includes('text/html')
  return isRead && wantsHtml && !/\.[^/]*$/.test(path)
}
