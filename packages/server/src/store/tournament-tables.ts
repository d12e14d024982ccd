import type { ClassId, Day, GameId, PlayerId, TournamentId, TournamentKind } from '@hokito/protocol'

/**
 * A row for each tournament. Results of its games are in `tournamentPairings`; standings are never
 * stored.
 */
export interface TournamentsTable {
  id: TournamentId
  kind: TournamentKind
  maker: PlayerId
  termsJson: string
  rounds: number
  createdAt: number
  startsAt: number
  /** The present round. Only one node can raise it by one, so only one pairs the next round. */
  round: number
  /** The number of players who have entered. */
  entered: number
  endedAt: number | null
  /** The duration of an arena; null for other kinds. */
  lastsMinutes: number | null
  /** 1 if bots may play in the arena. */
  admitsBots: number | null
  /** When waiting players of an arena were last paired. */
  wavedAt: number | null
  /** Its own name; null if it is called by its maker. */
  name: string | null
  /** The day of an arena that the server has opened by itself. */
  day: Day | null
  /** The class whose teacher and pupils alone see it; null if it is for everyone. */
  class: ClassId | null
}

export interface TournamentEntriesTable {
  tournament: TournamentId
  player: PlayerId
  at: number
  /** The rating when the player entered, by which the first round is paired. */
  rating: number
  /** Since when this player has been out of the tournament. */
  outAt: number | null
}

/** A player's pairing in a round and its result: two rows for a match, one for a bye. */
export interface TournamentPairingsTable {
  tournament: TournamentId
  round: number
  player: PlayerId
  /** Counted from the top; the same for both players. */
  board: number
  opponent: PlayerId | null
  /** The first game of the match, made in the same commit; null for a bye. */
  game: GameId | null
  /** The second game, once it is known. */
  next: GameId | null
  score: number | null
  points: number | null
  /** 1 for a player who missed the time for the first move. */
  isAbsent: number
}

/** A player's standing in an arena: the sum of the games in `arenaPairings` that count. */
export interface ArenaPlayersTable {
  tournament: TournamentId
  player: PlayerId
  /** Since when this player has been waiting, unless a game is running. */
  readyAt: number
  /** The running game; at most one. */
  game: GameId | null
  /** The last or present opponent. */
  opponent: PlayerId | null
  /** The number of games played as Black. */
  blacks: number
  games: number
  score: number
  wins: number
  streak: number
  points: number
}

/** A player's games in an arena, numbered from 1: two rows for each game. */
export interface ArenaPairingsTable {
  tournament: TournamentId
  player: PlayerId
  number: number
  opponent: PlayerId
  game: GameId
  /** 1 for the player who moves first. */
  isBlack: number
  /**
   * 2 for a win, 1 for a draw, 0 for a loss. Null while the game runs, and for good if it ended too
   * late.
   */
  score: number | null
  points: number | null
  /** 1 for a player who missed the time for the first move. */
  isAbsent: number
}
