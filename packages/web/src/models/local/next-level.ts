import type { GameStore } from './game-store.ts'
import { createKeptForm } from './kept-form.ts'
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

/**
 * The level for the next game: that of the last game, one higher after two wins in a row, one lower
 * after two losses. Of a player without such games it is the level `chosen` in the form for a new
 * game, and at first the easiest.
 */
export function nextLevel(
  /** The games of this device, latest first. */
  games: readonly LocalGame[],
  chosen: ComputerLevel | undefined,
): NextLevel {
  const last = games.map(levelIn).find((level) => level !== undefined)
  if (last === undefined) return { level: chosen ?? FIRST_LEVEL, after: undefined }
  const isRow = (result: GameResult) => countInARow(games, last, result) >= GAMES_IN_A_ROW
  // `best` takes a second for each move and explains nothing, so it is only chosen.
  if (isRow('won') && last !== 'best' && last < HIGHEST_LEVEL) {
    return { level: stepFrom(last, 1), after: 'won' }
  }
  if (isRow('lost') && last !== FIRST_LEVEL) return { level: stepFrom(last, -1), after: 'lost' }
  return { level: last, after: undefined }
}

/** How many of the last finished games against the computer were won at a level, without others. */
export function winsInARow(games: readonly LocalGame[], level: ComputerLevel): number {
  return countInARow(games, level, 'won')
}

/** The level for the next game on this device. */
export function nextLevelHere({ store, deviceStorage }: LevelSources): NextLevel {
  return nextLevel(store.list().games, createKeptForm(deviceStorage).read()?.level)
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

interface LevelSources {
  readonly store: Pick<GameStore, 'list'>
  readonly deviceStorage: () => Storage
}

/** How many of the last finished games against the computer had this result at this level. */
function countInARow(
  games: readonly LocalGame[],
  level: ComputerLevel,
  result: GameResult,
): number {
  const finished = games.filter(
    (game) => game.record.ending !== undefined && levelIn(game) !== undefined,
  )
  const end = finished.findIndex((game) => levelIn(game) !== level || resultOf(game) !== result)
  return end === -1 ? finished.length : end
}

function stepFrom(level: ComputerLevel, by: 1 | -1): ComputerLevel {
  return COMPUTER_LEVELS[COMPUTER_LEVELS.indexOf(level) + by] ?? level
}
