import { COLORS, END_RULES, ENDING_KINDS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameIdSchema, instantSchema } from './ids.ts'

/** Moves from the beginning of a game that are counted where several games share its deal. */
export const EXPLORED_PLIES = 12

/** Games in one answer to `GET /api/explorer/games`, at most. */
export const EXPLORER_PAGE = 20

const countSchema = z.int().check(z.nonnegative())
const marginSchema = z.int().check(z.minimum(-216), z.maximum(216))
/** Longer than any position is written. */
const positionTextSchema = z.string().check(z.maxLength(400))
const winnerSchema = z.enum([...COLORS, 'draw'])

/** Games by who won. */
const resultsShape = {
  games: countSchema,
  black: countSchema,
  draws: countSchema,
  white: countSchema,
}

/**
 * `GET /api/explorer/moves?position=<HFEN>&endRule=<rule>`: what was played there in games whose deal several share, the most frequent
 * first. Moves that come to the same by symmetry are one.
 */
export const explorerMovesSchema = z.strictObject({
  moves: z.array(
    z.strictObject({
      move: z.string().check(z.regex(/^[a-f][1-6][a-f][1-6]$/)),
      ...resultsShape,
      /** Black's points less White's at the end, on average. */
      average: z.number(),
    }),
  ),
})
export type ExplorerMoves = Readonly<z.infer<typeof explorerMovesSchema>>

/** A game in the explorer's list. */
const exploredGameSchema = z.strictObject({
  id: gameIdSchema,
  /** Absent for a player who is known no more. */
  black: z.optional(z.string()),
  white: z.optional(z.string()),
  /** Sides for which programs played; absent where none did. */
  bots: z.optional(z.array(z.enum(COLORS))),
  winner: winnerSchema,
  ending: z.enum(ENDING_KINDS),
  endRule: z.enum(END_RULES),
  plies: countSchema,
  /** Black's points less White's on the last board. */
  margin: marginSchema,
  /** The board at the end, as HFEN. */
  lastPosition: positionTextSchema,
  endedAt: instantSchema,
})

/**
 * `GET /api/explorer/games`: finished games that everybody may see, the last to begin first, a page at a time from the
 * one after `after` on. At most one of `player=<name>`, `winner=<black, white or draw>`, `deal=<number>`,
 * `plies=<count>` and `since=<instant>&until=<instant>` says which; those between two instants come by their end, the
 * last first, the second instant not among them.
 */
export const explorerGamesSchema = z.strictObject({
  games: z.array(exploredGameSchema),
  /** What to ask for the next page with; absent after the last. */
  next: z.optional(gameIdSchema),
})
export type ExplorerGames = Readonly<z.infer<typeof explorerGamesSchema>>

/** Milliseconds since 1970; as many digits as a safe number has. */
const instantTextSchema = z.string().check(z.regex(/^\d{1,15}$/))

/** What one of the explorer's games may be asked to have. */
export const explorerWishSchema = z.union([
  z.strictObject({}),
  z.strictObject({ player: z.string().check(z.minLength(1), z.maxLength(64)) }),
  z.strictObject({ winner: winnerSchema }),
  z.strictObject({ deal: z.string().check(z.minLength(1), z.maxLength(40)) }),
  z.strictObject({ plies: z.string().check(z.regex(/^\d{1,2}$/)) }),
  z.strictObject({ since: instantTextSchema, until: instantTextSchema }),
])
export type ExplorerWish = Readonly<z.infer<typeof explorerWishSchema>>

/**
 * What games are counted by. Of `standing`, `choices` and `covers` the value is a number of moves played, and the total
 * is of Black's margin then, of the moves there were to choose from, and of moves onto a piece of the other side; of all
 * others it is of Black's margin at the end. `firstChoices` is how many moves Black can begin with, `firstLead` how many
 * more these are than White's would be; both, and `margin`, in steps of {@link EXPLORER_STEP}, each named by its lowest.
 */
export const EXPLORER_TOPICS = [
  'all',
  'endRule',
  'ending',
  'setup',
  'plies',
  'margin',
  'firstChoices',
  'firstLead',
  'standing',
  'choices',
  'covers',
] as const
export type ExplorerTopic = (typeof EXPLORER_TOPICS)[number]

/** How far apart counted margins and choices are. */
export const EXPLORER_STEP = 5

/** `GET /api/explorer/statistics`: all finished games that everybody may see, by one thing at a time. */
export const explorerStatisticsSchema = z.strictObject({
  counts: z.array(
    z.strictObject({
      topic: z.enum(EXPLORER_TOPICS),
      value: z.string(),
      ...resultsShape,
      total: z.int(),
    }),
  ),
})
export type ExplorerStatistics = Readonly<z.infer<typeof explorerStatisticsSchema>>
