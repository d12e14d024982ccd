import { type ByColor, type Color, type RandomBytes, randomDeal, randomIndex } from '@hokito/rules'
import type { GameStore } from './game-store.ts'
import { type NewGameTerms, newGame } from './local-game.ts'
import type { ComputerLevel, Seat } from './seat.ts'

/** The level of the button on the start page: kind to a first visitor, but no walk-over. */
export const FIRST_LEVEL: ComputerLevel = 3

/** The dependencies of starting a game. */
export interface StartGameOptions {
  readonly store: GameStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

/** Stores a new game and returns its id; if it cannot be stored, the game page says why. */
export function startGame(
  { store, now, randomBytes }: StartGameOptions,
  terms: NewGameTerms,
): string {
  const id = newGameId(randomBytes)
  store.save(newGame(id, terms, now()), now())
  return id
}

/** A new game's id: 80 random bits in base 32, so that links never collide. */
export function newGameId(randomBytes: RandomBytes): string {
  return Array.from(randomBytes(16), (byte) => (byte & 31).toString(32)).join('')
}

/** Terms of a game against the computer from a fresh standard deal, by the rulebook's end rule. */
export function quickTerms(
  { randomBytes }: Pick<StartGameOptions, 'randomBytes'>,
  level: ComputerLevel,
): NewGameTerms {
  return {
    seats: seatsAgainst({ kind: 'computer', level }, 'black'),
    setup: 'standard',
    beginning: { kind: 'deal', deal: randomDeal('standard', randomBytes) },
    endRule: 'either',
    timeControl: undefined,
  }
}

/** The seats of one human player, with colour `own`, and an opponent. */
export function seatsAgainst(opponent: Seat, own: Color): ByColor<Seat> {
  const person: Seat = { kind: 'person', name: '' }
  return own === 'black' ? { black: person, white: opponent } : { black: opponent, white: person }
}

/** A random side. */
export function randomColor(randomBytes: RandomBytes): Color {
  return randomIndex(2, randomBytes) === 0 ? 'black' : 'white'
}
