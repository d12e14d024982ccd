import { type ByColor, type Color, type RandomBytes, randomDeal, randomIndex } from '@hokito/rules'
import { drawId } from '../device/draw-id.ts'
import type { GameStore } from './game-store.ts'
import { type NewGameTerms, newGame } from './local-game.ts'
import type { ComputerLevel, Seat } from './seat.ts'

/** The level of the first game: the easiest, because results lead on from there. */
export const FIRST_LEVEL: ComputerLevel = 1

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

/** A new game's id: 80 random bits, so that links never collide. */
export function newGameId(randomBytes: RandomBytes): string {
  return drawId(randomBytes, 16)
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
    compensation: 0,
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
