import { drawPreview, PREVIEW_HEIGHT, PREVIEW_WIDTH } from '@hokito/picture'
import { type GameView, gameIdSchema, gameReplySchema, phaseOf, recordOf } from '@hokito/protocol'
import { formatRecord, score } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Game } from '../game/game.ts'
import { baseOf } from '../ground/origin.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { counted } from './counting.ts'
import { escapeHtml } from './html.ts'
import { oembedLink, titleOf } from './oembed.ts'
import { allowKeeping, DAY_SECONDS, LIVE_SECONDS, sceneOf, sendPainted } from './picture-routes.ts'
import type { Pictures } from './pictures.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'

export interface GamePageDependencies {
  readonly games: Games
  readonly visitors: Visitors
  readonly pictures: Pictures
  /** The site's page, read when the server started. */
  readonly page: string
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/** The path of a game's page: the board for players, a view for others, and later a replay. */
const GAME_PAGE = '/play'

/**
 * `/play/:id` is the site's page with a link preview, `/play/:id/picture.png` the picture in it;
 * `/api/games/:id` is the game as data, and `/api/games/:id/hgn` as a record.
 */
export function addGamePages(app: FastifyInstance, dependencies: GamePageDependencies): void {
  const { games, visitors, pictures, page, publicUrl } = dependencies
  const onRequest = counted(visitors, visitors.requests)
  const find = async (text: string): Promise<Game | undefined> => {
    const { data: id } = gameIdSchema.safeParse(text)
    return id && games.look(id)
  }
  app.get<IdParams>(`${GAME_PAGE}/:id`, { onRequest }, async (request, reply) => {
    const game = await find(request.params.id)
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8')
    if (game === undefined) return reply.code(404).send(page)
    const preview = previewOf(game, baseOf(request, publicUrl))
    return reply.send(page.replace('</head>', () => `${preview}</head>`))
  })
  app.get<IdParams>(pictureOf(':id'), { onRequest }, async (request, reply) => {
    const game = await find(request.params.id)
    const record = game && recordOf(game.view)
    if (game === undefined || record === undefined) return refuse(reply, 404, UNKNOWN)
    const { id, version, ending } = game.view
    const scene = () => sceneOf(record, record.moves.length)
    const task = () => ({ kind: 'png', svg: drawPreview(scene()) }) as const
    const order = { address: visitors.addressOf(request.raw), frames: 1 }
    allowKeeping(reply, ending === undefined ? LIVE_SECONDS : DAY_SECONDS)
    return sendPainted(reply, await pictures.of(`preview ${id} ${version}`, order, task), 'png')
  })
  const schema = { response: { 200: gameReplySchema, ...REFUSALS } }
  jsonRoutesOf(app).get<IdParams>(
    '/api/games/:id',
    { onRequest, schema },
    async (request, reply) => {
      const game = await find(request.params.id)
      if (game === undefined) return refuse(reply, 404, UNKNOWN)
      return game.view
    },
  )
  app.get<IdParams>('/api/games/:id/hgn', { onRequest }, async (request, reply) => {
    const game = await find(request.params.id)
    const record = game && recordOf(game.view)
    if (record === undefined) return refuse(reply, 404, UNKNOWN)
    return reply.type('text/plain; charset=utf-8').send(formatRecord(record))
  })
}

// --- internal ---

const UNKNOWN = { code: 'unknownGame' } as const

interface IdParams {
  Params: { id: string }
}

function pictureOf(id: string): string {
  return `${GAME_PAGE}/${id}/picture.png`
}

/** The preview of a link; without a picture if the site's address is unknown. */
function previewOf(game: Game, base: string | undefined): string {
  const title = titleOf(game.view)
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', 'Hokito'],
    ['og:title', title],
    ['og:description', descriptionOf(game)],
    ...(game.position === undefined || base === undefined
      ? []
      : [
          ['og:image', `${base}${pictureOf(game.view.id)}`],
          ['og:image:width', String(PREVIEW_WIDTH)],
          ['og:image:height', String(PREVIEW_HEIGHT)],
        ]),
  ].map(([property = '', content = '']) => {
    return `<meta property="${property}" content="${escapeHtml(content)}">`
  })
  // Early in the head, as some clients read only its beginning.
  const link = base === undefined ? '' : oembedLink(base, `${GAME_PAGE}/${game.view.id}`, title)
  return link + properties.join('')
}

function descriptionOf({ view, position }: Game): string {
  const points = position && score(position)
  const standing = points === undefined ? '' : `${points.black}–${points.white}, `
  return `${standing}${stateOf(view)}`
}

function stateOf(view: GameView): string {
  const { ending, moves } = view
  const phase = phaseOf(view)
  if (phase === 'dealing') return 'about to begin'
  if (phase === 'placing') return 'the pieces are being placed'
  if (ending === undefined) return `after ${moves.length} moves`
  if (ending.winner === 'nobody') return 'called off'
  return ending.winner === 'draw' ? 'a draw' : `${view.seats[ending.winner].name} wins`
}
