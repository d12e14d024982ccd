import {
  type ByColor,
  byColor,
  COLORS,
  type Color,
  type Move,
  opposite,
  unreachable,
} from '@hokito/rules'
import * as z from 'zod/mini'
import {
  BETWEEN_GAMES_MS,
  clockSchema,
  FREE_PLIES,
  goOn,
  pause,
  placingMs,
  press,
  restore,
  stand,
  startingClock,
  stop,
  turnAt,
} from './clock.ts'
import {
  type CreatedEvent,
  colorSchema,
  type GameEvent,
  gameEndingSchema,
  matchSchema,
  moveSchema,
  offerSchema,
  PLACED_HOW,
} from './event.ts'
import {
  type GameId,
  gameIdSchema,
  hexSchema,
  instantSchema,
  type PlayerId,
  versionSchema,
} from './ids.ts'
import { playerCardSchema, termsSchema } from './terms.ts'
import { isLive } from './time-control.ts'

const remainingSchema = z.strictObject({ black: z.int(), white: z.int() })

const offeredAtSchema = z.strictObject({
  draw: z.optional(z.int()),
  takeback: z.optional(z.int()),
  rematch: z.optional(z.int()),
})

/**
 * The public view of a game. {@link begin} and {@link advance} derive it from the game's events, on
 * the server and on the page alike. The board follows from the deal and the moves.
 */
export const gameViewSchema = z.strictObject({
  id: gameIdSchema,
  /** Number of events so far. */
  version: versionSchema,
  createdAt: instantSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  commitment: z.optional(hexSchema(32)),
  /** The bytes that each side has given towards the deal so far. */
  shares: z.strictObject({ black: z.optional(hexSchema(16)), white: z.optional(hexSchema(16)) }),
  /**
   * The sides that have placed all pieces, and how. Only in a game in which both place their own.
   */
  placed: z.optional(
    z.strictObject({
      black: z.optional(z.enum(PLACED_HOW)),
      white: z.optional(z.enum(PLACED_HOW)),
    }),
  ),
  /**
   * Divide and choose, from the deal on: the side of the player who names the points, and how far
   * it has come. That player sits as Black until the other has chosen. Only in a game on such terms.
   */
  division: z.optional(
    z.strictObject({ by: colorSchema, stage: z.enum(['naming', 'choosing', 'chosen']) }),
  ),
  /**
   * The sides that are ready to begin: a program from the start, a player at their word or their
   * first move. Only in the second game of a match with a clock. Its clock is paused at first.
   */
  ready: z.optional(
    z.strictObject({ black: z.optional(z.literal(true)), white: z.optional(z.literal(true)) }),
  ),
  /** Public once the deal is made. */
  secret: z.optional(hexSchema(32)),
  /** The deal's number. Absent while it is being dealt. */
  deal: z.optional(z.string()),
  moves: z.array(moveSchema),
  clock: clockSchema,
  /**
   * The time that both sides had left when each ply began, including the present one. Takebacks and
   * replays use it.
   */
  clockAtPly: z.array(remainingSchema),
  offers: z.array(offerSchema),
  /** The ply at which each side last made each kind of offer. A side may make one per ply. */
  offeredAt: z.strictObject({ black: offeredAtSchema, white: offeredAtSchema }),
  /** Until when each side is on a break, or was on its latest. */
  breaks: z.optional(
    z.strictObject({ black: z.optional(instantSchema), white: z.optional(instantSchema) }),
  ),
  ending: z.optional(gameEndingSchema),
  endedAt: z.optional(instantSchema),
  match: z.optional(matchSchema),
  previous: z.optional(gameIdSchema),
  lot: z.optional(z.literal(true)),
  keptFrom: z.optional(gameIdSchema),
  /** The side that aborted the game. Absent unless one side did. */
  leftBy: z.optional(colorSchema),
  isListed: z.optional(z.boolean()),
  next: z.optional(gameIdSchema),
})
type Mutable = z.infer<typeof gameViewSchema>
export type GameView = { readonly [K in keyof Mutable]: Mutable[K] }

/**
 * The stages of a game: waiting for the deal, both placing their pieces, one naming the points and
 * the other choosing a side, being played, over.
 */
export type Phase = 'dealing' | 'placing' | 'dividing' | 'playing' | 'over'

/** The view after a game's first event. */
export function begin(event: CreatedEvent): GameView {
  const { game: id, at: createdAt, kind: _, ...rest } = event
  return {
    ...rest,
    id,
    createdAt,
    version: 1,
    shares: {},
    ...(event.terms.setup.kind === 'placed' && { placed: {} }),
    moves: [],
    clock: startingClock(event.terms.timeControl, createdAt),
    clockAtPly: [],
    offers: [],
    offeredAt: { black: {}, white: {} },
  }
}

/**
 * The view after the next event. It applies the event unchecked, because the server decides what
 * may happen.
 * @throws Error for a second `created`, which is a bug of the caller
 */
export function advance(view: GameView, event: GameEvent): GameView {
  return mayPause(view, event) ? advanceBesidePauses(view, event) : changed(view, event)
}

/** The colour that a player has in a game. Undefined for everyone else. */
export function colorOf({ seats }: Pick<GameView, 'seats'>, player: PlayerId): Color | undefined {
  if (seats.black.id === player) return 'black'
  return seats.white.id === player ? 'white' : undefined
}

/**
 * Was a game lost by not making the first move? Before both sides have moved, no other reason ends
 * a game as abandoned.
 */
export function isLateLoss(ending: { readonly kind: string } | undefined, plies: number): boolean {
  return ending?.kind === 'abandoned' && plies < FREE_PLIES
}

export function phaseOf(view: GameView): Phase {
  if (view.ending !== undefined) return 'over'
  if (view.deal !== undefined) return dividerOf(view) === undefined ? 'playing' : 'dividing'
  return view.placed === undefined ? 'dealing' : 'placing'
}

/** The sides that a game waits for: one, both, or none once it is over. */
export function awaitedIn(view: GameView): readonly Color[] {
  switch (phaseOf(view)) {
    case 'over':
      return []
    case 'playing':
      return [turnOf(view)]
    case 'dividing':
      return COLORS.filter((color) => color === dividerOf(view))
    case 'placing':
      return COLORS.filter((color) => view.placed?.[color] === undefined)
    case 'dealing':
      return COLORS.filter((color) => view.shares[color] === undefined)
  }
}

/** The side that has to name the points or to choose a side. Undefined if there is nothing left. */
export function dividerOf({ division }: Pick<GameView, 'division'>): Color | undefined {
  switch (division?.stage) {
    case 'naming':
      return division.by
    case 'choosing':
      return opposite(division.by)
    default:
      return undefined
  }
}

/** The only side that the game waits for. Undefined if it waits for both or none. */
export function awaitedOf(view: GameView): Color | undefined {
  const [only, more] = awaitedIn(view)
  return more === undefined ? only : undefined
}

/** The deadline for placing the pieces. Undefined in every other phase. */
export function placingDeadline(view: GameView): number | undefined {
  return phaseOf(view) === 'placing'
    ? view.clock.since + placingMs(view.terms.timeControl)
    : undefined
}

/**
 * Does a game wait for a player to say that they are ready? Only the second game of a match with a
 * clock does. Its pause, `clock.standsUntil`, may be over meanwhile.
 */
export function isAwaitingReady({ ready, ending }: GameView): boolean {
  return (
    ready !== undefined &&
    ending === undefined &&
    COLORS.some((color) => ready[color] === undefined)
  )
}

/** The side to move, or the side that would be to move if the game had not ended. */
export function turnOf({ moves }: Pick<GameView, 'moves'>): Color {
  return turnAt(moves.length)
}

/**
 * The ply to which a side's takeback leads: that of its own last move. Undefined if it has made
 * none.
 */
export function takebackPly({ moves }: Pick<GameView, 'moves'>, color: Color): number | undefined {
  const back = turnAt(moves.length) === color ? 2 : 1
  return moves.length < back ? undefined : moves.length - back
}

/**
 * The game that contains the proof of a random deal: usually the game itself, otherwise the one
 * whose deal it kept. Undefined if the deal was given or placed, or is not made yet.
 */
export function proofGameOf(view: GameView): GameId | undefined {
  const { kind } = view.terms.setup
  if (kind === 'given' || kind === 'placed' || view.deal === undefined) return undefined
  return view.commitment === undefined ? (view.keptFrom ?? view.match?.first?.game) : view.id
}

/**
 * The points of a finished game for its match. A game that ran to its end counts the points on the
 * board. A side that resigned, ran out of time or left gets none. After a draw by agreement neither
 * side gets any.
 */
export function matchPoints(
  { ending }: Pick<GameView, 'ending'>,
  points: ByColor<number>,
): ByColor<number> {
  if (ending === undefined || ending.kind === 'stuck') return points
  return byColor((color) => (ending.winner === color ? points[color] : 0))
}

// --- internal ---

type Change = Partial<Omit<GameView, 'version'>>

function changed(view: GameView, event: GameEvent): GameView {
  return { ...view, ...changeBy(view, event), version: view.version + 1 }
}

/** Can the clock be paused before or after this event? */
function mayPause(view: GameView, { kind }: GameEvent): boolean {
  return (
    view.breaks !== undefined ||
    view.ready !== undefined ||
    kind === 'tookBreak' ||
    (kind === 'dealt' && isSecondWithClock(view))
  )
}

/**
 * Runs the clock until the event, then pauses it while an awaited player is on a break, or while
 * the second game of a match has not begun.
 */
function advanceBesidePauses(view: GameView, event: GameEvent): GameView {
  // The event of a pause moves the clock itself, and its date is the end of the pause.
  const at = event.kind === 'paused' ? event.at - event.ms : event.at
  const after = changed({ ...view, clock: goOn(view.clock, at) }, event)
  const breaks = awaitedIn(after).map((color) => after.breaks?.[color] ?? 0)
  const until = Math.max(beginsAt(view, event, after), ...breaks)
  return { ...after, clock: stand(after.clock, event.at, until) }
}

/**
 * When the pause before the second game of a match ends, as seen after an event; 0 without such a
 * pause.
 */
function beginsAt({ clock }: GameView, event: GameEvent, after: GameView): number {
  if (!isAwaitingReady(after)) return 0
  if (event.kind === 'dealt') return event.at + BETWEEN_GAMES_MS
  const until = clock.standsUntil ?? 0
  return event.kind === 'paused' ? until + event.ms : until
}

function isSecondWithClock({ match, terms }: GameView): boolean {
  return match?.game === 2 && isLive(terms.timeControl)
}

function changeBy(view: GameView, event: GameEvent): Change {
  switch (event.kind) {
    case 'created':
      throw new Error('a game is created once')
    case 'shared':
      return { shares: { ...view.shares, [event.color]: event.share } }
    case 'placed':
      return { placed: { ...view.placed, [event.color]: event.how } }
    case 'dealt':
      return dealt(view, event)
    case 'divided':
      return divided(view, event)
    case 'chosen':
      return chosen(view, event)
    case 'ready':
      return { ready: { ...view.ready, [event.color]: true } }
    case 'moved':
      return moved(view, event)
    case 'offered':
      return offered(view, event)
    case 'offerClosed':
      return { offers: view.offers.filter(({ id }) => id !== event.offer) }
    case 'takenBack':
      return takenBack(view, event)
    case 'paused':
      return { clock: pause(view.clock, event.ms) }
    case 'tookBreak':
      return { breaks: { ...view.breaks, [event.color]: event.until } }
    case 'ended':
      return {
        ending: event.ending,
        ...(event.by && { leftBy: event.by }),
        endedAt: event.at,
        offers: [],
        clock: stop(view.terms.timeControl, view.clock, event.at),
      }
    case 'continued':
      return { next: event.next, offers: [] }
    default:
      return unreachable(event)
  }
}

function dealt(view: GameView, event: Extract<GameEvent, { kind: 'dealt' }>): Change {
  const clock = startingClock(view.terms.timeControl, event.at)
  return {
    deal: event.deal,
    ...(event.proof && { secret: event.proof.secret }),
    ...(isSecondWithClock(view) && { ready: programsOf(view) }),
    ...(view.terms.isDivided && { division: { by: 'black', stage: 'naming' } }),
    clock,
    clockAtPly: [clock.remainingMs],
  }
}

function divided(
  { terms, division }: GameView,
  { at, compensation }: Extract<GameEvent, { kind: 'divided' }>,
): Change {
  return {
    ...(compensation > 0 && { terms: { ...terms, compensation } }),
    ...(division && { division: { ...division, stage: 'choosing' } }),
    clock: startingClock(terms.timeControl, at),
  }
}

/** Players change seats together with everything that belongs to them. */
function chosen(
  { terms, seats, breaks, division }: GameView,
  { at, color }: Extract<GameEvent, { kind: 'chosen' }>,
): Change {
  const swapped = division?.by === color && {
    seats: { black: seats.white, white: seats.black },
    ...(breaks && { breaks: swappedBreaks(breaks) }),
  }
  return {
    ...swapped,
    division: { by: opposite(color), stage: 'chosen' },
    clock: startingClock(terms.timeControl, at),
  }
}

function swappedBreaks({ black, white }: NonNullable<GameView['breaks']>): GameView['breaks'] {
  return {
    ...(white !== undefined && { black: white }),
    ...(black !== undefined && { white: black }),
  }
}

function moved(view: GameView, event: Extract<GameEvent, { kind: 'moved' }>): Change {
  const { at, from, to, lagMs } = event
  const mover = turnOf(view)
  const clock = press(view.terms.timeControl, view.clock, { at, lagMs, ply: view.moves.length })
  const move: Move = { from, to }
  return {
    moves: [...view.moves, move],
    ...(view.ready && { ready: { ...view.ready, [mover]: true } }),
    clock,
    clockAtPly: [...view.clockAtPly, clock.remainingMs],
    offers: view.offers.filter((offer) => offer.kind === 'draw' && offer.by === mover),
  }
}

/** The sides that programs play. */
function programsOf({ seats }: GameView): GameView['ready'] {
  return {
    ...(seats.black.isBot && { black: true }),
    ...(seats.white.isBot && { white: true }),
  }
}

function offered(view: GameView, { offer }: Extract<GameEvent, { kind: 'offered' }>): Change {
  const { by, kind } = offer
  const bySide = { ...view.offeredAt[by], [kind]: view.moves.length }
  return { offers: [...view.offers, offer], offeredAt: { ...view.offeredAt, [by]: bySide } }
}

function takenBack(view: GameView, event: Extract<GameEvent, { kind: 'takenBack' }>): Change {
  const { at, toPly } = event
  const { timeControl } = view.terms
  const remainingMs = view.clockAtPly[toPly] ?? view.clock.remainingMs
  return {
    moves: view.moves.slice(0, toPly),
    clock: restore(timeControl, remainingMs, { at, ply: toPly }),
    clockAtPly: view.clockAtPly.slice(0, toPly + 1),
    offers: [],
    // The plies of the old offers are gone, so each side may offer again.
    offeredAt: { black: {}, white: {} },
  }
}
