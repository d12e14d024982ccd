import type { FastifyHelmetOptions } from '@fastify/helmet'
import { gameIdSchema, recordOf } from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { counted } from './counting.ts'
import { dataScript } from './html.ts'

export interface EmbedPageDependencies {
  readonly games: Games
  readonly visitors: Visitors
  /** The built page for frames. */
  readonly page: string
  /** Headers that let any site frame these pages, unlike all other pages. */
  readonly helmet: FastifyHelmetOptions
  /** The headers of all other pages, used here if there is nothing to frame. */
  readonly unframed: FastifyHelmetOptions
}

/** The path of a game's page for frames. */
export function embedOf(id: string): string {
  return `/embed/game/${id}`
}

/**
 * `/embed/game/<id>` and `/embed/analysis#…`: a game in a frame of another site. The first contains
 * the game's record. The second reads the text after `#`, which no server sees.
 */
export function addEmbedPages(
  app: FastifyInstance,
  { games, visitors, page, helmet, unframed }: EmbedPageDependencies,
): void {
  const options = { onRequest: counted(visitors, visitors.requests), helmet }
  app.get<{ Params: { id: string } }>(embedOf(':id'), options, async (request, reply) => {
    const { data: id } = gameIdSchema.safeParse(request.params.id)
    const game = id && (await games.look(id))
    const record = game && recordOf(game.view)
    reply.header('Cache-Control', 'no-cache').type(HTML)
    if (game === undefined || record === undefined) {
      reply.helmet(unframed)
      return reply.code(404).send(withData(page, { problem: 'unknownGame' }))
    }
    return reply.send(withData(page, { id: game.view.id, record: formatRecord(record) }))
  })
  app.get('/embed/analysis', options, async (_, reply) =>
    reply.header('Cache-Control', 'no-cache').type(HTML).send(page),
  )
}

// --- internal ---

const HTML = 'text/html; charset=utf-8'

/** The page with the data that its script shows. */
function withData(page: string, data: object): string {
  return page.replace('</head>', () => `${dataScript('shown', data)}</head>`)
}
