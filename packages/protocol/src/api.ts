import { COLORS, END_RULES } from '@hokito/rules'
import * as z from 'zod/mini'
import { colorSchema, gameEndingSchema, pointsSchema } from './event.ts'
import { gameIdSchema, playerIdSchema, versionSchema } from './ids.ts'
import { termsSchema } from './terms.ts'

/**
 * What the public API answers. Unlike the messages between site and server, which change together, these only ever
 * gain fields: programs of others read them.
 */

const dateTimeSchema = z.iso
  .datetime()
  .check(z.describe('Date and time in UTC, as in 2026-11-23T19:45:00.000Z'))
const hfenSchema = z.string().check(z.describe('A position in HFEN'))
const moveTextSchema = z
  .string()
  .check(z.describe('A move: the square it starts from and the one it lands on, as in a1c2'))

/** A player in a game, under the name of its day. */
const seatSchema = z.strictObject({ id: playerIdSchema, name: z.string() })

/** Who somebody is. */
export const apiPlayerSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string(),
  since: dateTimeSchema.check(z.describe('When the player first came')),
})
export type ApiPlayer = Readonly<z.infer<typeof apiPlayerSchema>>

/** What a game is doing. */
export const API_PHASES = ['dealing', 'placing', 'playing', 'over'] as const

/** A whole game. */
export const apiGameSchema = z.strictObject({
  id: gameIdSchema,
  version: versionSchema.check(z.describe('Goes up whenever anything happens in the game')),
  createdAt: dateTimeSchema,
  endedAt: z.optional(dateTimeSchema),
  phase: z
    .enum(API_PHASES)
    .check(
      z.describe(
        'dealing and placing: before the first move; over: nothing will be played any more',
      ),
    ),
  black: seatSchema,
  white: seatSchema,
  terms: termsSchema,
  layout: z.optional(z.string().check(z.describe('The number of the layout it began with'))),
  start: z.optional(hfenSchema.check(z.describe('The position it began with, in HFEN'))),
  position: z.optional(hfenSchema.check(z.describe('The position after all moves, in HFEN'))),
  turn: z.optional(
    colorSchema.check(z.describe('Whose turn it is; absent unless it is being played')),
  ),
  turnSince: z.optional(dateTimeSchema.check(z.describe('When the present turn began'))),
  moves: z.array(moveTextSchema),
  clocks: z
    .array(pointsSchema)
    .check(
      z.describe(
        'What each side had left when each turn began, in milliseconds; empty without a clock',
      ),
    ),
  points: z.optional(pointsSchema.check(z.describe('On the board after all moves'))),
  ending: z.optional(
    gameEndingSchema.check(
      z.describe('How it ended and for whom; nobody wins what was called off'),
    ),
  ),
  firstGame: z.optional(gameIdSchema.check(z.describe('Of the second game of a match: the first'))),
  nextGame: z.optional(
    gameIdSchema.check(z.describe('The game that followed: the second of the match, or a rematch')),
  ),
})
export type ApiGame = Readonly<z.infer<typeof apiGameSchema>>

/** A game as lists have it. */
export const apiGameSummarySchema = z.strictObject({
  id: gameIdSchema,
  black: seatSchema,
  white: seatSchema,
  terms: termsSchema,
  plies: z.int().check(z.describe('How many moves were played, of both sides together')),
  endedAt: dateTimeSchema,
  points: z.optional(pointsSchema),
  ending: z.optional(gameEndingSchema),
})
export type ApiGameSummary = Readonly<z.infer<typeof apiGameSummarySchema>>

/** A page of a player's finished games, the latest first. */
export const apiGamesSchema = z.strictObject({
  games: z.array(apiGameSummarySchema),
  next: z.optional(
    gameIdSchema.check(
      z.describe('What to ask for the next page with, as after; absent on the last'),
    ),
  ),
})

/** What the rules say about a position. */
export const apiPositionSchema = z.strictObject({
  position: hfenSchema,
  endRule: z.enum(END_RULES),
  turn: z.enum(COLORS),
  moves: z
    .array(moveTextSchema)
    .check(z.describe('All possible moves; none once the game is over')),
  points: pointsSchema,
  outcome: z.optional(
    z
      .strictObject({ winner: z.enum([...COLORS, 'draw']), stuck: z.array(z.enum(COLORS)) })
      .check(z.describe('Who has won, and who could not move; absent while the game goes on')),
  ),
})

/** Why a request was refused: problem details by RFC 9457. */
export const API_REFUSALS = [
  'badParameter',
  'notFound',
  'unknownGame',
  'unknownPlayer',
  'tooMany',
  'internal',
] as const
export const apiRefusalSchema = z.strictObject({
  type: z.string().check(z.describe('Leads to what the code means')),
  title: z.string(),
  status: z.int(),
  code: z.enum(API_REFUSALS),
  detail: z.optional(z.string().check(z.describe('What was wrong, and where'))),
  parameter: z.optional(z.string().check(z.describe('Of badParameter: which'))),
  retryAfterMs: z.optional(z.int().check(z.describe('Of tooMany: when to ask again'))),
})
export type ApiRefusal = Readonly<z.infer<typeof apiRefusalSchema>>
