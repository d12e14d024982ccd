import {
  areRatable,
  type ColorChoice,
  formatTimeControl,
  type Terms,
  type TimeControl,
} from '@hokito/protocol'
import {
  type DealError,
  type EndRule,
  ok,
  parseDeal,
  RANDOM_SETUPS,
  type Result,
} from '@hokito/rules'

/** The audience of a challenge. */
export const AUDIENCES = ['listed', 'private'] as const

/** The number of games; a match of two is the fair form, so it comes first. */
export const GAME_COUNTS = ['2', '1'] as const

/** The source of the deal: chance, both players, or a number. */
export const SETUP_CHOICES = [...RANDOM_SETUPS, 'placed', 'given'] as const

/** The time controls on offer: clocks with the shortest first, then correspondence, then none. */
export const TIMES: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 60, incrementSeconds: 1 },
  { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 },
  { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
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
  readonly games: (typeof GAME_COUNTS)[number]
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
  time: 3,
  games: '2',
  color: 'random',
  setup: 'standard',
  dealText: '',
  endRule: 'either',
  allowsTakebacks: true,
  isRated: false,
}

/** Terms for friends who just want to play: one game with enough time. */
export const FRIENDLY_TERMS: TermsForm = { ...FIRST_TERMS, audience: 'private', games: '1' }

/** The challenge on these terms. */
export function friendlyOffer(): OfferedTerms {
  const offered = readTermsForm(FRIENDLY_TERMS)
  if (!offered.ok) throw new Error('the friendly terms name no deal')
  return offered.value
}

/** The form from which a challenge was made. */
export function termsFormOf({ terms, color, isListed }: OfferedTerms): TermsForm {
  const { setup, timeControl, games, endRule, allowsTakebacks } = terms
  const time = TIMES.findIndex((each) => formatTimeControl(each) === formatTimeControl(timeControl))
  return {
    audience: isListed ? 'listed' : 'private',
    time: time === -1 ? FIRST_TERMS.time : time,
    games: games === 2 ? '2' : '1',
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
  const changed = { ...form, ...changes }
  const read = readTermsForm(changed)
  return { ...changed, isRated: read.ok && read.value.terms.isRated === true }
}

/**
 * The form for a rated match, with every setting that rules out a rating corrected; or for an
 * unrated one.
 */
export function ratedForm(form: TermsForm, isRated: boolean): TermsForm {
  if (!isRated) return { ...form, isRated }
  const setup = form.setup === 'given' ? FIRST_TERMS.setup : form.setup
  const time = timeOf(form).kind === 'none' ? FIRST_TERMS.time : form.time
  return { ...form, isRated, setup, time, games: '2', allowsTakebacks: false }
}

/** The time control chosen in a form. */
export function timeOf({ time }: Pick<TermsForm, 'time'>): TimeControl {
  return TIMES[time] ?? { kind: 'none' }
}

/** The challenge that a form describes, or why the typed deal is invalid. */
export function readTermsForm(form: TermsForm): Result<OfferedTerms, DealError> {
  const setup = readSetup(form)
  if (!setup.ok) return setup
  const { audience, color, endRule, allowsTakebacks } = form
  const terms: Terms = {
    setup: setup.value,
    endRule,
    timeControl: timeOf(form),
    allowsTakebacks,
    games: form.games === '2' ? 2 : 1,
  }
  return ok({
    terms: form.isRated && areRatable(terms) ? { ...terms, isRated: true } : terms,
    color,
    isListed: audience === 'listed',
  })
}

// --- internal ---

function readSetup({ setup, dealText }: TermsForm): Result<Terms['setup'], DealError> {
  if (setup !== 'given') return ok({ kind: setup })
  const text = dealText.trim()
  const deal = parseDeal(text)
  return deal.ok ? ok({ kind: 'given', deal: text }) : deal
}
