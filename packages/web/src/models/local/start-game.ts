import { type ByColor, type Color, type RandomBytes, randomDeal, randomIndex } from '@hokito/rules'
import { newGameId, type Services } from '../../services.ts'
import { type NewGameTerms, newGame } from './local-game.ts'
import type { ComputerLevel, Seat } from './seat.ts'

/** The level that the button on the start page plays: kind to a first visitor, no walk-over. */
export const FIRST_LEVEL: ComputerLevel = 3

/** Stores a new game and gives its id; where it cannot be stored the reason is told by the game page. */
export function startGame(services: Services, terms: NewGameTerms): string {
  const id = newGameId(services.randomBytes)
  services.store.save(newGame(id, terms, services.now()), services.now())
  return id
}

/** Terms of a game against the computer from a fresh standard deal, by the rulebook's end rule. */
export function quickTerms({ randomBytes }: Services, level: ComputerLevel): NewGameTerms {
  return {
    seats: seatsAgainst({ kind: 'computer', level }, 'black'),
    setup: 'standard',
    beginning: { kind: 'deal', deal: randomDeal('standard', randomBytes) },
    endRule: 'either',
    timeControl: undefined,
  }
}

/** Seats of one person, playing `own`, against an opponent. */
export function seatsAgainst(opponent: Seat, own: Color): ByColor<Seat> {
  const person: Seat = { kind: 'person', name: '' }
  return own === 'black' ? { black: person, white: opponent } : { black: opponent, white: person }
}

/** A side by lot. */
export function randomColor(randomBytes: RandomBytes): Color {
  return randomIndex(2, randomBytes) === 0 ? 'black' : 'white'
}
