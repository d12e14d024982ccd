import type { GameId, PlayerId, TournamentId, TournamentKind } from '@hokito/protocol'

/** One row a tournament. What follows from its games is in `tournamentPairings`; standings are never stored. */
export interface TournamentsTable {
  id: TournamentId
  kind: TournamentKind
  maker: PlayerId
  termsJson: string
  rounds: number
  createdAt: number
  startsAt: number
  /** The round that is played; raising it by one is what lets only one node pair the next one. */
  round: number
  /** How many have entered. */
  entered: number
  endedAt: number | null
  /** How long an arena lasts; null of all others. */
  lastsMinutes: number | null
  /** 1 where BOTs may play in an arena too. */
  admitsBots: number | null
  /** When those who waited in an arena were last paired. */
  wavedAt: number | null
}

export interface TournamentEntriesTable {
  tournament: TournamentId
  player: PlayerId
  at: number
  /** By which the first round is paired: the rating when the player entered. */
  rating: number
  /** Since when this player plays no more. */
  outAt: number | null
}

/** Whom a player was paired with in a round, and what came of it: two rows a match, one a bye. */
export interface TournamentPairingsTable {
  tournament: TournamentId
  round: number
  player: PlayerId
  /** Counted from the top; the same for both. */
  board: number
  opponent: PlayerId | null
  /** The first game of the match, made in the same commit; none of a bye. */
  game: GameId | null
  /** The second, once it is known. */
  next: GameId | null
  score: number | null
  points: number | null
  /** 1 for whoever had not come to the board in time. */
  isAbsent: number
}

/** Where a player of an arena stands: the sum of the games in `arenaPairings` that count. */
export interface ArenaPlayersTable {
  tournament: TournamentId
  player: PlayerId
  /** Since when this player waits, unless there is a game. */
  readyAt: number
  /** The game that is played; at most one. */
  game: GameId | null
  /** Who was met last, or is being met. */
  opponent: PlayerId | null
  /** How many games were played as Black. */
  blacks: number
  games: number
  score: number
  wins: number
  streak: number
  points: number
}

/** A player's games in an arena, numbered from 1: two rows a game. */
export interface ArenaPairingsTable {
  tournament: TournamentId
  player: PlayerId
  number: number
  opponent: PlayerId
  game: GameId
  /** 1 for whoever moves first. */
  isBlack: number
  /** 2 for a win, 1 for a draw, 0 for a loss; null as long as it is played, and for good where it ended too late. */
  score: number | null
  points: number | null
  /** 1 for whoever had not come to the board in time. */
  isAbsent: number
}
