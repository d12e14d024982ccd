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

/** For whom a challenge is. */
export const AUDIENCES = ['listed', 'private'] as const

/** How many games are played; a match of two is the fair form, so it comes first. */
export const GAME_COUNTS = ['2', '1'] as const

/** Where the deal comes from: chance, both players, or a number. */
export const SETUP_CHOICES = [...RANDOM_SETUPS, 'placed', 'given'] as const

/** Times to choose from: clocks with the shortest first, then days, then none. */
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

/** What the form of a challenge holds while it is filled in. */
export interface TermsForm {
  readonly audience: (typeof AUDIENCES)[number]
  /** Index in {@link TIMES}. */
  readonly time: number
  readonly games: (typeof GAME_COUNTS)[number]
  readonly color: ColorChoice
  readonly setup: (typeof SETUP_CHOICES)[number]
  /** The deal's number as it was typed; read where the setup is `given`. */
  readonly dealText: string
  readonly endRule: EndRule
  readonly allowsTakebacks: boolean
  readonly isRated: boolean
}

/** What is offered to others. */
export interface OfferedTerms {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
}

/** The form as the lobby opens it, where everybody is asked. */
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

/** How friends play who just want to: one game with time enough. */
export const FRIENDLY_TERMS: TermsForm = { ...FIRST_TERMS, audience: 'private', games: '1' }

/** What friends offer each other so. */
export function friendlyOffer(): OfferedTerms {
  const offered = readTermsForm(FRIENDLY_TERMS)
  if (!offered.ok) throw new Error('the friendly terms name no deal')
  return offered.value
}

/** The form as a challenge has been made from it. */
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

/** The form with changes; what can no longer be rated is not. */
export function changedForm(form: TermsForm, changes: Partial<TermsForm>): TermsForm {
  const changed = { ...form, ...changes }
  const read = readTermsForm(changed)
  return { ...changed, isRated: read.ok && read.value.terms.isRated === true }
}

/** The form for a rated match, with what keeps it from being one put right; or for one that is not. */
export function ratedForm(form: TermsForm, isRated: boolean): TermsForm {
  if (!isRated) return { ...form, isRated }
  const setup = form.setup === 'given' ? FIRST_TERMS.setup : form.setup
  const time = timeOf(form).kind === 'none' ? FIRST_TERMS.time : form.time
  return { ...form, isRated, setup, time, games: '2', allowsTakebacks: false }
}

/** The time that is chosen in a form. */
export function timeOf({ time }: Pick<TermsForm, 'time'>): TimeControl {
  return TIMES[time] ?? { kind: 'none' }
}

/** What a form offers, or why the deal that was typed is none. */
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
