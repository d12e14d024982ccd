import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GameView, gameIdSchema, phaseOf, recordOf } from '@hokito/protocol'
import { formatRecord, score } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Game } from '../game/game.ts'
import type { Limits } from '../limits.ts'
import type { Games } from '../live/games.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureOf } from './picture.ts'

/** What the pages of games need. */
export interface GamePageDoors {
  readonly games: Games
  readonly limits: Limits
  readonly siteFolder: string
  /** The address that people open; absent, the one that they have just asked. */
  readonly publicUrl: string | undefined
}

/** Where a game's page lies: for players a game, for others a view of it, afterwards a replay. */
export const GAME_PAGE = '/play'

/**
 * `/play/:id` is the site's page with a preview for whoever gets the link, `/play/:id/picture.png` the
 * picture in it; `/api/games/:id` the game as data, and `/api/games/:id/hgn` as a record.
 */
export function addGamePages(app: FastifyInstance, doors: GamePageDoors): void {
  const { games, limits, siteFolder, publicUrl } = doors
  const rateLimit = { max: limits.requestsPerMinute, timeWindow: 60_000 }
  const find = async (id: string): Promise<Game | undefined> => {
    if (!gameIdSchema.safeParse(id).success) return undefined
    const table = await games.open(id)
    return typeof table === 'string' ? undefined : table.game
  }
  app.get<IdParams>(`${GAME_PAGE}/:id`, { config: { rateLimit } }, async (request, reply) => {
    const page = await readFile(join(siteFolder, 'index.html'), 'utf8')
    const game = await find(request.params.id)
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
    if (game === undefined) return reply.code(404).send(page)
    const base = publicUrl ?? `${request.protocol}://${request.host}`
    const picture = `${new URL(base).origin}${GAME_PAGE}/${game.view.id}/picture.png`
    return reply.send(page.replace('</head>', `${previewOf(game, picture)}</head>`))
  })
  const pictures = { rateLimit: { max: PICTURES_PER_MINUTE, timeWindow: 60_000 } }
  const picturePath = `${GAME_PAGE}/:id/picture.png`
  app.get<IdParams>(picturePath, { config: pictures }, async (request, reply) => {
    const game = await find(request.params.id)
    if (game?.position === undefined) return reply.code(404).send({ code: 'unknownGame' })
    const isOver = game.view.ending !== undefined
    return reply
      .header('Cache-Control', `public, max-age=${isOver ? DAY_SECONDS : 5}`)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .type('image/png')
      .send(pictureOf(game.position))
  })
  app.get<IdParams>('/api/games/:id', { config: { rateLimit } }, async (request, reply) => {
    const game = await find(request.params.id)
    if (game === undefined) return reply.code(404).send({ code: 'unknownGame' })
    return game.view
  })
  app.get<IdParams>('/api/games/:id/hgn', { config: { rateLimit } }, async (request, reply) => {
    const game = await find(request.params.id)
    const record = game && recordOf(game.view)
    if (record === undefined) return reply.code(404).send({ code: 'unknownGame' })
    return reply.type('text/plain; charset=utf-8').send(formatRecord(record))
  })
}

// --- internal ---

const DAY_SECONDS = 86_400
/** Drawing one takes ten milliseconds or so, in which nothing else is done. */
const PICTURES_PER_MINUTE = 30

interface IdParams {
  Params: { id: string }
}

function previewOf(game: Game, picture: string): string {
  const { black, white } = game.view.seats
  const title = `${black.name} – ${white.name} · Hokito`
  return [
    ['og:type', 'website'],
    ['og:site_name', 'Hokito'],
    ['og:title', title],
    ['og:description', descriptionOf(game)],
    ...(game.position === undefined
      ? []
      : [
          ['og:image', picture],
          ['og:image:width', String(PICTURE_WIDTH)],
          ['og:image:height', String(PICTURE_HEIGHT)],
        ]),
  ]
    .map(([property = '', content = '']) => {
      return `<meta property="${property}" content="${escapeHtml(content)}">`
    })
    .join('')
}

function descriptionOf({ view, position }: Game): string {
  const points = position && score(position)
  const standing = points === undefined ? '' : `${points.black}–${points.white}, `
  return `${standing}${stateOf(view)}`
}

function stateOf(view: GameView): string {
  const { ending, moves } = view
  if (phaseOf(view) === 'dealing') return 'about to begin'
  if (ending === undefined) return `after ${moves.length} moves`
  if (ending.winner === 'nobody') return 'called off'
  return ending.winner === 'draw' ? 'a draw' : `${view.seats[ending.winner].name} wins`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
