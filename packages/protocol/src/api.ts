import { COLORS, END_RULES } from '@hokito/rules'
import * as z from 'zod/mini'
import { TOKEN_SCOPES } from './account.ts'
import { DELETED_NAME } from './deleted-name.ts'
import { colorSchema, gameEndingSchema, OFFER_KINDS, pointsSchema } from './event.ts'
import {
  challengeIdSchema,
  gameIdSchema,
  offerIdSchema,
  playerIdSchema,
  versionSchema,
} from './ids.ts'
import { ratingSchema } from './rating.ts'
import { REFUSALS, TOURNAMENT_REFUSALS } from './refusal.ts'
import { SPEEDS } from './speed.ts'
import { COLOR_CHOICES, termsSchema } from './terms.ts'
import { tournamentLinkSchema } from './tournament.ts'

/**
 * Replies of the public API. The messages between site and server change together. These only ever
 * gain fields, because other people's programs read them.
 */

const dateTimeSchema = z.iso
  .datetime()
  .check(z.describe('Date and time in UTC, as in 2026-11-23T19:45:00.000Z'))
const hfenSchema = z.string().check(z.describe('A position in HFEN'))
const moveTextSchema = z
  .string()
  .check(z.describe('A move: the square it starts from and the one it lands on, as in a1c2'))

/** Set for a player whose account is a BOT. */
const isBotSchema = z.optional(
  z.literal(true).check(z.describe('Of an account that is a BOT: a program plays for it')),
)

/** A player in a game, under the name of that time. */
const seatSchema = z.strictObject({
  id: playerIdSchema,
  name: z
    .string()
    .check(
      z.describe(
        `The name of that day; \`${DELETED_NAME}\`, which nobody can be called, once the account is deleted`,
      ),
    ),
  isBot: isBotSchema,
})

/** A rating and the number of matches behind it. */
const ratedSchema = {
  rating: ratingSchema.check(
    z.describe('The rating, and how far it may be off two times in three'),
  ),
  matches: z.int().check(z.describe('How many rated matches of two games it comes from')),
}

/** A player's public identity. */
export const apiPlayerSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string(),
  isBot: isBotSchema,
  since: dateTimeSchema.check(z.describe('When the player first came')),
  ratings: z
    .array(z.strictObject({ speed: z.enum(SPEEDS), ...ratedSchema }))
    .check(z.describe('By speed; none before the first rated match')),
})
export type ApiPlayer = Readonly<z.infer<typeof apiPlayerSchema>>

/** The account that a token belongs to, and what the token allows. */
export const apiAccountSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string(),
  isBot: isBotSchema,
  scopes: z.array(z.enum(TOKEN_SCOPES)),
})
export type ApiAccount = Readonly<z.infer<typeof apiAccountSchema>>

/** The stages of a game. */
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
  turnSince: z.optional(
    dateTimeSchema.check(
      z.describe('When the present turn began; later by as long as it stands still, or has'),
    ),
  ),
  breaks: z.optional(
    z
      .strictObject({
        black: z.optional(dateTimeSchema),
        white: z.optional(dateTimeSchema),
      })
      .check(
        z.describe(
          'Until when each side is on a break, or was on its latest: until then its own turns take no time',
        ),
      ),
  ),
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
  offers: z.optional(
    z
      .array(z.strictObject({ id: offerIdSchema, kind: z.enum(OFFER_KINDS), by: colorSchema }))
      .check(z.describe('What one side offers the other and has no answer yet')),
  ),
  firstGame: z.optional(gameIdSchema.check(z.describe('Of the second game of a match: the first'))),
  nextGame: z.optional(
    gameIdSchema.check(z.describe('The game that followed: the second of the match, or a rematch')),
  ),
  tournament: z.optional(
    tournamentLinkSchema.check(
      z.describe('The tournament that the game belongs to, with the name of who made it'),
    ),
  ),
})
export type ApiGame = Readonly<z.infer<typeof apiGameSchema>>

/** Tasks of a side without which its game cannot continue. */
export const API_TASKS = ['share', 'place', 'move'] as const

/** A game as a program of one of its players sees it. */
export const apiOwnGameSchema = z.strictObject({
  ...apiGameSchema.shape,
  color: colorSchema.check(z.describe('The side of the account that asks')),
  task: z.optional(
    z
      .enum(API_TASKS)
      .check(
        z.describe(
          'What the game waits for from this side: its bytes for the deal, the places of its pieces, or its move; absent while it waits for the other side or for nobody',
        ),
      ),
  ),
})
export type ApiOwnGame = Readonly<z.infer<typeof apiOwnGameSchema>>

/** An offer to play. */
export const apiChallengeSchema = z.strictObject({
  id: challengeIdSchema,
  challenger: seatSchema,
  opponent: z.optional(
    seatSchema.check(z.describe('Who alone may take it; absent where anybody may')),
  ),
  terms: termsSchema,
  color: z.enum(COLOR_CHOICES).check(z.describe('The side that the challenger takes')),
  isListed: z.boolean().check(z.describe('Does everybody see it in the lobby?')),
  createdAt: dateTimeSchema,
})
export type ApiChallenge = Readonly<z.infer<typeof apiChallengeSchema>>

/** Challenges that are open in the lobby. */
export const apiSeeksSchema = z.strictObject({
  seeks: z.array(apiChallengeSchema),
  total: z.int().check(z.describe('How many there are, shown here or not')),
})

export type ApiSeeks = Readonly<z.infer<typeof apiSeeksSchema>>

/** Challenges that an account has made, and those addressed to it. */
export const apiChallengesSchema = z.strictObject({
  own: z.array(apiChallengeSchema),
  forYou: z.array(apiChallengeSchema),
})
export type ApiChallenges = Readonly<z.infer<typeof apiChallengesSchema>>

/** The events that an account receives. */
export const apiEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('game'),
    game: apiOwnGameSchema,
  }),
  z.strictObject({ type: z.literal('challenge'), challenge: apiChallengeSchema }),
  z.strictObject({ type: z.literal('challengeGone'), id: challengeIdSchema }),
  z.strictObject({ type: z.literal('replaced') }),
])
export type ApiEvent = Readonly<z.infer<typeof apiEventSchema>>

/** The game that a challenge led to. */
export const apiStartedSchema = z.strictObject({ game: gameIdSchema })

/** Success, without data. */
export const apiDoneSchema = z.strictObject({})

/** A game as lists show it. */
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

/** A page of a player's finished games, latest first. */
export const apiGamesSchema = z.strictObject({
  games: z.array(apiGameSummarySchema),
  next: z.optional(
    gameIdSchema.check(
      z.describe('What to ask for the next page with, as after; absent on the last'),
    ),
  ),
})

export type ApiGames = Readonly<z.infer<typeof apiGamesSchema>>

/** The strongest players at a speed. */
export const apiLeaderboardSchema = z.strictObject({
  speed: z.enum(SPEEDS),
  leaders: z
    .array(z.strictObject({ name: z.string(), ...ratedSchema }))
    .check(z.describe('The best first; only those whose rating is settled')),
})
export type ApiLeaderboard = Readonly<z.infer<typeof apiLeaderboardSchema>>

/** The facts about a position that follow from the rules. */
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

export type ApiPosition = Readonly<z.infer<typeof apiPositionSchema>>

/** The engine's analysis of a position. */
export const apiAnalysisSchema = z.strictObject({
  position: hfenSchema,
  endRule: z.enum(END_RULES),
  depth: z
    .int()
    .check(z.describe('How many moves deep it was looked into, of both sides together')),
  nodes: z.int().check(z.describe('How many positions were visited')),
  lines: z
    .array(
      z.strictObject({
        moves: z.array(moveTextSchema).check(z.describe('Best play of both sides from here')),
        estimate: z.optional(
          z
            .number()
            .check(z.describe('The final margin to be expected for the side to move, in points')),
        ),
        proved: z.optional(
          z
            .strictObject({
              verdict: z.enum(['win', 'draw', 'loss']),
              margin: z.optional(z.int().check(z.describe('The exact final margin, in points'))),
            })
            .check(
              z.describe('What is certain for the side to move; there instead of an estimate'),
            ),
        ),
      }),
    )
    .check(z.describe('The best moves, the best first; none once the game is over')),
})
export type ApiAnalysis = Readonly<z.infer<typeof apiAnalysisSchema>>

/** Why the API refuses a request, as problem details by RFC 9457. */
export const API_REFUSALS = [
  'badParameter',
  'badBody',
  'noToken',
  'badToken',
  'missingScope',
  'notABot',
  'hasPlayed',
  'notConnected',
  'refused',
  'notFound',
  'unknownGame',
  'unknownChallenge',
  'unknownPlayer',
  'unknownTournament',
  'tooMany',
  'closing',
  'internal',
] as const
export const apiRefusalSchema = z.strictObject({
  type: z.string().check(z.describe('Leads to what the code means')),
  title: z.string(),
  status: z.int(),
  code: z.enum(API_REFUSALS),
  detail: z.optional(z.string().check(z.describe('What was wrong, and where'))),
  parameter: z.optional(z.string().check(z.describe('Of badParameter: which'))),
  scope: z.optional(
    z.enum(TOKEN_SCOPES).check(z.describe('Of missingScope: what the token would have to have')),
  ),
  reason: z.optional(
    z
      .enum([...REFUSALS, ...TOURNAMENT_REFUSALS])
      .check(z.describe('Of refused: what the game, the lobby or the tournament objects to')),
  ),
  retryAfterMs: z.optional(
    z.int().check(z.describe('Of tooMany, closing and some of refused: when to ask again')),
  ),
})
export type ApiRefusal = Readonly<z.infer<typeof apiRefusalSchema>>
