// @ts-check
/**
 * The states of a game that follow from its events, worked out from the protocol's description. It
 * shares no code with the server.
 */

/**
 * @typedef {'black' | 'white'} Color
 * @typedef {{
 *   version: number,
 *   terms: any,
 *   isListed: boolean,
 *   match: 1 | 2 | undefined,
 *   seats: { black: string, white: string },
 *   deal: string | undefined,
 *   placed: Partial<Record<Color, 'byPlayer' | 'byTime'>>,
 *   moves: readonly { from: number, to: number }[],
 *   offers: readonly { id: number, kind: string, by: Color, toPly?: number }[],
 *   ending: any,
 *   leftBy: Color | undefined,
 *   next: string | undefined,
 *   clock: Clock,
 *   clocks: readonly Clock['leftMs'][],
 *   shared: Partial<Record<Color, true>>,
 *   breaks: Partial<Record<Color, number>>,
 *   ready: Partial<Record<Color, true>>,
 *   restsUntil: number,
 *   standsUntil: number,
 * }} State `standsUntil`: the clock is paused until then for a break, or before the second game of
 *   a match, until `restsUntil` at the latest; `clock.since` includes the pause. `clocks`: both
 *   sides' time left at each ply
 * @typedef {{
 *   leftMs: { black: number, white: number },
 *   since: number,
 *   pausedMs: number,
 * }} Clock `since` is when the turn began plus the time given back, `pausedMs`
 */

/** Plies that cost no time: the first of each side. */
export const FREE_PLIES = 2

/**
 * The states of a game, one after each event. Undefined if the first event does not create it.
 * @param {readonly { event: any }[]} events
 * @returns {readonly State[] | undefined}
 */
export function statesOf(events) {
  const [first] = events
  if (first?.event.kind !== 'created') return undefined
  const states = [begun(first.event)]
  for (const { event } of events.slice(1)) {
    states.push(after(/** @type {State} */ (states.at(-1)), event))
  }
  return states
}

/**
 * @param {Pick<State, 'moves'>} state
 * @returns {Color}
 */
export function turnOf({ moves }) {
  return moves.length % 2 === 0 ? 'black' : 'white'
}

/**
 * The instant before which time alone may not decide; undefined if it never does.
 * @param {State} state
 * @param {boolean} [isPatient] whether to allow for the most lag that a move could still have
 * deducted
 */
export function dueAt(state, isPatient = false) {
  const { terms, clock, moves, ending, deal } = state
  if (ending !== undefined) return undefined
  const isLive = isLiveBy(terms)
  if (deal === undefined && terms.setup.kind === 'placed') {
    return clock.since + (isLive ? PLACING_MS : daysMs(terms.timeControl))
  }
  if (moves.length < FREE_PLIES) {
    const firstMoveMs = state.isListed ? LISTED_MS : PRIVATE_MS
    return clock.since + (isLive ? firstMoveMs : daysMs(terms.timeControl))
  }
  if (terms.timeControl.kind === 'none') return undefined
  const left = clock.leftMs[turnOf(state)] + delayMs(terms.timeControl)
  return clock.since + left + (isPatient ? lagMs(terms.timeControl) : 0)
}

// --- internal ---

/** Earlier than every instant. */
const NEVER = Number.NEGATIVE_INFINITY
const PLACING_MS = 180_000
const LISTED_MS = 60_000
const PRIVATE_MS = 120_000
const DAY_MS = 86_400_000
/** The longest pause before the second game of a match. */
const REST_MS = 30_000
const MOVES_A_SIDE = 15
const IS_LIVE = new Map([
  ['none', false],
  ['fischer', true],
  ['delay', true],
  ['correspondence', false],
])

/**
 * @param {any} event
 * @returns {State}
 */
function begun({ at, terms, seats, isListed = false, match }) {
  return {
    version: 1,
    terms,
    isListed,
    match: match?.game,
    seats: { black: seats.black.id, white: seats.white.id },
    deal: undefined,
    placed: {},
    moves: [],
    offers: [],
    ending: undefined,
    leftBy: undefined,
    next: undefined,
    clock: clockAt(terms, at),
    clocks: [],
    shared: {},
    breaks: {},
    ready: { ...(seats.black.isBot && { black: true }), ...(seats.white.isBot && { white: true }) },
    restsUntil: NEVER,
    standsUntil: NEVER,
  }
}

/**
 * @param {State} state
 * @param {any} event
 * @returns {State}
 */
function after(state, event) {
  // First takes back the pause counted beyond this event. Below, the breaks that still apply count
  // again.
  const at = event.kind === 'paused' ? event.at - event.ms : event.at
  const before = stoodBy(state, Math.min(0, at - state.standsUntil))
  const changed = { ...before, ...changeBy(before, event), version: state.version + 1 }
  const untils = awaitedIn(changed).map((color) => changed.breaks[color] ?? NEVER)
  const isRest = changed.ending === undefined && !(changed.ready.black && changed.ready.white)
  const standsUntil = Math.max(isRest ? changed.restsUntil : NEVER, ...untils)
  return { ...stoodBy(changed, Math.max(0, standsUntil - event.at)), standsUntil }
}

/**
 * @param {State} state
 * @param {number} ms how much later (or, if negative, earlier) its turn counts as begun, because of
 * breaks
 * @returns {State}
 */
function stoodBy(state, ms) {
  const { clock } = state
  return { ...state, clock: { ...clock, since: clock.since + ms, pausedMs: clock.pausedMs + ms } }
}

/**
 * The sides that the game is waiting for.
 * @param {State} state
 * @returns {readonly Color[]}
 */
function awaitedIn(state) {
  if (state.ending !== undefined) return []
  if (state.deal !== undefined) return [turnOf(state)]
  const given = state.terms.setup.kind === 'placed' ? state.placed : state.shared
  return /** @type {const} */ (['black', 'white']).filter((color) => given[color] === undefined)
}

/**
 * @param {State} state
 * @param {any} event
 * @returns {Partial<State>}
 */
function changeBy(state, event) {
  const { terms, moves, offers, clock, clocks, placed } = state
  switch (event.kind) {
    case 'shared':
      return { shared: { ...state.shared, [event.color]: true } }
    case 'tookBreak':
      return { breaks: { ...state.breaks, [event.color]: event.until } }
    case 'placed':
      return { placed: { ...placed, [event.color]: event.how } }
    case 'dealt': {
      const dealt = clockAt(terms, event.at)
      const rests = state.match === 2 && isLiveBy(terms)
      const restsUntil = rests ? event.at + REST_MS : NEVER
      return { deal: event.deal, clock: dealt, clocks: [dealt.leftMs], restsUntil }
    }
    case 'ready':
      return { ready: { ...state.ready, [event.color]: true } }
    case 'moved': {
      const pressed = pressedBy(state, event)
      return {
        moves: [...moves, { from: event.from, to: event.to }],
        offers: offers.filter(({ kind, by }) => kind === 'draw' && by === turnOf(state)),
        clock: pressed,
        clocks: [...clocks, pressed.leftMs],
        ready: { ...state.ready, [turnOf(state)]: true },
      }
    }
    case 'offered':
      return { offers: [...offers, event.offer] }
    case 'offerClosed':
      return { offers: offers.filter(({ id }) => id !== event.offer) }
    case 'takenBack':
      return {
        moves: moves.slice(0, event.toPly),
        offers: [],
        clock: { leftMs: clocks[event.toPly] ?? clock.leftMs, since: event.at, pausedMs: 0 },
        clocks: clocks.slice(0, event.toPly + 1),
      }
    case 'paused':
      return {
        clock: { ...clock, since: clock.since + event.ms, pausedMs: clock.pausedMs + event.ms },
        restsUntil: state.restsUntil + event.ms,
      }
    case 'ended':
      return { ending: event.ending, leftBy: event.by, offers: [] }
    case 'continued':
      return { next: event.next, offers: [] }
    default:
      throw new Error(`the checker does not know events of the kind ${event.kind}`)
  }
}

/**
 * @param {State} state
 * @param {{ at: number, lagMs: number }} event
 * @returns {Clock}
 */
function pressedBy(state, { at, lagMs: lag }) {
  const { terms, clock, moves } = state
  const { timeControl } = terms
  const turn = turnOf(state)
  const isRunning = timeControl.kind !== 'none' && moves.length >= FREE_PLIES
  const deducted = Math.min(Math.max(0, lag), lagMs(timeControl))
  const spent = Math.max(0, at - clock.since - delayMs(timeControl) - deducted)
  const left = clock.leftMs[turn] - spent + incrementMs(timeControl)
  const kept = timeControl.kind === 'correspondence' ? daysMs(timeControl) : left
  const leftMs = isRunning ? { ...clock.leftMs, [turn]: kept } : clock.leftMs
  return { leftMs, since: at, pausedMs: 0 }
}

/**
 * Throws for a kind of time control that the checker does not know, because it would compute its
 * clocks wrongly.
 * @param {any} terms
 * @param {number} at
 * @returns {Clock}
 */
function clockAt({ timeControl }, at) {
  const { kind, initialSeconds = 0 } = timeControl
  if (!IS_LIVE.has(kind)) throw new Error(`the checker does not know the time control ${kind}`)
  const ms = kind === 'correspondence' ? daysMs(timeControl) : initialSeconds * 1000
  return { leftMs: { black: ms, white: ms }, since: at, pausedMs: 0 }
}

/**
 * Does the opponent wait at the board?
 * @param {any} terms
 */
function isLiveBy({ timeControl: { kind } }) {
  return IS_LIVE.get(kind) === true
}

/** @param {any} timeControl */
function daysMs({ daysPerMove = 1 }) {
  return daysPerMove * DAY_MS
}

/** @param {any} timeControl */
function delayMs({ delaySeconds = 0 }) {
  return delaySeconds * 1000
}

/** @param {any} timeControl */
function incrementMs({ incrementSeconds = 0 }) {
  return incrementSeconds * 1000
}

/**
 * The most lag that is deducted from one move.
 * @param {any} timeControl
 */
function lagMs({ kind, initialSeconds, incrementSeconds = 0, delaySeconds = 0 }) {
  if (kind === 'none') return 0
  if (kind === 'correspondence') return 1000
  const seconds = initialSeconds + MOVES_A_SIDE * (incrementSeconds + delaySeconds)
  if (seconds <= 15) return 200
  if (seconds <= 30) return 350
  return seconds >= 180 ? 1000 : Math.round((seconds / 4 + 30) * 10)
}
