import type { Position } from '@hokito/rules'
import { type LocalGame, newGame } from './local-game.ts'
import { seatsAgainst } from './start-game.ts'

/** The one game of the last lesson, kept as long as the tab: whoever looks around the site or reloads goes on with it. */
export const FIRST_GAME_ID = 'firstgame'

/** That game, from a position: the learner is Black, against the gentlest computer. */
export function newFirstGame(position: Position, now: number): LocalGame {
  const terms = {
    seats: seatsAgainst({ kind: 'computer', level: 1 }, 'black'),
    setup: 'custom',
    beginning: { kind: 'position', position },
    endRule: 'either',
    timeControl: undefined,
  } as const
  return newGame(FIRST_GAME_ID, terms, now)
}
