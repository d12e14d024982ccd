import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '@hokito/picture'
import { type GameView, gameIdSchema } from '@hokito/protocol'
import * as z from 'zod'
import type { Game } from '../game/game.ts'
import { baseOf } from '../ground/origin.ts'
import type { Games } from '../live/games.ts'
import { embedOf } from './embed-pages.ts'
import { escapeHtml } from './html.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface OembedDependencies {
  readonly games: Games
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

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

/**
 * Tells a site with the address of a game how to show the game in a frame (oembed.com). JSON only;
 * respects `maxwidth` and `maxheight`.
 */
const oembed = operation({
  asker: 'anyone',
  path: '/oembed',
  query: wishSchema,
  answer: jsonBy(oembedSchema),
  price: 1,
  handle: async (_, { request, query: wish }, { games, publicUrl }: OembedDependencies) => {
    const base = baseOf(request, publicUrl)
    if (base === undefined) return refused({ code: 'badRequest' })
    if (wish.format !== 'json') return refused({ code: 'badRequest' }, { status: 501 })
    const id = gameAt(wish.url, base)
    const game = id && (await games.look(id))
    if (game === undefined) return refused({ code: 'unknownGame' })
    return answered(describe(game, base, sizeWithin(wish)))
  },
})

export const OEMBED_OPERATIONS: readonly PageOperation<OembedDependencies>[] = [oembed]

/** The element in a page's head that announces {@link oembed} to other sites. */
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
  return isBot ? `${name} (bot)` : name
}

/** The preferred size of a frame: the board, and the controls below it. */
const WIDTH = 480
const CONTROLS = 120
/** A smaller board cannot be read. */
const LEAST_WIDTH = 240

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
