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
import { COLOR_CHOICES, compensationSchema, termsSchema } from './terms.ts'
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

/** Set for a player whose account is a bot. */
const isBotSchema = z.optional(
  z.literal(true).check(z.describe('Set for a bot account: a program plays for it')),
)

/** White's compensation in a position's rules. */
const whitePointsSchema = z.optional(
  compensationSchema.check(z.describe('The points that White gets at the end; absent if none')),
)

/** A player in a game, under the name of that time. */
const seatSchema = z.strictObject({
  id: playerIdSchema,
  name: z
    .string()
    .check(
      z.describe(
        `The name at the time of the game; \`${DELETED_NAME}\`, which no player can be called, if the account has been deleted`,
      ),
    ),
  isBot: isBotSchema,
})

/** A rating and the number of matches behind it. */
const ratedSchema = {
  rating: ratingSchema.check(
    z.describe('The rating, and its deviation: in two cases of three the error is no larger'),
  ),
  matches: z.int().check(z.describe('Number of rated matches of two games behind the rating')),
}

/** A player's public identity. */
export const apiPlayerSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string(),
  isBot: isBotSchema,
  since: dateTimeSchema.check(z.describe('When the player first visited')),
  ratings: z
    .array(z.strictObject({ speed: z.enum(SPEEDS), ...ratedSchema }))
    .check(z.describe('One for each speed; none before the first rated match')),
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
export const API_PHASES = ['dealing', 'placing', 'dividing', 'playing', 'over'] as const

/** A whole game. */
export const apiGameSchema = z.strictObject({
  id: gameIdSchema,
  version: versionSchema.check(z.describe('Increases whenever something happens in the game')),
  createdAt: dateTimeSchema,
  endedAt: z.optional(dateTimeSchema),
  phase: z
    .enum(API_PHASES)
    .check(z.describe('dealing, placing and dividing: before the first move; over: no more moves')),
  black: seatSchema,
  white: seatSchema,
  terms: termsSchema,
  layout: z.optional(z.string().check(z.describe('The number of the starting layout'))),
  start: z.optional(hfenSchema.check(z.describe('The starting position, in HFEN'))),
  position: z.optional(hfenSchema.check(z.describe('The position after all moves, in HFEN'))),
  turn: z.optional(
    colorSchema.check(z.describe('The side to move; absent unless the game is in progress')),
  ),
  turnSince: z.optional(
    dateTimeSchema.check(
      z.describe(
        'When the current turn began, moved later by every pause during it. In the second game of a match with a clock it lies up to 30 seconds ahead, until the opponent is ready. You may move earlier',
      ),
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
          'When the current or latest break of each side ends: until then the side’s own turns take no time',
        ),
      ),
  ),
  moves: z.array(moveTextSchema),
  clocks: z
    .array(pointsSchema)
    .check(
      z.describe(
        'The time that each side had left at the beginning of each turn, in milliseconds; empty without a clock',
      ),
    ),
  points: z.optional(pointsSchema.check(z.describe('The points on the board after all moves'))),
  ending: z.optional(
    gameEndingSchema.check(
      z.describe('How the game ended, and who won; nobody wins a game that was called off'),
    ),
  ),
  offers: z.optional(
    z
      .array(z.strictObject({ id: offerIdSchema, kind: z.enum(OFFER_KINDS), by: colorSchema }))
      .check(z.describe('Open offers of one side to the other')),
  ),
  firstGame: z.optional(gameIdSchema.check(z.describe('In the second game of a match: the first'))),
  nextGame: z.optional(
    gameIdSchema.check(z.describe('The next game: the second of the match, or a rematch')),
  ),
  tournament: z.optional(
    tournamentLinkSchema.check(
      z.describe('The tournament of the game, with the name of its maker'),
    ),
  ),
})
export type ApiGame = Readonly<z.infer<typeof apiGameSchema>>

/** Tasks of a side without which its game cannot continue. */
export const API_TASKS = ['share', 'place', 'divide', 'choose', 'move'] as const

/** A game as a program of one of its players sees it. */
export const apiOwnGameSchema = z.strictObject({
  ...apiGameSchema.shape,
  color: colorSchema.check(z.describe('The side of your account')),
  task: z.optional(
    z
      .enum(API_TASKS)
      .check(
        z.describe(
          'What the game needs from your side: your bytes for the deal, the places of your pieces, the points for White, a choice of sides, or your move; absent if it needs nothing',
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
    seatSchema.check(z.describe('The only player who may accept it; absent if anyone may')),
  ),
  terms: termsSchema,
  color: z.enum(COLOR_CHOICES).check(z.describe('The side of the challenger')),
  isListed: z.boolean().check(z.describe('Does everyone see it in the lobby?')),
  createdAt: dateTimeSchema,
})
export type ApiChallenge = Readonly<z.infer<typeof apiChallengeSchema>>

/** Challenges that are open in the lobby. */
export const apiSeeksSchema = z.strictObject({
  seeks: z.array(apiChallengeSchema),
  total: z
    .int()
    .check(
      z.describe('The number of all challenges in the lobby, including those not listed here'),
    ),
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
  plies: z.int().check(z.describe('Number of moves, of both sides together')),
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
      z.describe('Send it as `after` to get the next page; absent on the last page'),
    ),
  ),
})

export type ApiGames = Readonly<z.infer<typeof apiGamesSchema>>

/** The strongest players at a speed. */
export const apiLeaderboardSchema = z.strictObject({
  speed: z.enum(SPEEDS),
  leaders: z
    .array(z.strictObject({ name: z.string(), ...ratedSchema }))
    .check(z.describe('The best first; only players whose rating is settled')),
})
export type ApiLeaderboard = Readonly<z.infer<typeof apiLeaderboardSchema>>

/** The facts about a position that follow from the rules. */
export const apiPositionSchema = z.strictObject({
  position: hfenSchema,
  endRule: z.enum(END_RULES),
  compensation: whitePointsSchema,
  turn: z.enum(COLORS),
  moves: z
    .array(moveTextSchema)
    .check(z.describe('All possible moves; empty once the game is over')),
  points: pointsSchema.check(z.describe('The points on the board, without compensation')),
  outcome: z.optional(
    z
      .strictObject({ winner: z.enum([...COLORS, 'draw']), stuck: z.array(z.enum(COLORS)) })
      .check(z.describe('Who has won, and who cannot move; absent before the end of the game')),
  ),
})

export type ApiPosition = Readonly<z.infer<typeof apiPositionSchema>>

/** The engine's analysis of a position. */
export const apiAnalysisSchema = z.strictObject({
  position: hfenSchema,
  endRule: z.enum(END_RULES),
  compensation: whitePointsSchema,
  depth: z.int().check(z.describe('Depth of the search in moves, of both sides together')),
  nodes: z.int().check(z.describe('Number of positions visited')),
  lines: z
    .array(
      z.strictObject({
        moves: z.array(moveTextSchema).check(z.describe('Best play of both sides from here')),
        estimate: z.optional(
          z.number().check(z.describe('The expected final margin for the side to move, in points')),
        ),
        proved: z.optional(
          z
            .strictObject({
              verdict: z.enum(['win', 'draw', 'loss']),
              margin: z.optional(
                z.number().check(z.describe('The exact final margin, in points or half points')),
              ),
            })
            .check(z.describe('The proved result for the side to move, instead of an estimate')),
        ),
      }),
    )
    .check(z.describe('The best moves, the best first; empty once the game is over')),
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
  type: z.string().check(z.describe('The address of the page that explains the code')),
  title: z.string(),
  status: z.int(),
  code: z.enum(API_REFUSALS),
  detail: z.optional(z.string().check(z.describe('What is wrong, and where'))),
  parameter: z.optional(z.string().check(z.describe('With badParameter: its name'))),
  scope: z.optional(
    z.enum(TOKEN_SCOPES).check(z.describe('With missingScope: the scope that the token lacks')),
  ),
  reason: z.optional(
    z
      .enum([...REFUSALS, ...TOURNAMENT_REFUSALS])
      .check(z.describe('With refused: the objection of the game, the lobby or the tournament')),
  ),
  retryAfterMs: z.optional(
    z
      .int()
      .check(
        z.describe(
          'With tooMany, closing and sometimes refused: how long to wait before you try again, in milliseconds',
        ),
      ),
  ),
})
export type ApiRefusal = Readonly<z.infer<typeof apiRefusalSchema>>
