import { END_RULES, isCompensation } from '@hokito/rules'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import {
  CLOCKS,
  HANDMADE_SETUPS,
  type NewGameForm,
  OPPONENTS,
  SETUP_CHOICES,
} from './new-game-form.ts'
import { COMPUTER_LEVELS } from './seat.ts'

/** The form of a new game as last submitted; the next form opens with it. */
export interface KeptForm {
  /** Undefined if there is none, or none that can be read. */
  read(): NewGameForm | undefined
  write(form: NewGameForm): void
}

/** Kept on this device. */
export function createKeptForm(storage: () => Pick<Storage, 'getItem' | 'setItem'>): KeptForm {
  return {
    read: () => parseForm(parseJson(unlessRefused(() => storage().getItem(KEY)) ?? '')),
    write: (form) => unlessRefused(() => storage().setItem(KEY, JSON.stringify(form))),
  }
}

/** Reads a form, possibly from another version of the site; undefined if it is not a form. */
export function parseForm(json: unknown): NewGameForm | undefined {
  const shape = v.safeParse(FORM, json)
  return shape.success ? shape.output : undefined
}

// --- internal ---

const KEY = 'hokito:new-game'

const NAME = v.pipe(v.string(), v.maxLength(40))

const FORM = v.object({
  opponent: v.picklist(OPPONENTS),
  level: v.picklist(COMPUTER_LEVELS),
  color: v.picklist(['black', 'white', 'random']),
  names: v.object({ black: NAME, white: NAME }),
  setup: v.picklist([
    ...SETUP_CHOICES.filter((choice) => choice !== 'handmade'),
    ...HANDMADE_SETUPS,
  ]),
  // A typed or handmade beginning holds for one game.
  setupText: v.literal(''),
  endRule: v.picklist(END_RULES),
  // Forms of earlier versions have none.
  compensation: v.optional(v.pipe(v.number(), v.check(isCompensation)), 0),
  isDivided: v.optional(v.boolean(), false),
  clock: v.picklist(CLOCKS.map(({ key }) => key)),
})
