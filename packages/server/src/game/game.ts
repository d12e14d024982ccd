import {
  advance,
  arrangementSchema,
  begin,
  type CommandId,
  type CreatedEvent,
  type GameEvent,
  type GameView,
  gameEventSchema,
  optionsOf,
  phaseOf,
  wholeArrangementSchema,
} from '@hokito/protocol'
import {
  type ByColor,
  byColor,
  COLORS,
  type Color,
  endingOnBoard,
  err,
  finalPosition,
  ok,
  type Position,
  parseDeal,
  play,
  type Result,
  tryPlay,
} from '@hokito/rules'
import * as z from 'zod/mini'
import { type Lined, type LinesOfSides, linesAfter, restoreOwn, withLinesOf } from './lines.ts'

/**
 * A game as the server knows it: its public view, and data that follows from the view or is hidden.
 */
export interface Game {
  readonly view: GameView
  /** The board; undefined until the deal is made. */
  readonly position: Position | undefined
  /** Binds a random deal; hidden until the deal is made. */
  readonly secret: string | undefined
  /** The present arrangement of each side; hidden, and unused once the deal is made. */
  readonly arrangements: Partial<ByColor<string>>
  /** The conditional lines of each side; hidden. */
  readonly lines: LinesOfSides
  /** Ids of all commands that have changed this game. */
  readonly commands: readonly CommandId[]
}

/** One side's arrangement of its own pieces. */
export interface Arranged {
  readonly color: Color
  readonly arrangement: string
}

/** An event as stored, with the command that caused it. */
export interface StoredEvent {
  readonly event: GameEvent
  readonly command?: CommandId | undefined
  /** Is it a move played by conditional lines? */
  readonly isByLines?: boolean
}

/** A new game from its first event. */
export function createGame(event: CreatedEvent, secret: string | undefined): Game {
  return {
    view: begin(event),
    position: undefined,
    secret,
    arrangements: {},
    lines: {},
    commands: [],
  }
}

/**
 * The game after a decided event, which is not checked again. A caller that already has the new
 * board can pass it to save its computation.
 */
export function apply(
  game: Game,
  { event, command, isByLines = false }: StoredEvent,
  position?: Position,
): Game {
  const view = advance(game.view, event)
  const commands = command === undefined ? game.commands : [...game.commands, command]
  const arrangements = phaseOf(view) === 'placing' ? game.arrangements : {}
  const after = position ?? positionAfter(game, view, event)
  const lines = linesAfter(game.lines, { event, view: game.view, position: after, isByLines })
  return { ...game, view, commands, arrangements, lines, position: after }
}

/** The game with a side's arrangement. */
export function withArranged(game: Game, { color, arrangement }: Arranged): Game {
  return { ...game, arrangements: { ...game.arrangements, [color]: arrangement } }
}

/** The game with these names of its players. A missing name leaves the previous one. */
export function withNames(game: Game, names: Partial<ByColor<string | null>>): Game {
  const seats = byColor((color) => {
    const seat = game.view.seats[color]
    const name = names[color] ?? seat.name
    return name === seat.name ? seat : { ...seat, name }
  })
  return { ...game, view: { ...game.view, seats } }
}

/** The game with a side's conditional lines. */
export function withLined(game: Game, { color, lines }: Lined): Game {
  return { ...game, lines: withLinesOf(game.lines, color, lines) }
}

/**
 * The board of a game that has been dealt.
 * @throws Error before the deal, which is a bug of the caller
 */
export function boardOf({ view, position }: Game): Position {
  if (position === undefined) throw new Error(`${view.id} has not been dealt`)
  return position
}

/** Why stored events do not make a game; `version` counts them from 1. */
export interface DamageReport {
  readonly code:
    | 'noEvents'
    | 'notAnEvent'
    | 'notCreated'
    | 'createdTwice'
    | 'badDeal'
    | 'badReady'
    | 'badMove'
    | 'badTakeback'
    | 'badPlacing'
    | 'badDivision'
    | 'badArrangement'
    | 'badLines'
    | 'forgedEnding'
  readonly version: number
}

/**
 * Restores a game from its stored events. Checks the shape of each event, that the game begins
 * once, that every move is legal, and that the board allows each ending. It reports damage and
 * never guesses.
 */
export function restoreGame(
  events: readonly { readonly event: unknown; readonly command?: CommandId | undefined }[],
  secret: string | undefined,
): Result<Game, DamageReport> {
  let game: Game | undefined
  for (const [index, stored] of events.entries()) {
    const version = index + 1
    const parsed = gameEventSchema.safeParse(stored.event)
    if (!parsed.success) return err({ code: 'notAnEvent', version })
    const event = parsed.data
    const restored =
      game === undefined ? firstOf(event, secret) : after(game, event, stored.command)
    if (!restored.ok) return err({ code: restored.error, version })
    game = restored.value
  }
  return game === undefined ? err({ code: 'noEvents', version: 0 }) : ok(game)
}

/** The game after further stored events. Checks them like {@link restoreGame}. */
export function continueGame(
  game: Game,
  events: readonly { readonly event: GameEvent; readonly command?: CommandId | undefined }[],
): Result<Game, DamageReport> {
  let continued = game
  for (const { event, command } of events) {
    const next = after(continued, event, command)
    if (!next.ok) return err({ code: next.error, version: continued.view.version + 1 })
    continued = next.value
  }
  return ok(continued)
}

/** Does a game consist of its events alone, without anything hidden? */
export function isWithoutHidden({ view, lines }: Game): boolean {
  return phaseOf(view) !== 'placing' && COLORS.every((color) => lines[color] === undefined)
}

/**
 * Adds the stored arrangements to a game in the placing phase. A side that is ready must have a
 * complete one.
 */
export function restoreArrangements(
  game: Game,
  stored: Readonly<Partial<Record<string, unknown>>>,
): Result<Game, DamageReport> {
  if (phaseOf(game.view) !== 'placing') return ok(game)
  let restored = game
  for (const color of COLORS) {
    const isReady = game.view.placed?.[color] !== undefined
    const parsed = (isReady ? wholeArrangementSchema : draftSchema).safeParse(stored[color])
    if (!parsed.success) return err({ code: 'badArrangement', version: game.view.version })
    if (parsed.data !== undefined) {
      restored = withArranged(restored, { color, arrangement: parsed.data })
    }
  }
  return ok(restored)
}

/** Adds the stored conditional lines to a game, if they apply at its position. */
export function restoreLines(
  game: Game,
  stored: Readonly<Partial<Record<string, unknown>>>,
): Result<Game, DamageReport> {
  const { view, position } = game
  let lines: LinesOfSides = {}
  for (const color of COLORS) {
    if (stored[color] === undefined) continue
    const own = restoreOwn(stored[color], view.moves.length, position)
    if (!own.ok) return err({ code: own.error, version: view.version })
    lines = withLinesOf(lines, color, own.value)
  }
  return ok({ ...game, lines })
}

// --- internal ---

const draftSchema = z.optional(arrangementSchema)

function positionAfter(game: Game, view: GameView, event: GameEvent): Position | undefined {
  switch (event.kind) {
    case 'moved':
      return play(boardOf(game), event)
    case 'dealt':
    case 'divided':
    case 'takenBack':
      return positionOfView(view)
    default:
      return game.position
  }
}

function positionOfView({ id, deal, terms, moves }: GameView): Position {
  const parsed = deal === undefined ? undefined : parseDeal(deal)
  if (parsed?.ok !== true) throw new Error(`${id} has no deal that can be read`)
  const beginning = { kind: 'deal', deal: parsed.value } as const
  const position = finalPosition({ beginning, ...optionsOf(terms), moves })
  if (!position.ok) throw new Error(`${id} breaks at ply ${position.error.ply}`)
  return position.value
}

type Damage = DamageReport['code']

function firstOf(event: GameEvent, secret: string | undefined): Result<Game, Damage> {
  return event.kind === 'created' ? ok(createGame(event, secret)) : err('notCreated')
}

/**
 * The game after a stored event, which may be damaged. A move is computed once, during its check.
 */
function after(game: Game, event: GameEvent, command: CommandId | undefined): Result<Game, Damage> {
  if (event.kind !== 'moved') {
    const damage = damageOf(game, event)
    return damage === undefined ? ok(apply(game, { event, command })) : err(damage)
  }
  const isPlaying = phaseOf(game.view) === 'playing'
  const played = isPlaying && game.position && tryPlay(game.position, event)
  return played && played?.ok === true
    ? ok(apply(game, { event, command }, played.value))
    : err('badMove')
}

function damageOf(
  { position, view }: Game,
  event: Exclude<GameEvent, { kind: 'moved' }>,
): Damage | undefined {
  switch (event.kind) {
    case 'created':
      return 'createdTwice'
    case 'placed':
      return phaseOf(view) === 'placing' && view.placed?.[event.color] === undefined
        ? undefined
        : 'badPlacing'
    case 'dealt':
      return parseDeal(event.deal).ok ? undefined : 'badDeal'
    case 'divided':
      return view.division?.stage === 'naming' && phaseOf(view) === 'dividing'
        ? undefined
        : 'badDivision'
    case 'chosen':
      return view.division?.stage === 'choosing' && phaseOf(view) === 'dividing'
        ? undefined
        : 'badDivision'
    case 'ready':
      return view.ready !== undefined && view.ready[event.color] === undefined
        ? undefined
        : 'badReady'
    case 'takenBack':
      return position !== undefined && event.toPly <= view.moves.length ? undefined : 'badTakeback'
    case 'ended':
      return isForged(phaseOf(view) === 'dividing' ? undefined : position, event.ending)
        ? 'forgedEnding'
        : undefined
    default:
      return undefined
  }
}

/** Does an ending contradict the board, or come before there is one to play on? */
function isForged(
  position: Position | undefined,
  ending: Extract<GameEvent, { kind: 'ended' }>['ending'],
): boolean {
  if (ending.kind === 'aborted') return false
  if (position === undefined) return true
  return ending.kind === 'stuck' && endingOnBoard(position)?.winner !== ending.winner
}
