import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '@hokito/picture'
import { type GameView, gameIdSchema } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Game } from '../game/game.ts'
import { baseOf } from '../ground/origin.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { counted } from './counting.ts'
import { embedOf } from './embed-pages.ts'
import { escapeHtml } from './html.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'

export interface OembedDependencies {
  readonly games: Games
  readonly visitors: Visitors
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/**
 * `/oembed?url=<the address of a game>`: tells a site with such a link how to show the game in a
 * frame (oembed.com). JSON only; respects `maxwidth` and `maxheight`.
 */
export function addOembed(
  app: FastifyInstance,
  { games, visitors, publicUrl }: OembedDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests)
  const schema = { response: { 200: oembedSchema, ...REFUSALS } }
  jsonRoutesOf(app).get('/oembed', { onRequest, schema }, async (request, reply) => {
    const { data: wish } = wishSchema.safeParse(request.query)
    const base = baseOf(request, publicUrl)
    if (wish === undefined || base === undefined) return refuse(reply, 400, { code: 'badRequest' })
    if (wish.format !== 'json') return refuse(reply, 501, { code: 'badRequest' })
    const id = gameAt(wish.url, base)
    const game = id && (await games.look(id))
    if (game === undefined) return refuse(reply, 404, { code: 'unknownGame' })
    return describe(game, base, sizeWithin(wish))
  })
}

/** The element in a page's head that announces {@link addOembed} to other sites. */
export function oembedLink(base: string, address: string, title: string): string {
  const query = new URLSearchParams({ url: `${base}${address}`, format: 'json' })
  const href = escapeHtml(`${base}/oembed?${query}`)
  return `<link rel="alternate" type="application/json+oembed" href="${href}" title="${escapeHtml(title)}">`
}

/** The title of a game: its players. */
export function titleOf({ seats: { black, white } }: GameView): string {
  return `${nameOf(black)} – ${nameOf(white)} · Hokito`
}

// --- internal ---

/** As the site shows it. */
function nameOf({ name, isBot }: GameView['seats']['black']): string {
  return isBot ? `BOT ${name}` : name
}

/** The preferred size of a frame: the board, and the controls below it. */
const WIDTH = 480
const CONTROLS = 120
/** A smaller board cannot be read. */
const LEAST_WIDTH = 240

const pixelsSchema = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number)

const wishSchema = z.object({
  url: z.url().max(2000),
  format: z.string().max(10).default('json'),
  maxwidth: pixelsSchema.optional(),
  maxheight: pixelsSchema.optional(),
})

const oembedSchema = z.strictObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  provider_name: z.literal('Hokito'),
  provider_url: z.string(),
  cache_age: z.number(),
  width: z.number(),
  height: z.number(),
  html: z.string(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
})

interface FrameSize {
  readonly width: number
  readonly height: number
}

/** The game of one of our addresses. */
function gameAt(address: string, base: string) {
  const { origin, pathname } = new URL(address)
  if (origin !== base) return undefined
  const [, id] = /^\/(?:play|embed\/game)\/([^/]+)\/?$/.exec(pathname) ?? []
  return gameIdSchema.safeParse(id).data
}

function sizeWithin({ maxwidth = WIDTH, maxheight = WIDTH + CONTROLS }): FrameSize {
  const width = Math.max(LEAST_WIDTH, Math.min(WIDTH, maxwidth, maxheight - CONTROLS))
  return { width: Math.min(width, maxwidth), height: Math.min(width + CONTROLS, maxheight) }
}

function describe(
  { view, position }: Game,
  base: string,
  { width, height }: FrameSize,
): z.infer<typeof oembedSchema> {
  const title = titleOf(view)
  const frame = `<iframe src="${base}${embedOf(view.id)}" width="${width}" height="${height}" title="${escapeHtml(title)}" loading="lazy" style="border:0"></iframe>`
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'Hokito',
    provider_url: base,
    cache_age: view.ending === undefined ? 60 : 86_400,
    width,
    height,
    html: frame,
    ...(position !== undefined && {
      thumbnail_url: `${base}/play/${view.id}/picture.png`,
      thumbnail_width: PREVIEW_WIDTH,
      thumbnail_height: PREVIEW_HEIGHT,
    }),
  }
}
