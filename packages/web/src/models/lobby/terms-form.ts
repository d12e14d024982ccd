import {
  areRatable,
  type ColorChoice,
  formatTimeControl,
  type Terms,
  type TimeControl,
  USUAL_TIME_CONTROL,
} from '@hokito/protocol'
import {
  type DealError,
  type EndRule,
  FAIR_COMPENSATION,
  ok,
  parseDeal,
  RANDOM_SETUPS,
  type Result,
} from '@hokito/rules'

/** The audience of a challenge. */
export const AUDIENCES = ['listed', 'private'] as const

/**
 * What is played: a match of two, one game with the fair compensation, one for which a player names
 * it and the other chooses a side, or one game on other terms. The fair ones come first.
 */
export const FORMATS = ['2', 'fair', 'divide', '1'] as const
export type Format = (typeof FORMATS)[number]

/** The source of the deal: chance, both players, or a number. */
export const SETUP_CHOICES = [...RANDOM_SETUPS, 'placed', 'given'] as const

/** The time controls on offer: clocks with the shortest first, then correspondence, then none. */
export const TIMES: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 60, incrementSeconds: 1 },
  { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 },
  USUAL_TIME_CONTROL,
  { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  { kind: 'fischer', initialSeconds: 1800, incrementSeconds: 10 },
  { kind: 'delay', initialSeconds: 300, delaySeconds: 5 },
  { kind: 'correspondence', daysPerMove: 1 },
  { kind: 'correspondence', daysPerMove: 2 },
  { kind: 'correspondence', daysPerMove: 7 },
  { kind: 'none' },
]

/** The fields of the form of a challenge. */
export interface TermsForm {
  readonly audience: (typeof AUDIENCES)[number]
  /** Index in {@link TIMES}. */
  readonly time: number
  readonly games: '2' | '1'
  /** One player names the compensation, the other chooses a side; read if there is one game. */
  readonly isDivided: boolean
  /** The points that White gets; read if there is one game. */
  readonly compensation: number
  readonly color: ColorChoice
  readonly setup: (typeof SETUP_CHOICES)[number]
  /** The deal's number as typed; read if the setup is `given`. */
  readonly dealText: string
  readonly endRule: EndRule
  readonly allowsTakebacks: boolean
  readonly isRated: boolean
}

/** The terms of a challenge, as offered to other players. */
export interface OfferedTerms {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
}

/** The form as the lobby opens it, for a public challenge. */
export const FIRST_TERMS: TermsForm = {
  audience: 'listed',
  time: placeOf('600+5'),
  games: '2',
  isDivided: false,
  compensation: 0,
  color: 'random',
  setup: 'standard',
  dealText: '',
  endRule: 'either',
  allowsTakebacks: true,
  isRated: false,
}

/** The form for a friend: the fair match of the lobby, by link or by name. */
export const FRIENDLY_TERMS: TermsForm = { ...FIRST_TERMS, audience: 'private' }

/** The form from which a challenge was made. */
export function termsFormOf({ terms, color, isListed }: OfferedTerms): TermsForm {
  const { setup, timeControl, games, endRule, compensation = 0, allowsTakebacks } = terms
  const time = placeOf(formatTimeControl(timeControl))
  return {
    audience: isListed ? 'listed' : 'private',
    time: time === -1 ? FIRST_TERMS.time : time,
    games: games === 2 ? '2' : '1',
    isDivided: terms.isDivided === true,
    compensation: terms.isDivided ? 0 : compensation,
    color,
    setup: setup.kind,
    dealText: setup.kind === 'given' ? setup.deal : '',
    endRule,
    allowsTakebacks,
    isRated: terms.isRated === true,
  }
}

/** The form with changes; a match that can no longer be rated becomes unrated. */
export function changedForm(form: TermsForm, changes: Partial<TermsForm>): TermsForm {
  const changed = withDivisible({ ...form, ...changes })
  const read = readTermsForm(changed)
  return { ...changed, isRated: read.ok && read.value.terms.isRated === true }
}

/**
 * The form for a rated match, with every setting that rules out a rating corrected; or for an
 * unrated one.
 */
export function ratedForm(form: TermsForm, isRated: boolean): TermsForm {
  if (!isRated) return { ...form, isRated }
  const isFair = formatOf(form) === 'fair'
  const setup = isFair || form.setup === 'given' ? FIRST_TERMS.setup : form.setup
  const time = timeOf(form).kind === 'none' ? FIRST_TERMS.time : form.time
  const format = changeTo(isFair ? 'fair' : '2')
  return { ...form, ...format, isRated, setup, time, allowsTakebacks: false }
}

/** What a form says is played. */
export function formatOf({
  games,
  isDivided,
  compensation,
}: Pick<TermsForm, 'games' | 'isDivided' | 'compensation'>): Format {
  if (games === '1' && isDivided) return 'divide'
  return games === '1' && compensation === FAIR_COMPENSATION ? 'fair' : games
}

/** The change of a form to another format. */
export function changeTo(format: Format): Pick<TermsForm, 'games' | 'isDivided' | 'compensation'> {
  return {
    games: format === '2' ? '2' : '1',
    isDivided: format === 'divide',
    compensation: format === 'fair' ? FAIR_COMPENSATION : 0,
  }
}

/** The time control chosen in a form. */
export function timeOf({ time }: Pick<TermsForm, 'time'>): TimeControl {
  return TIMES[time] ?? { kind: 'none' }
}

/** The challenge that a form describes, or why the typed deal is invalid. */
export function readTermsForm(form: TermsForm): Result<OfferedTerms, DealError> {
  const setup = readSetup(form)
  if (!setup.ok) return setup
  const { audience, games, compensation, endRule, allowsTakebacks } = form
  const isDivided = formatOf(form) === 'divide'
  const terms: Terms = {
    setup: setup.value,
    endRule,
    timeControl: timeOf(form),
    allowsTakebacks,
    games: games === '2' ? 2 : 1,
    ...(games === '1' && compensation > 0 && !isDivided && { compensation }),
    ...(isDivided && { isDivided }),
  }
  return ok({
    terms: form.isRated && areRatable(terms) ? { ...terms, isRated: true } : terms,
    // The lot decides who divides.
    color: isDivided ? 'random' : form.color,
    isListed: audience === 'listed',
  })
}

// --- internal ---

/** A deal that both have placed has no sides to choose from. */
function withDivisible(form: TermsForm): TermsForm {
  const isPlaced = formatOf(form) === 'divide' && form.setup === 'placed'
  return isPlaced ? { ...form, setup: FIRST_TERMS.setup } : form
}

/** The place of a time control in {@link TIMES}, by how it is written. */
function placeOf(written: string): number {
  return TIMES.findIndex((each) => formatTimeControl(each) === written)
}

function readSetup({ setup, dealText }: TermsForm): Result<Terms['setup'], DealError> {
  if (setup !== 'given') return ok({ kind: setup })
  const text = dealText.trim()
  const deal = parseDeal(text)
  return deal.ok ? ok({ kind: 'given', deal: text }) : deal
}
