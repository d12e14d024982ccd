import type { FastifyHelmetOptions } from '@fastify/helmet'
import { gameIdSchema, recordOf } from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import { dataScript } from './html.ts'
import { operation, type PageOperation } from './operation.ts'

export interface EmbedDependencies {
  readonly games: Games
  readonly visitors: Visitors
  /** The built page for frames; there are none without it. */
  readonly framePage: string | undefined
  /** Headers that let any site frame these pages, unlike all other pages. */
  readonly framed: FastifyHelmetOptions
  /** The headers of all other pages, used here if there is nothing to frame. */
  readonly unframed: FastifyHelmetOptions
}

const COMMON = {
  asker: 'anyone',
  answer: { type: 'text/html; charset=utf-8' },
  cache: 'no-cache',
  price: 1,
  isServed: ({ framePage }: EmbedDependencies) => framePage !== undefined,
  helmet: ({ framed }: EmbedDependencies) => framed,
} as const

/** A game in a frame of another site: the page contains the game's record. */
const embeddedGame = operation({
  ...COMMON,
  path: embedOf('{id}'),
  parameters: { id: { schema: z.string() } },
  handle: async ({ id: text }, _, dependencies: EmbedDependencies) => {
    const { games, visitors, framePage = '', unframed } = dependencies
    const { data: id } = gameIdSchema.safeParse(text)
    const game = id && (await visitors.longWork.inTurn(games.look(id)))
    const record = game && recordOf(game.view)
    if (game === undefined || record === undefined) {
      const content = withData(framePage, { problem: 'unknownGame' })
      return { kind: 'file', content, status: 404, helmet: unframed }
    }
    const data = { id: game.view.id, record: formatRecord(record) }
    return { kind: 'file', content: withData(framePage, data) }
  },
})

/** An analysis: the page reads the text after `#`, which no server sees. */
const embeddedAnalysis = operation({
  ...COMMON,
  path: '/embed/analysis',
  handle: async (_, __, { framePage = '' }: EmbedDependencies) => ({
    kind: 'file',
    content: framePage,
  }),
})

export const EMBED_OPERATIONS: readonly PageOperation<EmbedDependencies>[] = [
  embeddedGame,
  embeddedAnalysis,
]

/** The path of a game's page for frames. */
export function embedOf(id: string): string {
  return `/embed/game/${id}`
}

// --- internal ---

/** The page with the data that its script shows. */
function withData(page: string, data: object): string {
  return page.replace('</head>', () => `${dataScript('shown', data)}</head>`)
}
