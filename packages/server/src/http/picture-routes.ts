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
import * as z from 'zod/mini'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { operation, type PageOperation } from './operation.ts'
import { type PageOutcome, refused, tooMany } from './outcome.ts'
import { keyOf, type PictureWish, readGameFile, readPly, readWish } from './picture-wish.ts'
import type { Pictures } from './pictures.ts'

export interface PictureDependencies {
  readonly games: Games
  readonly visitors: Visitors
  readonly pictures: Pictures
}

/**
 * A game after its latest move, after `ply` moves, or the whole game as an animation. `size`,
 * `theme` and `view` are options (docs/embedding.md).
 */
const gamePicture = operation({
  asker: 'anyone',
  path: '/picture/game/{file}',
  parameters: { file: { schema: z.string() } },
  answer: { type: 'image/png' },
  price: 1,
  handle: async ({ file: name }, { request, address }, dependencies: PictureDependencies) => {
    const { games, pictures, visitors } = dependencies
    const file = readGameFile(name)
    if (file === undefined) return refused({ code: 'unknownGame' })
    const { id, format } = file
    const wish = readWish(format, request.query)
    const asked = readPly(request.query)
    if (wish === undefined || asked === undefined) return refused({ code: 'badRequest' })
    const overKey = `${keyOf(wish)} ${id} ${asked.ply ?? ''}`
    // For a finished game whose picture is cached, nothing has to be read.
    const known = pictures.known(overKey)
    if (known !== undefined) return painted(await known, format, DAY_SECONDS)
    const game = await visitors.longWork.inTurn(games.look(id))
    const record = game && recordOf(game.view)
    if (game === undefined || record === undefined) return refused({ code: 'unknownGame' })
    const ply = asked.ply ?? record.moves.length
    if (ply > record.moves.length) return refused({ code: 'badRequest' })
    const isOver = game.view.ending !== undefined
    return pictureOf(pictures, wish, {
      address,
      seconds: isOver ? DAY_SECONDS : LIVE_SECONDS,
      key: isOver ? overKey : `${keyOf(wish)} ${id} ${game.view.version} ${ply}`,
      scene: () => sceneOf(record, ply),
      game: record,
    })
  },
})

const positionDrawing = positionPicture('svg')
const positionPainting = positionPicture('png')

/** Pictures by address, which any site may show on its own pages. */
export const PICTURE_OPERATIONS: readonly PageOperation<PictureDependencies>[] = [
  gamePicture,
  positionDrawing,
  positionPainting,
]

/** A painted picture, or the retry delay. Any site may show it, and caches keep it for a while. */
export function painted(
  picture: Buffer | number,
  format: PictureFormat,
  seconds: number,
): PageOutcome<never> {
  if (typeof picture === 'number') return { ...tooMany(picture), headers: ANY_SITE }
  return { kind: 'file', content: picture, type: `image/${format}`, headers: keptFor(seconds) }
}

/** A game after `ply` moves, which it must have. */
export function sceneOf(record: GameRecord, ply: number): Scene {
  const made = record.moves.slice(0, ply)
  const scene = sceneAt(walkFrom(positionOf(record), made), ply)
  if (scene === undefined) throw new Error('a game has a position after each of its moves')
  return scene
}

/** For how many seconds a picture may be cached while its game is running, and afterwards. */
export const LIVE_SECONDS = 5
export const DAY_SECONDS = 86_400

// --- internal ---

const SVG = 'image/svg+xml; charset=utf-8'
const ANY_SITE = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

function keptFor(seconds: number): Readonly<Record<string, string>> {
  return { 'Cache-Control': `public, max-age=${seconds}`, ...ANY_SITE }
}

/**
 * The `position` of an HFEN or a layout number, after a `move` from it if one is given, with the
 * same options as a game.
 */
function positionPicture(format: 'svg' | 'png') {
  return operation({
    asker: 'anyone',
    path: `/picture/position.${format}`,
    answer: { type: `image/${format}` },
    price: 1,
    handle: async (_, { request, address }, { pictures }: PictureDependencies) => {
      const scene = readScene(request.query)
      const wish = readWish(format, request.query)
      if (scene === undefined || wish === undefined) return refused({ code: 'badRequest' })
      const { position, lastMove } = scene
      const move = lastMove === undefined ? '' : formatMove(lastMove)
      return pictureOf(pictures, wish, {
        address,
        seconds: DAY_SECONDS,
        key: `${keyOf(wish)} ${formatPosition(position)} ${move}`,
        scene: () => scene,
      })
    },
  })
}

/** A picture's content, the address that requests it, and its cache key. */
interface Shown {
  readonly address: AddressKey
  /** For how long it may be cached. */
  readonly seconds: number
  readonly key: string
  readonly scene: () => Scene
  /** The game that an animation shows. */
  readonly game?: GameRecord
}

/** Draws only if necessary: not for a picture that is cached or refused. */
async function pictureOf(
  pictures: Pictures,
  { format, size, manner }: PictureWish,
  { address, seconds, key, scene, game }: Shown,
): Promise<PageOutcome<never>> {
  if (format === 'svg') {
    const content = drawBoard(scene(), size, manner)
    return { kind: 'file', content, type: SVG, headers: keptFor(seconds) }
  }
  if (format === 'png' || game === undefined) {
    const task = () => ({ kind: 'png', svg: drawBoard(scene(), size, manner) }) as const
    return painted(await pictures.of(key, { address, frames: 1 }, task), format, seconds)
  }
  const { moves } = game
  const start = positionOf(game)
  const task = () => ({ kind: 'gif', start, moves, size, manner }) as const
  const order = { address, frames: moves.length + 1 }
  return painted(await pictures.of(key, order, task), format, seconds)
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
