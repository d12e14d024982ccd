import { drawBoard, type PictureFormat, type Scene, sceneAt, walkFrom } from '@hokito/picture'
import { recordOf } from '@hokito/protocol'
import {
  formatMove,
  formatPosition,
  type GameRecord,
  type Position,
  parseDeal,
  parseMove,
  parsePosition,
  positionOf,
  start,
  tryPlay,
} from '@hokito/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { counted } from './counting.ts'
import { keyOf, type PictureWish, readGameFile, readPly, readWish } from './picture-wish.ts'
import type { Pictures } from './pictures.ts'
import { refuse, refuseForNow } from './replies.ts'

export interface PictureRouteDependencies {
  readonly games: Games
  readonly visitors: Visitors
  readonly pictures: Pictures
}

/**
 * `/picture/game/<id>.svg|png|gif` shows a game after its latest move, after `ply` moves, or the
 * whole game as an animation; `/picture/position.svg|png` shows the `position` of an HFEN or a
 * layout number, after a `move` from it if one is given. `size`, `theme` and `view` are options
 * (docs/embedding.md).
 */
export function addPictureRoutes(
  app: FastifyInstance,
  { games, visitors, pictures }: PictureRouteDependencies,
): void {
  const onRequest = counted(visitors, visitors.requests)
  app.get<FileParams>('/picture/game/:file', { onRequest }, async (request, reply) => {
    const file = readGameFile(request.params.file)
    if (file === undefined) return refuse(reply, 404, UNKNOWN)
    const { id, format } = file
    const wish = readWish(format, request.query)
    const asked = readPly(request.query)
    if (wish === undefined || asked === undefined) return refuse(reply, 400, BAD)
    const overKey = `${keyOf(wish)} ${id} ${asked.ply ?? ''}`
    // For a finished game whose picture is cached, nothing has to be read.
    const known = pictures.known(overKey)
    if (known !== undefined) {
      allowKeeping(reply, DAY_SECONDS)
      return sendPainted(reply, await known, format)
    }
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    if (game === undefined || record === undefined) return refuse(reply, 404, UNKNOWN)
    const ply = asked.ply ?? record.moves.length
    if (ply > record.moves.length) return refuse(reply, 400, BAD)
    const isOver = game.view.ending !== undefined
    allowKeeping(reply, isOver ? DAY_SECONDS : LIVE_SECONDS)
    return send(reply, pictures, wish, {
      address: visitors.addressOf(request.raw),
      key: isOver ? overKey : `${keyOf(wish)} ${id} ${game.view.version} ${ply}`,
      scene: () => sceneOf(record, ply),
      game: record,
    })
  })
  for (const format of ['svg', 'png'] as const) {
    app.get(`/picture/position.${format}`, { onRequest }, async (request, reply) => {
      const scene = readScene(request.query)
      const wish = readWish(format, request.query)
      if (scene === undefined || wish === undefined) return refuse(reply, 400, BAD)
      allowKeeping(reply, DAY_SECONDS)
      const { position, lastMove } = scene
      const move = lastMove === undefined ? '' : formatMove(lastMove)
      return send(reply, pictures, wish, {
        address: visitors.addressOf(request.raw),
        key: `${keyOf(wish)} ${formatPosition(position)} ${move}`,
        scene: () => scene,
      })
    })
  }
}

/** Lets any site show an answer on its own pages, and caches keep it for this long. */
export function allowKeeping(reply: FastifyReply, seconds: number): void {
  reply
    .header('Cache-Control', `public, max-age=${seconds}`)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** Sends a painted picture, or the retry delay. */
export function sendPainted(
  reply: FastifyReply,
  picture: Buffer | number,
  format: PictureFormat,
): FastifyReply {
  if (typeof picture !== 'number') return reply.type(`image/${format}`).send(picture)
  reply.removeHeader('Cache-Control')
  return refuseForNow(reply, picture)
}

/** A game after `ply` moves, which it must have. */
export function sceneOf({ beginning, endRule, moves }: GameRecord, ply: number): Scene {
  const made = moves.slice(0, ply)
  const scene = sceneAt(walkFrom(positionOf(beginning, endRule), made), ply)
  if (scene === undefined) throw new Error('a game has a position after each of its moves')
  return scene
}

/** For how many seconds a picture may be cached while its game is running, and afterwards. */
export const LIVE_SECONDS = 5
export const DAY_SECONDS = 86_400

// --- internal ---

const BAD = { code: 'badRequest' } as const
const UNKNOWN = { code: 'unknownGame' } as const

interface FileParams {
  Params: { file: string }
}

/** A picture's content, the address that requests it, and its cache key. */
interface Shown {
  readonly address: AddressKey
  readonly key: string
  readonly scene: () => Scene
  /** The game that an animation shows. */
  readonly game?: GameRecord
}

/** Draws only if necessary: not for a picture that is cached or refused. */
async function send(
  reply: FastifyReply,
  pictures: Pictures,
  { format, size, manner }: PictureWish,
  { address, key, scene, game }: Shown,
): Promise<FastifyReply> {
  if (format === 'svg') {
    return reply.type('image/svg+xml; charset=utf-8').send(drawBoard(scene(), size, manner))
  }
  if (format === 'png' || game === undefined) {
    const task = () => ({ kind: 'png', svg: drawBoard(scene(), size, manner) }) as const
    return sendPainted(reply, await pictures.of(key, { address, frames: 1 }, task), format)
  }
  const { moves, beginning, endRule } = game
  const start = positionOf(beginning, endRule)
  const task = () => ({ kind: 'gif', start, moves, size, manner }) as const
  const order = { address, frames: moves.length + 1 }
  return sendPainted(reply, await pictures.of(key, order, task), format)
}

/** Reads `position` and `move`; undefined if either is invalid. */
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
  // A picture is the same under either end rule.
  const position = parsePosition(text, 'onTurn')
  return position.ok ? position.value : undefined
}
