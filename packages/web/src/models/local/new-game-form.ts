import {
  type Beginning,
  type ByColor,
  COLORS,
  type Color,
  type DealError,
  type EndRule,
  err,
  type HfenError,
  isMirrored,
  ok,
  outcome,
  type Position,
  parseDeal,
  parsePosition,
  positionOf,
  RANDOM_SETUPS,
  type RandomBytes,
  type Result,
  randomDeal,
  type Setup,
} from '@hokito/rules'
import type { NewGameTerms } from './local-game.ts'
import type { ComputerLevel } from './seat.ts'
import { FIRST_LEVEL, randomColor, seatsAgainst } from './start-game.ts'

/** Setups that people make by hand before the game: their own sides, all pieces, or any position. */
export const HANDMADE_SETUPS = ['arranged', 'arrangedAll', 'custom'] as const

/** Setups as they are offered: those that chance deals, a deal by its number, and all that are made by hand. */
export const SETUP_CHOICES = [...RANDOM_SETUPS, 'deal', 'handmade'] as const
export type HandmadeSetup = (typeof HANDMADE_SETUPS)[number]
type SetupChoice = Exclude<(typeof SETUP_CHOICES)[number], 'handmade'> | HandmadeSetup

/** Who can be played on this device. */
export const OPPONENTS = ['computer', 'friend'] as const

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
  readonly opponent: (typeof OPPONENTS)[number]
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
  /** Somebody has to make the beginning first. */
  | { readonly kind: 'unmade' }

/** The form as it opens for the first time. */
const FIRST_FORM: NewGameForm = {
  opponent: 'computer',
  level: FIRST_LEVEL,
  color: 'black',
  names: { black: '', white: '' },
  setup: 'standard',
  setupText: '',
  endRule: 'either',
  clock: 'none',
}

/** The address of a form: it can choose the opponent, bring a deal or a position along with its end rule, and one's colour. */
type FormQuery = Readonly<Record<string, string>>

interface FormOptions {
  /** Can the computer play in this browser? */
  readonly hasComputer?: boolean
  /** The form as it was last sent. */
  readonly last?: NewGameForm | undefined
}

/** The form as it opens: as it was last sent, but for what its address says. Without a computer a friend is played. */
export function formDefaults(
  query: FormQuery,
  { hasComputer = true, last = FIRST_FORM }: FormOptions = {},
): NewGameForm {
  const { deal, position } = query
  const opponent = OPPONENTS.find((each) => each === query.opponent) ?? last.opponent
  return {
    ...last,
    opponent: hasComputer ? opponent : 'friend',
    color: colorIn(query) ?? last.color,
    setup: deal !== undefined ? 'deal' : position !== undefined ? 'custom' : last.setup,
    setupText: deal ?? position ?? '',
    endRule: isGiven(query) ? (query.endRule === 'onTurn' ? 'onTurn' : 'either') : last.endRule,
  }
}

/** What the next form is to open with, after this one: a beginning that was given holds for one game only. */
export function formToKeep(
  form: NewGameForm,
  query: FormQuery,
  before: NewGameForm = FIRST_FORM,
): NewGameForm {
  const { setup, endRule } = isGiven(query) ? before : form
  const { color } = query.position !== undefined ? before : form
  return { ...form, color, setup: setup === 'deal' ? 'standard' : setup, setupText: '', endRule }
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

/** The side that makes the first move: Black, but for a position in which it is White's turn. */
export function beginnerOf({ setup, setupText }: Pick<NewGameForm, 'setup' | 'setupText'>): Color {
  return setup === 'custom' ? turnIn(setupText) : 'black'
}

/** The position that the form has been given, if it is one. */
export function givenPosition({ setup, setupText }: NewGameForm): Position | undefined {
  return setup === 'custom' ? positionIn(setupText) : undefined
}

/** Does somebody have to make the beginning before the game can start? */
export function isUnmade({ setup, setupText }: NewGameForm): boolean {
  return (
    setup === 'arranged' ||
    setup === 'arrangedAll' ||
    (setup === 'custom' && setupText.trim() === '')
  )
}

/** The setup of the form, where that is made by hand. */
export function handmadeIn({ setup }: NewGameForm): HandmadeSetup | undefined {
  return HANDMADE_SETUPS.find((each) => each === setup)
}

/**
 * The form as it becomes once its beginning has been made by hand: a deal that somebody has arranged is one
 * as good as any, known by its number.
 */
export function withBeginning(form: NewGameForm, setupText: string): NewGameForm {
  return { ...form, setup: form.setup === 'custom' ? 'custom' : 'deal', setupText }
}

/** The form with its colour drawn, where that was left to chance. */
export function withColor(
  form: NewGameForm,
  randomBytes: RandomBytes,
): NewGameForm & { readonly color: Color } {
  return { ...form, color: ownColor(form, randomBytes) }
}

// --- internal ---

function isGiven({ deal, position }: FormQuery): boolean {
  return deal !== undefined || position !== undefined
}

/** Whoever plays on from a position goes on with their own side, or with the one whose turn it is. */
function colorIn({ color, position }: FormQuery): Color | undefined {
  if (position === undefined) return undefined
  return COLORS.find((each) => each === color) ?? turnIn(position)
}

/** Whose turn it is in a position; Black's, who begins a game, in a text that is none. */
function turnIn(text: string): Color {
  return positionIn(text)?.turn ?? 'black'
}

function positionIn(text: string): Position | undefined {
  const position = parsePosition(text.trim(), 'either')
  return position.ok ? position.value : undefined
}

function ownColor({ color }: NewGameForm, randomBytes: RandomBytes): Color {
  return color === 'random' ? randomColor(randomBytes) : color
}

function readSeats(form: NewGameForm, randomBytes: RandomBytes): NewGameTerms['seats'] {
  if (form.opponent === 'friend') {
    return {
      black: { kind: 'person', name: form.names.black.trim() },
      white: { kind: 'person', name: form.names.white.trim() },
    }
  }
  return seatsAgainst({ kind: 'computer', level: form.level }, ownColor(form, randomBytes))
}

function readBeginning(
  { setup, setupText, endRule }: NewGameForm,
  randomBytes: RandomBytes,
): Result<Beginning, FormError> {
  const text = setupText.trim()
  switch (setup) {
    case 'arranged':
    case 'arrangedAll':
      return err({ kind: 'unmade' })
    case 'deal':
      return readDeal(text)
    case 'custom':
      return text === '' ? err({ kind: 'unmade' }) : readPosition(text, endRule)
    default:
      return ok({ kind: 'deal', deal: randomDeal(setup, randomBytes) })
  }
}

function readDeal(text: string): Result<Beginning, FormError> {
  const deal = parseDeal(text)
  if (!deal.ok) return err({ kind: 'deal', error: deal.error })
  return ok({ kind: 'deal', deal: deal.value })
}

function readPosition(text: string, endRule: EndRule): Result<Beginning, FormError> {
  const position = parsePosition(text, endRule)
  if (!position.ok) return err({ kind: 'position', error: position.error })
  return ok({ kind: 'position', position: position.value })
}

function setupOf(choice: SetupChoice, beginning: Beginning): Setup {
  if (beginning.kind === 'position') return 'custom'
  if (choice === 'standard') return choice
  if (beginning.deal.kind === 'scattered') return 'scattered'
  return isMirrored(beginning.deal) ? 'mirrored' : 'standard'
}
