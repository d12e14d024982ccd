import {
  type Beginning,
  type ByColor,
  COLORS,
  type Color,
  type DealError,
  type EndRule,
  err,
  type HfenError,
  ok,
  outcome,
  type Position,
  parseCompensation,
  parseDeal,
  parsePosition,
  positionOf,
  RANDOM_SETUPS,
  type RandomBytes,
  type Result,
  randomDeal,
  type Setup,
  seededBytes,
} from '@hokito/rules'
import { kindOfDeal, type NewGameTerms } from './local-game.ts'
import { type ComputerLevel, parseLevel } from './seat.ts'
import { FIRST_LEVEL, randomColor, seatsAgainst } from './start-game.ts'

/** Setups made by hand before the game: each side's own pieces, all pieces, or any position. */
export const HANDMADE_SETUPS = ['arranged', 'arrangedAll', 'custom'] as const

/** Setups on offer: random deals, a deal by its number, and all handmade ones. */
export const SETUP_CHOICES = [...RANDOM_SETUPS, 'deal', 'handmade'] as const
export type HandmadeSetup = (typeof HANDMADE_SETUPS)[number]
type SetupChoice = Exclude<(typeof SETUP_CHOICES)[number], 'handmade'> | HandmadeSetup

/** Possible opponents on this device. */
export const OPPONENTS = ['computer', 'friend'] as const

/** Clocks on offer; the first one means no clock. */
export const CLOCKS = [
  { key: 'none', minutes: 0, seconds: 0 },
  { key: '3+2', minutes: 3, seconds: 2 },
  { key: '5+5', minutes: 5, seconds: 5 },
  { key: '10+10', minutes: 10, seconds: 10 },
  { key: '20+10', minutes: 20, seconds: 10 },
] as const
export type ClockChoice = (typeof CLOCKS)[number]['key']

/** The fields of the form. */
export interface NewGameForm {
  readonly opponent: (typeof OPPONENTS)[number]
  readonly level: ComputerLevel
  readonly color: Color | 'random'
  readonly names: ByColor<string>
  readonly setup: SetupChoice
  /** The deal id or HFEN that the player typed. */
  readonly setupText: string
  readonly endRule: EndRule
  /** The points that White gets at the end. */
  readonly compensation: number
  /**
   * Does one player name the points, and the other choose a side? The first name, or the colour
   * Black, then stands for the player who names them.
   */
  readonly isDivided: boolean
  readonly clock: ClockChoice
}

/** Why a form cannot start a game. */
export type FormError =
  | { readonly kind: 'deal'; readonly error: DealError }
  | { readonly kind: 'position'; readonly error: HfenError }
  | { readonly kind: 'over' }
  /** The beginning has yet to be made by hand. */
  | { readonly kind: 'unmade' }

/** The form when it opens for the first time. */
const FIRST_FORM: NewGameForm = {
  opponent: 'computer',
  level: FIRST_LEVEL,
  color: 'black',
  names: { black: '', white: '' },
  setup: 'standard',
  setupText: '',
  endRule: 'either',
  compensation: 0,
  isDivided: false,
  clock: 'none',
}

/**
 * The query of a form's address: it can name the opponent, the computer's level, a deal or a
 * position with its end rule and compensation, and the player's colour.
 */
type FormQuery = Readonly<Record<string, string>>

interface FormOptions {
  /** Can the computer play in this browser? */
  readonly hasComputer?: boolean
  /** The form as last submitted. */
  readonly last?: NewGameForm | undefined
}

/**
 * The form as it opens: as last submitted, except for the parts that its address names. Without a
 * computer the opponent is a friend.
 */
export function formDefaults(
  query: FormQuery,
  { hasComputer = true, last = FIRST_FORM }: FormOptions = {},
): NewGameForm {
  const { deal, position } = query
  const opponent = OPPONENTS.find((each) => each === query.opponent) ?? last.opponent
  return {
    ...last,
    opponent: hasComputer ? opponent : 'friend',
    level: parseLevel(query.level ?? '') ?? last.level,
    color: colorIn(query) ?? last.color,
    setup: deal !== undefined ? 'deal' : position !== undefined ? 'custom' : last.setup,
    setupText: deal ?? position ?? '',
    endRule: isGiven(query) ? (query.endRule === 'onTurn' ? 'onTurn' : 'either') : last.endRule,
    compensation: isGiven(query) ? compensationIn(query) : last.compensation,
    isDivided: !isGiven(query) && last.isDivided,
  }
}

/**
 * The form that the next one opens with, after this one: a given beginning holds for one game only.
 */
export function formToKeep(
  form: NewGameForm,
  query: FormQuery,
  before: NewGameForm = FIRST_FORM,
): NewGameForm {
  const { setup, endRule, compensation, isDivided } = isGiven(query) ? before : form
  const { color } = query.position !== undefined ? before : form
  const kept = setup === 'deal' ? 'standard' : setup
  return { ...form, color, setup: kept, setupText: '', endRule, compensation, isDivided }
}

/** Turns the form into the terms of a game; draws at random whatever was left to chance. */
export function readForm(
  form: NewGameForm,
  randomBytes: RandomBytes,
): Result<NewGameTerms, FormError> {
  const beginning = readBeginning(form, randomBytes)
  if (!beginning.ok) return beginning
  const { endRule, compensation } = form
  const start = { beginning: beginning.value, endRule, compensation }
  if (outcome(positionOf(start)) !== undefined) return err({ kind: 'over' })
  const clock = CLOCKS.find(({ key }) => key === form.clock)
  return ok({
    seats: readSeats(form, randomBytes),
    setup: setupOf(form.setup, beginning.value),
    ...start,
    timeControl:
      clock === undefined || clock.minutes === 0
        ? undefined
        : { initialMs: clock.minutes * 60_000, incrementMs: clock.seconds * 1000 },
  })
}

/**
 * What the board will look like: a random setup by an example, always the same. Undefined for a
 * beginning still to be made, for one that cannot be read, and for a given position, which the form
 * shows itself.
 */
export function previewOf(form: NewGameForm): Position | undefined {
  if (form.setup === 'custom') return undefined
  const beginning = readBeginning(form, seededBytes(EXAMPLE_SEED))
  const { endRule, compensation } = form
  if (!beginning.ok) return undefined
  return positionOf({ beginning: beginning.value, endRule, compensation })
}

/** The side that makes the first move: Black, except in a position with White to move. */
export function beginnerOf({ setup, setupText }: Pick<NewGameForm, 'setup' | 'setupText'>): Color {
  return setup === 'custom' ? turnIn(setupText) : 'black'
}

/** The position given to the form, if there is one. */
export function givenPosition({ setup, setupText }: NewGameForm): Position | undefined {
  return setup === 'custom' ? positionIn(setupText) : undefined
}

/** Does the beginning still have to be made by hand before the game can start? */
export function isUnmade({ setup, setupText }: NewGameForm): boolean {
  return (
    setup === 'arranged' ||
    setup === 'arrangedAll' ||
    (setup === 'custom' && setupText.trim() === '')
  )
}

/** The setup of the form, if it is made by hand. */
export function handmadeIn({ setup }: NewGameForm): HandmadeSetup | undefined {
  return HANDMADE_SETUPS.find((each) => each === setup)
}

/**
 * The form once its beginning has been made by hand: an arranged deal is a deal like any other,
 * known by its number.
 */
export function withBeginning(form: NewGameForm, setupText: string): NewGameForm {
  return { ...form, setup: form.setup === 'custom' ? 'custom' : 'deal', setupText }
}

/** The form with its colour drawn, if that was left to chance. */
export function withColor(
  form: NewGameForm,
  randomBytes: RandomBytes,
): NewGameForm & { readonly color: Color } {
  return { ...form, color: ownColor(form, randomBytes) }
}

// --- internal ---

const EXAMPLE_SEED = 1

function isGiven({ deal, position }: FormQuery): boolean {
  return deal !== undefined || position !== undefined
}

/**
 * A player who plays on from a position keeps the colour in the address, or else takes the side to
 * move.
 */
function colorIn({ color, position }: FormQuery): Color | undefined {
  if (position === undefined) return undefined
  return COLORS.find((each) => each === color) ?? turnIn(position)
}

/** The compensation of a beginning in the address; none if it names none that can be read. */
function compensationIn({ compensation = '' }: FormQuery): number {
  const points = parseCompensation(compensation)
  return points.ok ? points.value : 0
}

/** The side to move in a position; Black, who begins a game, if the text is not a position. */
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
  const random = RANDOM_SETUPS.find((kind) => kind === choice)
  if (random !== undefined) return random
  return kindOfDeal(beginning.deal, 'standard')
}
