import { type LocalGame, soloColor } from './local-game.ts'
import { COMPUTER_LEVELS, type ComputerLevel, HIGHEST_LEVEL } from './seat.ts'
import { FIRST_LEVEL } from './start-game.ts'

/** The level of the next game against the computer. */
export interface NextLevel {
  readonly level: ComputerLevel
  /** Why it differs from that of the last games: all of them were won, or all lost. */
  readonly after: 'won' | 'lost' | undefined
}

/** This many results in a row at one level lead to another level. */
export const GAMES_IN_A_ROW = 2

/** A finished game against a level, and when it ended, in milliseconds since 1970. */
export interface LevelResult {
  readonly level: ComputerLevel
  /** Worked out when it is asked for: for a game of the day, that replays its moves. */
  readonly result: () => GameResult | undefined
  readonly at: number
}

/** The games against the computer on this device. */
export interface LevelGames {
  /** Latest first. */
  readonly games: readonly LocalGame[]
  /** The finished games of the day. */
  readonly daily: readonly LevelResult[]
}

/**
 * The level for the next game: that of the last game, one higher after two wins in a row, one lower
 * after two losses. Of a player without such games it is the level `chosen` in the form for a new
 * game, and at first the easiest. A game of the day counts among those at its level. At another
 * level it changes nothing, because many players keep to one level there to compare their days.
 */
export function nextLevel(played: LevelGames, chosen: ComputerLevel | undefined): NextLevel {
  const last = played.games.map(levelIn).find((level) => level !== undefined)
  if (last === undefined) return { level: chosen ?? FIRST_LEVEL, after: undefined }
  const isRow = (result: GameResult) => countInARow(played, last, result) >= GAMES_IN_A_ROW
  // `best` takes a second for each move and explains nothing, so it is only chosen.
  if (isRow('won') && last !== 'best' && last < HIGHEST_LEVEL) {
    return { level: stepFrom(last, 1), after: 'won' }
  }
  if (isRow('lost') && last !== FIRST_LEVEL) return { level: stepFrom(last, -1), after: 'lost' }
  return { level: last, after: undefined }
}

/** How many of the last finished games against the computer were won at a level, without others. */
export function winsInARow(played: LevelGames, level: ComputerLevel): number {
  return countInARow(played, level, 'won')
}

/** A result from the view of the only human player. */
export type GameResult = 'won' | 'drawn' | 'lost'

/** The result for the only human player; undefined if there is none, or while the game runs. */
export function resultOf(game: LocalGame): GameResult | undefined {
  const own = soloColor(game)
  const winner = game.record.ending?.winner
  if (own === undefined || winner === undefined) return undefined
  if (winner === 'draw') return 'drawn'
  return winner === own ? 'won' : 'lost'
}

/** The level of the computer in a game against a person; undefined in other games. */
export function levelIn(game: LocalGame): ComputerLevel | undefined {
  if (soloColor(game) === undefined) return undefined
  const { black, white } = game.seats
  return black.kind === 'computer'
    ? black.level
    : white.kind === 'computer'
      ? white.level
      : undefined
}

// --- internal ---

/** How many of the last finished games against the computer had this result at this level. */
function countInARow(
  { games, daily }: LevelGames,
  level: ComputerLevel,
  result: GameResult,
): number {
  const finished = [
    ...games.flatMap(resultIn),
    ...daily.filter((each) => each.level === level),
  ].toSorted((a, b) => b.at - a.at)
  const end = finished.findIndex((each) => each.level !== level || each.result() !== result)
  return end === -1 ? finished.length : end
}

/** Nothing unless it is a finished game against the computer. */
function resultIn(game: LocalGame): LevelResult | [] {
  const [level, result] = [levelIn(game), resultOf(game)]
  return level === undefined || result === undefined
    ? []
    : { level, result: () => result, at: game.updatedAt }
}

function stepFrom(level: ComputerLevel, by: 1 | -1): ComputerLevel {
  return COMPUTER_LEVELS[COMPUTER_LEVELS.indexOf(level) + by] ?? level
}
