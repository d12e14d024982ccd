import * as z from 'zod/mini'
import { classIdSchema } from './class.ts'
import { daySchema } from './daily.ts'
import { gameIdSchema, instantSchema } from './ids.ts'
import { compensationSchema, type Terms, termsSchema } from './terms.ts'
import { textSchema } from './text.ts'
import { isLive, timeControlSchema } from './time-control.ts'
import { watchedGameSchema } from './watch.ts'

export const tournamentIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'TournamentId'>()
export type TournamentId = z.infer<typeof tournamentIdSchema>

/**
 * How a tournament is played. `swiss`: in rounds, in which players with about the same score meet.
 * `roundRobin`: in rounds, until everyone has met everyone. `arena`: one game after another, until
 * its time is over.
 */
export const TOURNAMENT_KINDS = ['swiss', 'roundRobin', 'arena'] as const
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number]

/** Most players in a tournament. */
export const MOST_ENTRANTS = 1000
/** Most players in a round robin. */
export const MOST_IN_ROUND_ROBIN = 24
/** Most rounds of a Swiss tournament. */
export const MOST_ROUNDS = 11
/** Duration of an arena. */
export const ARENA_MINUTES = { shortest: 10, longest: 180 } as const
/** What a won game of an arena scores; a draw scores half. */
export const ARENA_WIN = 2
/** In an arena, after this many wins in a row, the next win counts double. */
export const DOUBLING_STREAK = 2

/** What a game of an arena adds to its player's score, after so many wins in a row before it. */
export function arenaGain(score: number, streak: number): number {
  return score === ARENA_WIN && streak >= DOUBLING_STREAK ? 2 * score : score
}
/** Earliest time before its start to make a tournament: a week. */
export const LONGEST_NOTICE_MINUTES = 10_080
/** A player who misses this many matches of rounds is out. */
export const MOST_MISSED = 2
/** Number of boards of the best players in one reply. */
export const MOST_BOARDS = 4
/** Number of standings, and of matches of a round, in one reply. */
export const TOURNAMENT_PAGE = 50
/** Most unfinished tournaments that one player may have made, and may have entered. */
export const MOST_MADE = 2
export const MOST_ENTERED = 5

const wishedSchemas = {
  timeControl: timeControlSchema.check(
    z.refine(isLive, 'Tournament games must be live'),
    z.describe('The time control of each game, which is live'),
  ),
  /** Its own name, as free and as long as that of a player. */
  name: z.optional(textSchema(100).check(z.describe('Its own name'))),
  startsInMinutes: z
    .int()
    .check(z.minimum(1), z.maximum(LONGEST_NOTICE_MINUTES), z.describe('Minutes until it starts')),
  class: z
    .optional(classIdSchema)
    .check(
      z.describe('The class that it is for, one of its maker’s; such a tournament is never rated'),
    ),
}
const isRatedSchema = z.optional(z.literal(true)).check(z.describe('Are the matches rated?'))

/**
 * The terms of a tournament that a player wants to make. Its games are live, from the standard
 * setup. In rounds each tie is a match of two games from one deal. In an arena it is one game,
 * which is never rated. Only the teacher and the pupils of a class see its tournament and enter it.
 */
export const tournamentWishSchema = z.union([
  z.strictObject({
    kind: z.optional(z.literal('swiss')).check(z.describe('Swiss if absent')),
    rounds: z
      .int()
      .check(z.minimum(1), z.maximum(MOST_ROUNDS), z.describe('The maximum number of rounds')),
    ...wishedSchemas,
    isRated: isRatedSchema,
  }),
  z.strictObject({
    kind: z.literal('roundRobin').check(z.describe('Everyone meets everyone once')),
    ...wishedSchemas,
    isRated: isRatedSchema,
  }),
  z.strictObject({
    kind: z.literal('arena').check(z.describe('One game after another, for a set time')),
    lastsMinutes: z
      .int()
      .check(
        z.minimum(ARENA_MINUTES.shortest),
        z.maximum(ARENA_MINUTES.longest),
        z.describe('How long it lasts, in minutes'),
      ),
    ...wishedSchemas,
    admitsBots: z.optional(z.literal(true)).check(z.describe('May bots play too?')),
    compensation: z
      .optional(compensationSchema)
      .check(z.describe('The points that White gets in each game; absent if none')),
  }),
])
export type TournamentWish = Readonly<z.infer<typeof tournamentWishSchema>>

const kindSchema = z.enum(TOURNAMENT_KINDS)

/** A tournament’s own name. Without one, pages name it after its maker. */
const ownNameSchemas = {
  /** The name that its maker has given it. */
  name: z.optional(z.string()),
  /** The day of an arena that the server opens by itself, every day. */
  day: z.optional(daySchema),
}

/** The tournament of a game. */
export const tournamentLinkSchema = z.strictObject({
  id: tournamentIdSchema,
  kind: kindSchema,
  /** The name of its maker. */
  maker: z.string(),
  ...ownNameSchemas,
})
export type TournamentLink = Readonly<z.infer<typeof tournamentLinkSchema>>

/**
 * May a game belong to a tournament? All tournament games are live and from the standard setup, so
 * the page need not ask about others.
 */
export function mayBeOfTournament({ terms }: { readonly terms: Terms }): boolean {
  return isLive(terms.timeControl) && terms.setup.kind === 'standard'
}

/** `GET /api/games/<id>/tournament`: absent if the game does not belong to one. */
export const gameTournamentReplySchema = z.strictObject({
  tournament: z.optional(tournamentLinkSchema),
})

const scoreSchema = z.int().check(z.nonnegative())

/** A tournament as lists show it. */
export const tournamentSchema = z.strictObject({
  id: tournamentIdSchema,
  kind: kindSchema,
  /** The name of its maker. */
  maker: z.string(),
  ...ownNameSchemas,
  /** The class whose teacher and pupils alone see it and may enter. */
  class: z.optional(classIdSchema),
  terms: termsSchema,
  /**
   * The number of rounds. A Swiss tournament has no more than its players need to meet each other.
   * A round robin that has not started has as many as its present entrants need. An arena has none.
   */
  rounds: z.int(),
  startsAt: instantSchema,
  /** Number of players who have entered. */
  entered: z.int(),
  /**
   * The current round, or the latest one; 0 before the first. An arena that has begun is in its
   * first.
   */
  round: z.int(),
  /** Only of an arena: when games stop counting. */
  endsAt: z.optional(instantSchema),
  /** Only of an arena: may bots play too? */
  admitsBots: z.optional(z.literal(true)),
  endedAt: z.optional(instantSchema),
})
export type Tournament = Readonly<z.infer<typeof tournamentSchema>>

const onlyOf = (kinds: string, what: string) =>
  z.optional(scoreSchema).check(z.describe(`${kinds}: ${what}`))

/** A player's place, and the values that decide it. See `docs/tournaments.md`. */
export const tournamentStandingSchema = z.strictObject({
  place: z.int(),
  name: z.string(),
  score: scoreSchema,
  /** Points on the board, from all games. */
  points: scoreSchema,
  buchholz: onlyOf('Swiss', 'what all opponents have scored'),
  headToHead: onlyOf('Swiss and round robin', 'what was scored among those who are level'),
  sonnebornBerger: onlyOf(
    'Round robin',
    'twice what those have scored who were beaten, and once what those have who were held',
  ),
  games: onlyOf('Arena', 'games that count'),
  wins: onlyOf('Arena', 'games won'),
  streak: onlyOf('Arena', 'games won in a row, up to now'),
  /** The player has left. */
  isOut: z.optional(z.literal(true)),
  /** The player is a program. */
  isBot: z.optional(z.literal(true)),
})
export type TournamentStanding = Readonly<z.infer<typeof tournamentStandingSchema>>

/** Why a player in an arena has no game. */
export const ARENA_WAITS = ['notBegun', 'paused', 'nextPairing', 'noOpponent', 'closing'] as const
export type ArenaWait = (typeof ARENA_WAITS)[number]

/**
 * A match of a round, or a game of an arena. A bye has no second name and no game. A match lost
 * without play has no game. A match of a round robin that is still to come has neither games nor
 * scores.
 */
export const tournamentMatchSchema = z.strictObject({
  names: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  /** The first and the second game, or the only one in an arena. */
  games: z.array(gameIdSchema).check(z.maxLength(2)),
  /**
   * Absent until the match is over: 2 for a win, 1 for a draw. A bye counts as a win, but nothing
   * in a round robin.
   */
  scores: z.optional(z.array(scoreSchema)),
})
export type TournamentMatch = Readonly<z.infer<typeof tournamentMatchSchema>>

/** The caller's own part in a tournament. */
const ownEntrySchema = z.strictObject({
  /** The player has left, or pauses in an arena. */
  isOut: z.boolean(),
  /** Absent before the first round. */
  standing: z.optional(tournamentStandingSchema),
  /** The player's match in the latest round, if any. In an arena the current game. */
  match: z.optional(tournamentMatchSchema),
  /** Number of matches of rounds that were lost by missing their beginning. Absent if none. */
  missed: z.optional(z.int().check(z.positive())),
  /** Only in a round robin: the opponent of the next round, if there is one. */
  next: z.optional(z.string()),
  /** Only in an arena that is not over: why the player has no game. */
  waits: z.optional(z.enum(ARENA_WAITS)),
  /** Only in the daily arena, for a player who waits alone: when a house bot takes the other side. */
  botAt: z.optional(instantSchema),
})

/** A tournament with a page of its standings and the matches of a round. */
export const tournamentDetailSchema = z.strictObject({
  tournament: tournamentSchema,
  /** From the requested place on, or from the first. */
  standings: z.array(tournamentStandingSchema),
  /** The round of `matches`; 0 before the first. */
  shownRound: z.int(),
  /**
   * Only in the pause between two rounds: when the next one begins. Absent while matches are being
   * played, and after the last round.
   */
  nextRoundAt: z.optional(instantSchema),
  /** In an arena the current games, those of the best players first. */
  matches: z.array(tournamentMatchSchema),
  /** The boards of the best players who are playing now, for our own pages. */
  boards: z.optional(z.array(watchedGameSchema).check(z.maxLength(MOST_BOARDS))),
  /**
   * Only of a round robin that has started: the score of each player against each, with rows and
   * columns in the order of all standings. Null on the diagonal, and for unfinished matches.
   */
  crosstable: z.optional(
    z
      .array(z.array(z.nullable(scoreSchema)).check(z.maxLength(MOST_IN_ROUND_ROBIN)))
      .check(z.maxLength(MOST_IN_ROUND_ROBIN)),
  ),
  /** Only if the caller has entered and sends a cookie. */
  you: z.optional(ownEntrySchema),
})
export type TournamentDetail = Readonly<z.infer<typeof tournamentDetailSchema>>

/** Most finished games in one reply. */
export const TOURNAMENT_GAMES = 10

/**
 * `GET /api/tournaments/<id>/games?player=<name>`: the finished games of a player in it, the latest
 * first; in rounds, the finished matches. `before` asks for those before a number.
 */
export const tournamentGamesSchema = z.strictObject({
  games: z
    .array(
      z.strictObject({
        /** Of the game in the player's arena, or of the round. */
        number: z.int(),
        opponent: z.string(),
        games: z.array(gameIdSchema).check(z.minLength(1), z.maxLength(2)),
        /** 2 for a win, 1 for a draw. */
        score: scoreSchema,
        /** What counts for the player and for the opponent; a side that gives up gets 0. */
        points: z.array(scoreSchema).check(z.minLength(2), z.maxLength(2)),
      }),
    )
    .check(z.maxLength(TOURNAMENT_GAMES)),
  /** The value of `before` for the next page; absent on the last. */
  next: z.optional(z.int()),
})
export type TournamentGames = Readonly<z.infer<typeof tournamentGamesSchema>>

/**
 * `GET /api/tournaments`: those that are not over, the next first, then those that are, latest
 * first.
 */
export const tournamentsReplySchema = z.strictObject({ tournaments: z.array(tournamentSchema) })
export type TournamentsReply = Readonly<z.infer<typeof tournamentsReplySchema>>

/** `POST /api/tournaments/enter`, `/leave` and `/cancel`. */
export const tournamentPressSchema = z.strictObject({ tournament: tournamentIdSchema })
/** The reply to `POST /api/tournaments/make`. */
export const tournamentMadeSchema = z.strictObject({ tournament: tournamentIdSchema })
