import {
  type Beginning,
  type ByColor,
  type Color,
  type DealError,
  type EndRule,
  err,
  type HfenError,
  isMirrored,
  ok,
  outcome,
  parseDeal,
  parsePosition,
  positionOf,
  type RandomBytes,
  type Result,
  randomDeal,
  type Setup,
} from '@hokito/rules'
import type { NewGameTerms } from './local-game.ts'
import type { ComputerLevel } from './seat.ts'
import { FIRST_LEVEL, randomColor, seatsAgainst } from './start-game.ts'

/** Setups as they are offered: those of the rules, and a deal by its number. */
export const SETUP_CHOICES = ['standard', 'mirrored', 'scattered', 'deal', 'custom'] as const
export type SetupChoice = (typeof SETUP_CHOICES)[number]

/** Clocks on offer; the first is none. */
export const CLOCKS = [
  { key: 'none', minutes: 0, seconds: 0 },
  { key: '3+2', minutes: 3, seconds: 2 },
  { key: '5+5', minutes: 5, seconds: 5 },
  { key: '10+10', minutes: 10, seconds: 10 },
  { key: '20+10', minutes: 20, seconds: 10 },
] as const
export type ClockChoice = (typeof CLOCKS)[number]['key']

/** What the form holds while it is filled in. */
export interface NewGameForm {
  readonly opponent: 'computer' | 'friend'
  readonly level: ComputerLevel
  readonly color: Color | 'random'
  readonly names: ByColor<string>
  readonly setup: SetupChoice
  /** The deal id or HFEN that was typed. */
  readonly setupText: string
  readonly endRule: EndRule
  readonly clock: ClockChoice
}

/** Why a form cannot become a game. */
export type FormError =
  | { readonly kind: 'deal'; readonly error: DealError }
  | { readonly kind: 'position'; readonly error: HfenError }
  | { readonly kind: 'over' }

/** The form as it opens; a link can choose the opponent and bring a deal or position along. */
export function formDefaults(query: Readonly<Record<string, string>>): NewGameForm {
  const { opponent, deal, position } = query
  return {
    opponent: opponent === 'friend' ? 'friend' : 'computer',
    level: FIRST_LEVEL,
    color: 'black',
    names: { black: '', white: '' },
    setup: deal !== undefined ? 'deal' : position !== undefined ? 'custom' : 'standard',
    setupText: deal ?? position ?? '',
    endRule: query.endRule === 'onTurn' ? 'onTurn' : 'either',
    clock: 'none',
  }
}

/** Turns the form into the terms of a game; chance decides what was left to it. */
export function readForm(
  form: NewGameForm,
  randomBytes: RandomBytes,
): Result<NewGameTerms, FormError> {
  const beginning = readBeginning(form, randomBytes)
  if (!beginning.ok) return beginning
  if (outcome(positionOf(beginning.value, form.endRule)) !== undefined) return err({ kind: 'over' })
  const clock = CLOCKS.find(({ key }) => key === form.clock)
  return ok({
    seats: readSeats(form, randomBytes),
    setup: setupOf(form.setup, beginning.value),
    beginning: beginning.value,
    endRule: form.endRule,
    timeControl:
      clock === undefined || clock.minutes === 0
        ? undefined
        : { initialMs: clock.minutes * 60_000, incrementMs: clock.seconds * 1000 },
  })
}

// --- internal ---

function readSeats(form: NewGameForm, randomBytes: RandomBytes): NewGameTerms['seats'] {
  if (form.opponent === 'friend') {
    return {
      black: { kind: 'person', name: form.names.black.trim() },
      white: { kind: 'person', name: form.names.white.trim() },
    }
  }
  const own = form.color === 'random' ? randomColor(randomBytes) : form.color
  return seatsAgainst({ kind: 'computer', level: form.level }, own)
}

function readBeginning(
  { setup, setupText, endRule }: NewGameForm,
  randomBytes: RandomBytes,
): Result<Beginning, FormError> {
  const text = setupText.trim()
  if (setup === 'deal') {
    const deal = parseDeal(text)
    return deal.ok
      ? ok({ kind: 'deal', deal: deal.value })
      : err({ kind: 'deal', error: deal.error })
  }
  if (setup === 'custom') {
    const position = parsePosition(text, endRule)
    return position.ok
      ? ok({ kind: 'position', position: position.value })
      : err({ kind: 'position', error: position.error })
  }
  return ok({ kind: 'deal', deal: randomDeal(setup, randomBytes) })
}

function setupOf(choice: SetupChoice, beginning: Beginning): Setup {
  if (choice !== 'deal') return choice
  if (beginning.kind === 'position') return 'custom'
  if (beginning.deal.kind === 'scattered') return 'scattered'
  return isMirrored(beginning.deal) ? 'mirrored' : 'standard'
}
