import { COLORS, END_RULES, ENDING_KINDS } from '@hokito/rules'
import * as z from 'zod/mini'
import { gameIdSchema, instantSchema } from './ids.ts'
import { textSchema } from './text.ts'

/**
 * Number of moves from the beginning of a game that are counted, for deals that several games
 * share.
 */
export const EXPLORED_PLIES = 12

/** Most games in one reply to `GET /api/explorer/games`. */
export const EXPLORER_PAGE = 20

const countSchema = z.int().check(z.nonnegative())
const marginSchema = z.int().check(z.minimum(-216), z.maximum(216))
/** Longer than the text of any position. */
const positionTextSchema = z.string().check(z.maxLength(400))
const winnerSchema = z.enum([...COLORS, 'draw'])

/** Games by winner. */
const resultsShape = {
  games: countSchema,
  black: countSchema,
  draws: countSchema,
  white: countSchema,
}

/**
 * `GET /api/explorer/moves?position=<HFEN>&endRule=<rule>`: the moves played in a position, from
 * games whose deal several share. The most frequent come first. Moves that are equal by symmetry
 * are counted as one.
 */
export const explorerMovesSchema = z.strictObject({
  moves: z.array(
    z.strictObject({
      move: z.string().check(z.regex(/^[a-f][1-6][a-f][1-6]$/)),
      ...resultsShape,
      /** Black's points minus White's at the end, on average. */
      average: z.number(),
    }),
  ),
})
export type ExplorerMoves = Readonly<z.infer<typeof explorerMovesSchema>>

/** A game in the explorer's list. */
export const exploredGameSchema = z.strictObject({
  id: gameIdSchema,
  /** Absent for a player whom the server has since deleted. */
  black: z.optional(z.string()),
  white: z.optional(z.string()),
  /** The sides that programs played. Absent if none. */
  bots: z.optional(z.array(z.enum(COLORS))),
  winner: winnerSchema,
  ending: z.enum(ENDING_KINDS),
  endRule: z.enum(END_RULES),
  plies: countSchema,
  /** Black's points minus White's on the last board. */
  margin: marginSchema,
  /** The board at the end, as HFEN. */
  lastPosition: positionTextSchema,
  endedAt: instantSchema,
})

/**
 * `GET /api/explorer/games`: finished games that everyone may see, a page at a time, after the game
 * `after`. The latest to begin comes first. At most one filter may be given: `player=<name>`,
 * `winner=<black, white or draw>`, `deal=<number>`, `plies=<count>` or
 * `since=<instant>&until=<instant>`. Games between two instants are ordered by their end, latest
 * first, and `until` is excluded.
 */
export const explorerGamesSchema = z.strictObject({
  games: z.array(exploredGameSchema),
  /** The value of `after` for the next page. Absent on the last page. */
  next: z.optional(gameIdSchema),
})
export type ExplorerGames = Readonly<z.infer<typeof explorerGamesSchema>>

/** Milliseconds since 1970, with at most as many digits as a safe integer. */
const instantTextSchema = z.string().check(z.regex(/^\d{1,15}$/))

/** A filter for the explorer's games. */
export const explorerWishSchema = z.union([
  z.strictObject({}),
  z.strictObject({ player: textSchema(64).check(z.minLength(1)) }),
  z.strictObject({ winner: winnerSchema }),
  z.strictObject({ deal: textSchema(40).check(z.minLength(1)) }),
  z.strictObject({ plies: z.string().check(z.regex(/^\d{1,2}$/)) }),
  z.strictObject({ since: instantTextSchema, until: instantTextSchema }),
])
export type ExplorerWish = Readonly<z.infer<typeof explorerWishSchema>>

/**
 * The topics by which games are counted. For `standing`, `choices` and `covers`, `value` is a
 * number of moves played. `total` is then the sum of Black's margin at that point, of the moves
 * available, or of the moves onto an opponent's piece. For all other topics `total` is the sum of
 * Black's margin at the end. `firstChoices` is the number of moves with which Black can begin, and
 * `firstLead` how many more they are than White's would be. Both, and `margin`, are grouped in
 * steps of {@link EXPLORER_STEP}, named by the lowest value of each.
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

/** Width of a group of margins or choices. */
export const EXPLORER_STEP = 5

/**
 * `GET /api/explorer/statistics`: all finished games that everyone may see, counted by one topic at
 * a time.
 */
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
