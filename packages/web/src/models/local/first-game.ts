import type { Position } from '@hokito/rules'
import { type LocalGame, newGame } from './local-game.ts'
import { seatsAgainst } from './start-game.ts'

/**
 * The one game of the last lesson, kept as long as the tab: a learner who looks around the site or
 * reloads continues it.
 */
export const FIRST_GAME_ID = 'firstgame'

/** That game, from a position: the learner is Black, against the weakest computer. */
export function newFirstGame(position: Position, now: number): LocalGame {
  const terms = {
    seats: seatsAgainst({ kind: 'computer', level: 1 }, 'black'),
    setup: 'custom',
    beginning: { kind: 'position', position },
    endRule: 'either',
    compensation: 0,
    timeControl: undefined,
  } as const
  return newGame(FIRST_GAME_ID, terms, now)
}
