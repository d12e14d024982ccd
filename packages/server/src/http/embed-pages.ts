import type { FastifyHelmetOptions } from '@fastify/helmet'
import { gameIdSchema, recordOf, type StudyId, studyIdSchema } from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import * as z from 'zod/mini'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { Studies } from '../studies/studies.ts'
import { dataScript } from './html.ts'
import { operation, type PageOperation } from './operation.ts'

export interface EmbedDependencies {
  readonly games: Games
  readonly studies: Studies
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

/**
 * A chapter of a study that is shared, by its number; the first one without it. An exercise is
 * marked, because the page shows only its beginning.
 */
const embeddedStudy = operation({
  ...COMMON,
  path: '/embed/study/{id}',
  parameters: {
    id: { schema: z.string() },
    chapter: { schema: z.optional(z.string()) },
  },
  price: 3,
  handle: async ({ id: text, chapter: n }, _, dependencies: EmbedDependencies) => {
    const { studies, framePage = '', unframed } = dependencies
    const { data: study } = studyIdSchema.safeParse(text)
    const chapter = study && (await chapterOf(studies, study, n))
    if (chapter === undefined) {
      const content = withData(framePage, { problem: 'unknownStudy' })
      return { kind: 'file', content, status: 404, helmet: unframed }
    }
    const data = { study, n: chapter.n, record: chapter.hgn, isExercise: chapter.isExercise }
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
  embeddedStudy,
  embeddedAnalysis,
]

/** The path of a game's page for frames. */
export function embedOf(id: string): string {
  return `/embed/game/${id}`
}

// --- internal ---

/** The chapter as a reader without a cookie sees it, as the pages of other sites send none. */
async function chapterOf(studies: Studies, id: StudyId, n: string | undefined) {
  const study = await studies.look(id, undefined)
  const heads = study?.chapters ?? []
  const head = n === undefined ? heads[0] : heads.find((each) => String(each.n) === n)
  return head && studies.chapter(id, head.n, undefined)
}

/** The page with the data that its script shows. */
function withData(page: string, data: object): string {
  return page.replace('</head>', () => `${dataScript('shown', data)}</head>`)
}
