import { drawPreview, PREVIEW_HEIGHT, PREVIEW_WIDTH } from '@hokito/picture'
import { type GameView, gameIdSchema, gameReplySchema, phaseOf, recordOf } from '@hokito/protocol'
import { formatRecord, totals } from '@hokito/rules'
import * as z from 'zod/mini'
import type { Game } from '../game/game.ts'
import { baseOf } from '../ground/origin.ts'
import type { Games } from '../live/games.ts'
import { escapeHtml } from './html.ts'
import { oembedLink, titleOf } from './oembed.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'
import { DAY_SECONDS, LIVE_SECONDS, painted, sceneOf } from './picture-routes.ts'
import type { Pictures } from './pictures.ts'

export interface GamePageDependencies {
  readonly games: Games
  readonly pictures: Pictures
  /** The site's page, read when the server started. */
  readonly page: string
  /** The address that people open; if absent, the one just requested. */
  readonly publicUrl: string | undefined
}

/** The path of a game's page: the board for players, a view for others, and later a replay. */
const GAME_PAGE = '/play'

const COMMON = { asker: 'anyone', price: 1 } as const
const ID = { id: { schema: gameIdSchema, refusal: 'unknownGame' } } as const

/** The site's page with a link preview. */
const gamePage = operation({
  ...COMMON,
  path: `${GAME_PAGE}/{id}`,
  // An unknown game has the page too.
  parameters: { id: { schema: z.string() } },
  answer: { type: 'text/html; charset=utf-8' },
  cache: 'no-cache',
  handle: async ({ id: text }, { request }, dependencies: GamePageDependencies) => {
    const { games, page, publicUrl } = dependencies
    const { data: id } = gameIdSchema.safeParse(text)
    const game = id && (await games.look(id))
    if (game === undefined) return { kind: 'file', content: page, status: 404 }
    const preview = previewOf(game, baseOf(request, publicUrl))
    return { kind: 'file', content: page.replace('</head>', () => `${preview}</head>`) }
  },
})

/** The picture in the link preview. */
const gamePreview = operation({
  ...COMMON,
  path: pictureOf('{id}'),
  parameters: ID,
  answer: { type: 'image/png' },
  handle: async ({ id }, { address }, { games, pictures }: GamePageDependencies) => {
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    if (game === undefined || record === undefined) return refused({ code: 'unknownGame' })
    const { version, ending } = game.view
    const scene = () => sceneOf(record, record.moves.length)
    const task = () => ({ kind: 'png', svg: drawPreview(scene()) }) as const
    const picture = await pictures.of(`preview ${id} ${version}`, { address, frames: 1 }, task)
    return painted(picture, 'png', ending === undefined ? LIVE_SECONDS : DAY_SECONDS)
  },
})

/** The game as data. */
const gameData = operation({
  ...COMMON,
  path: '/api/games/{id}',
  parameters: ID,
  answer: jsonBy(gameReplySchema),
  handle: async ({ id }, _, { games }: GamePageDependencies) => {
    const game = await games.look(id)
    return game === undefined ? refused({ code: 'unknownGame' }) : answered(game.view)
  },
})

/** The game as a record. */
const gameRecord = operation({
  ...COMMON,
  path: '/api/games/{id}/hgn',
  parameters: ID,
  answer: { type: 'text/plain; charset=utf-8' },
  handle: async ({ id }, _, { games }: GamePageDependencies) => {
    const game = await games.look(id)
    const record = game && recordOf(game.view)
    if (record === undefined) return refused({ code: 'unknownGame' })
    return { kind: 'file', content: formatRecord(record) }
  },
})

export const GAME_PAGE_OPERATIONS: readonly PageOperation<GamePageDependencies>[] = [
  gamePage,
  gamePreview,
  gameData,
  gameRecord,
]

// --- internal ---

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
  const points = position && totals(position)
  const standing = points === undefined ? '' : `${points.black}–${points.white}, `
  return `${standing}${stateOf(view)}`
}

function stateOf(view: GameView): string {
  const { ending, moves } = view
  const phase = phaseOf(view)
  if (phase === 'dealing') return 'about to begin'
  if (phase === 'placing') return 'the pieces are being placed'
  if (phase === 'dividing') return 'the points for White are being named'
  if (ending === undefined) return `after ${moves.length} moves`
  if (ending.winner === 'nobody') return 'called off'
  return ending.winner === 'draw' ? 'a draw' : `${view.seats[ending.winner].name} wins`
}
