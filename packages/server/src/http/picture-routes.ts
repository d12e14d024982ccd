import { drawBoard, type Scene, sceneAt, scenesOf } from '@hokito/picture'
import {
  formatMove,
  formatPosition,
  type Position,
  parseDeal,
  parseMove,
  parsePosition,
  start,
  tryPlay,
} from '@hokito/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { counted } from './counting.ts'
import { walkOf } from './game-walk.ts'
import { keyOf, type PictureWish, readGameFile, readPly, readWish } from './picture-wish.ts'
import type { Pictures } from './pictures.ts'
import { refuse, refuseForNow } from './replies.ts'

/** What the addresses of pictures need. */
export interface PictureRouteDependencies {
  readonly games: Games
  readonly visitors: Visitors
  readonly pictures: Pictures
}

/**
 * `/picture/game/<id>.svg|png|gif` shows a game after its latest move, after `ply` moves, or whole and moving;
 * `/picture/position.svg|png` the `position` of an HFEN or a layout number, after a `move` from it where one is given.
 * `size`, `theme` and `view` say how (docs/embedding.md).
 */
export function addPictureRoutes(
  app: FastifyInstance,
  { games, visitors, pictures }: PictureRouteDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests)
  app.get<FileParams>('/picture/game/:file', { onRequest }, async (request, reply) => {
    const file = readGameFile(request.params.file)
    const game = file && (await games.look(file.id))
    const walk = game && walkOf(game)
    if (file === undefined || game === undefined || walk === undefined) {
      return refuse(reply, 404, { code: 'unknownGame' })
    }
    const wish = readWish(file.format, request.query)
    const asked = readPly(request.query)
    if (wish === undefined || asked === undefined) return refuse(reply, 400, BAD)
    const ply = asked.ply ?? walk.moves.length
    const scenes = wish.format === 'gif' ? scenesOf(walk) : [sceneAt(walk, ply) ?? []].flat()
    if (scenes.length === 0) return refuse(reply, 400, BAD)
    allowKeeping(reply, game.view.ending === undefined ? LIVE_SECONDS : DAY_SECONDS)
    return send(
      reply,
      pictures,
      { key: `${game.view.id} ${game.view.version} ${ply}`, scenes },
      wish,
    )
  })
  for (const format of ['svg', 'png'] as const) {
    app.get(`/picture/position.${format}`, { onRequest }, async (request, reply) => {
      const scene = readScene(request.query)
      const wish = readWish(format, request.query)
      if (scene === undefined || wish === undefined) return refuse(reply, 400, BAD)
      allowKeeping(reply, DAY_SECONDS)
      const { position, lastMove } = scene
      const key = `${formatPosition(position)} ${lastMove === undefined ? '' : formatMove(lastMove)}`
      return send(reply, pictures, { key, scenes: [scene] }, wish)
    })
  }
}

/** Lets everybody show an answer on their own pages, and whoever is on the way keep it for so long. */
export function allowKeeping(reply: FastifyReply, seconds: number): void {
  reply
    .header('Cache-Control', `public, max-age=${seconds}`)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Sends a painted picture, or says when to come again. */
export function sendPainted(
  reply: FastifyReply,
  picture: Buffer | number,
  type: 'image/png' | 'image/gif',
): FastifyReply {
  if (typeof picture !== 'number') return reply.type(type).send(picture)
  reply.removeHeader('Cache-Control')
  return refuseForNow(reply, picture)
}

/** For how many seconds a picture is right while its game runs, and afterwards. */
export const LIVE_SECONDS = 5
export const DAY_SECONDS = 86_400

// --- internal ---

const BAD = { code: 'badRequest' } as const

interface FileParams {
  Params: { file: string }
}

/** What is on a picture, and what it is kept under. */
interface Shown {
  readonly key: string
  /** One or, of a moving picture, all; never none. */
  readonly scenes: readonly Scene[]
}

async function send(
  reply: FastifyReply,
  pictures: Pictures,
  { key, scenes }: Shown,
  wish: PictureWish,
): Promise<FastifyReply> {
  const { format, size, manner } = wish
  const svgs = scenes.map((scene) => drawBoard(scene, size, manner))
  const [svg = ''] = svgs
  if (format === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(svg)
  const whole = `${keyOf(wish)} ${key}`
  const picture = await pictures.of(whole, () =>
    format === 'png' ? { kind: 'png', svg } : { kind: 'gif', svgs, size, theme: manner.theme },
  )
  return sendPainted(reply, picture, format === 'png' ? 'image/png' : 'image/gif')
}

/** Reads `position` and `move`; undefined where there is anything wrong with them. */
function readScene(query: unknown): Scene | undefined {
  const { position: text, move }: { position?: unknown; move?: unknown } = Object(query)
  const position = typeof text === 'string' ? readPosition(text) : undefined
  if (position === undefined) return undefined
  if (move === undefined) return { position }
  const made = typeof move === 'string' ? parseMove(move) : undefined
  const after = made?.ok ? tryPlay(position, made.value) : undefined
  if (!made?.ok || !after?.ok) return undefined
  return sceneAt({ positions: [position, after.value], moves: [made.value] }, 1)
}

function readPosition(text: string): Position | undefined {
  const deal = parseDeal(text)
  if (deal.ok) return start(deal.value, 'either')
  // Under either rule a picture is the same.
  const position = parsePosition(text, 'onTurn')
  return position.ok ? position.value : undefined
}
