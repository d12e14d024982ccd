import * as z from 'zod/mini'
import { gameIdSchema, instantSchema } from './ids.ts'
import { type Terms, termsSchema } from './terms.ts'
import { isLive, timeControlSchema } from './time-control.ts'

export const tournamentIdSchema = z
  .string()
  .check(z.regex(/^[0-9A-Za-z]{12}$/))
  .brand<'TournamentId'>()
export type TournamentId = z.infer<typeof tournamentIdSchema>

/**
 * How a tournament is played: `swiss`, in rounds in which those of about the same score meet; `roundRobin`, in rounds
 * until everybody has met everybody; `arena`, one game after another until its time is over.
 */
export const TOURNAMENT_KINDS = ['swiss', 'roundRobin', 'arena'] as const
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number]

/** How many may enter a tournament. */
export const MOST_ENTRANTS = 1000
/** How many may enter one in which everybody meets everybody. */
export const MOST_IN_ROUND_ROBIN = 24
/** How many rounds a Swiss one may have. */
export const MOST_ROUNDS = 11
/** How long an arena may last. */
export const ARENA_MINUTES = { shortest: 10, longest: 180 } as const
/** How long before its start one may be made: a week. */
export const LONGEST_NOTICE_MINUTES = 10_080
/** Who so often does not come to a match of a round in time is out. */
export const MOST_MISSED = 2
/** Standings, and matches of a round, that are given at a time. */
export const TOURNAMENT_PAGE = 50
/** Tournaments that one player may have made, and may have entered, that are not over. */
export const MOST_MADE = 2
export const MOST_ENTERED = 5

const wishedSchemas = {
  timeControl: timeControlSchema.check(
    z.refine(isLive, 'It has to be played at once'),
    z.describe('The time of each game, which is played at once'),
  ),
  startsInMinutes: z
    .int()
    .check(z.minimum(1), z.maximum(LONGEST_NOTICE_MINUTES), z.describe('When it starts')),
}
const isRatedSchema = z
  .optional(z.literal(true))
  .check(z.describe('Do the matches count for ratings?'))

/**
 * What somebody wants to hold, from the usual setup and played at once. In rounds each tie is a match of two games of
 * one deal; in an arena it is one game, which is never rated.
 */
export const tournamentWishSchema = z.union([
  z.strictObject({
    kind: z.optional(z.literal('swiss')).check(z.describe('Swiss if absent')),
    rounds: z
      .int()
      .check(z.minimum(1), z.maximum(MOST_ROUNDS), z.describe('How many rounds, at most')),
    ...wishedSchemas,
    isRated: isRatedSchema,
  }),
  z.strictObject({
    kind: z.literal('roundRobin').check(z.describe('Everybody meets everybody once')),
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
        z.describe('How long it lasts'),
      ),
    ...wishedSchemas,
    admitsBots: z.optional(z.literal(true)).check(z.describe('May BOTs play too?')),
  }),
])
export type TournamentWish = Readonly<z.infer<typeof tournamentWishSchema>>

const kindSchema = z.enum(TOURNAMENT_KINDS)

/** The tournament that a game belongs to. */
export const tournamentLinkSchema = z.strictObject({
  id: tournamentIdSchema,
  kind: kindSchema,
  /** Who made it, by name: it has no other. */
  maker: z.string(),
})
export type TournamentLink = Readonly<z.infer<typeof tournamentLinkSchema>>

/** May a game belong to a tournament? There all are played at once, from the usual setup: the others need no asking. */
export function mayBeOfTournament({ terms }: { readonly terms: Terms }): boolean {
  return isLive(terms.timeControl) && terms.setup.kind === 'standard'
}

/** `GET /api/games/<id>/tournament`: absent where the game belongs to none. */
export const gameTournamentReplySchema = z.strictObject({
  tournament: z.optional(tournamentLinkSchema),
})

const scoreSchema = z.int().check(z.nonnegative())

/** A tournament as lists show it. */
export const tournamentSchema = z.strictObject({
  id: tournamentIdSchema,
  kind: kindSchema,
  /** Who made it, by name. */
  maker: z.string(),
  terms: termsSchema,
  /**
   * How many there will be: of a Swiss one fewer than were asked for where too few have come to meet so often, of a
   * round robin before its start as many as those who have entered would need, of an arena none.
   */
  rounds: z.int(),
  startsAt: instantSchema,
  /** How many have entered. */
  entered: z.int(),
  /** The round that is played, or the last one that was; 0 before the first. An arena that has begun is in its first. */
  round: z.int(),
  /** Only of an arena: until when games count. */
  endsAt: z.optional(instantSchema),
  /** Only of an arena: may BOTs play too? */
  admitsBots: z.optional(z.literal(true)),
  endedAt: z.optional(instantSchema),
})
export type Tournament = Readonly<z.infer<typeof tournamentSchema>>

const onlyOf = (kinds: string, what: string) =>
  z.optional(scoreSchema).check(z.describe(`${kinds}: ${what}`))

/** Where a player stands, and by what; see `docs/tournaments.md`. */
export const tournamentStandingSchema = z.strictObject({
  place: z.int(),
  name: z.string(),
  score: scoreSchema,
  /** Points on the board, in all games. */
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
  /** Plays no more. */
  isOut: z.optional(z.literal(true)),
})
export type TournamentStanding = Readonly<z.infer<typeof tournamentStandingSchema>>

/** Why somebody in an arena has no game. */
export const ARENA_WAITS = ['notBegun', 'paused', 'nextPairing', 'noOpponent', 'closing'] as const
export type ArenaWait = (typeof ARENA_WAITS)[number]

/**
 * A match of a round or a game of an arena; a bye, which has no second name and no game; a match that is lost without
 * play, which has no game; or one of a round robin that is still to come, which has neither game nor scores.
 */
export const tournamentMatchSchema = z.strictObject({
  names: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  /** Its first and its second game; of an arena its only one. */
  games: z.array(gameIdSchema).check(z.maxLength(2)),
  /**
   * Absent until it is over: 2 for a match won, 1 for one drawn. A bye counts as much as one won, in a round robin
   * nothing.
   */
  scores: z.optional(z.array(scoreSchema)),
})
export type TournamentMatch = Readonly<z.infer<typeof tournamentMatchSchema>>

/** What a tournament is to whoever asks. */
const ownEntrySchema = z.strictObject({
  /** Plays no more; in an arena pauses. */
  isOut: z.boolean(),
  /** Absent before the first round. */
  standing: z.optional(tournamentStandingSchema),
  /** The match of the latest round, if it had one; in an arena the game that is played. */
  match: z.optional(tournamentMatchSchema),
  /** How many matches of rounds were lost by not coming in time; absent for none. */
  missed: z.optional(z.int().check(z.positive())),
  /** Only in an arena that is not over: why there is no game. */
  waits: z.optional(z.enum(ARENA_WAITS)),
})

/** A tournament with a page of its standings and of the matches of a round. */
export const tournamentDetailSchema = z.strictObject({
  tournament: tournamentSchema,
  /** From the place that was asked for on, the first where none was. */
  standings: z.array(tournamentStandingSchema),
  /** Whose matches these are; 0 before the first. */
  shownRound: z.int(),
  /**
   * Only in the pause between two rounds: when the next one begins. Absent while matches are played, and once the last
   * round is over.
   */
  nextRoundAt: z.optional(instantSchema),
  /** Of an arena the games that are played, the best players' first. */
  matches: z.array(tournamentMatchSchema),
  /**
   * Only of a round robin that has started: what each has scored against each, both by the order of all standings. Null
   * for oneself, and for matches that are not over.
   */
  crosstable: z.optional(
    z
      .array(z.array(z.nullable(scoreSchema)).check(z.maxLength(MOST_IN_ROUND_ROBIN)))
      .check(z.maxLength(MOST_IN_ROUND_ROBIN)),
  ),
  /** Only for whoever has entered and asks with a cookie. */
  you: z.optional(ownEntrySchema),
})
export type TournamentDetail = Readonly<z.infer<typeof tournamentDetailSchema>>

/** `GET /api/tournaments`: those that are not over, the next first, then the latest that are. */
export const tournamentsReplySchema = z.strictObject({ tournaments: z.array(tournamentSchema) })
export type TournamentsReply = Readonly<z.infer<typeof tournamentsReplySchema>>

/** `POST /api/tournaments/enter` and `/leave`. */
export const tournamentPressSchema = z.strictObject({ tournament: tournamentIdSchema })
/** The answer to `POST /api/tournaments/make`. */
export const tournamentMadeSchema = z.strictObject({ tournament: tournamentIdSchema })
