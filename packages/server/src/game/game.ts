import {
  advance,
  begin,
  type CreatedEvent,
  type GameEvent,
  type GameView,
  gameEventSchema,
} from '@hokito/protocol'
import {
  endingOnBoard,
  err,
  ok,
  type Position,
  parseDeal,
  play,
  positionOf,
  type Result,
  replay,
  start,
  tryPlay,
} from '@hokito/rules'

/** A game as the server knows it: what all may see, and what follows from it or is hidden. */
export interface Game {
  readonly view: GameView
  /** The board; undefined until the deal is made. */
  readonly position: Position | undefined
  /** Binds a random deal; hidden until that is made. */
  readonly secret: string | undefined
  /** Ids of all commands that have changed this game. */
  readonly commands: readonly string[]
}

/** An event with the command that caused it, as it is stored. */
export interface StoredEvent {
  readonly event: GameEvent
  readonly command?: string | undefined
}

/** A new game from its first event. */
export function createGame(event: CreatedEvent, secret: string | undefined): Game {
  return { view: begin(event), position: undefined, secret, commands: [] }
}

/**
 * The game after an event that was decided: it is not checked again. Whoever has the board after it
 * already can spare working it out.
 */
export function apply(game: Game, { event, command }: StoredEvent, position?: Position): Game {
  const view = advance(game.view, event)
  const commands = command === undefined ? game.commands : [...game.commands, command]
  return { ...game, view, commands, position: position ?? positionAfter(game, view, event) }
}

/** Why stored events are not a game; `version` counts them from 1. */
export interface DamageReport {
  readonly code: 'noEvents' | 'notAnEvent' | 'notCreated' | 'createdTwice' | 'badDeal' | 'badMove'
  readonly version: number
}

/**
 * A game from its stored events. Whatever can be checked is: the shape of each event, that it begins
 * once, and that every move is legal. Damage is reported, never guessed around.
 */
export function restoreGame(
  events: readonly { readonly event: unknown; readonly command?: string | undefined }[],
  secret: string | undefined,
): Result<Game, DamageReport> {
  let game: Game | undefined
  for (const [index, stored] of events.entries()) {
    const version = index + 1
    const parsed = gameEventSchema.safeParse(stored.event)
    if (!parsed.success) return err({ code: 'notAnEvent', version })
    const event = parsed.data
    const fault = game === undefined ? faultOfFirst(event) : faultOf(game, event)
    if (fault !== undefined) return err({ code: fault, version })
    if (game === undefined) {
      if (event.kind === 'created') game = createGame(event, secret)
    } else {
      game = apply(game, { event, command: stored.command })
    }
  }
  return game === undefined ? err({ code: 'noEvents', version: 0 }) : ok(game)
}

// --- internal ---

function positionAfter(game: Game, view: GameView, event: GameEvent): Position | undefined {
  const { position } = game
  if (event.kind === 'dealt') return startOf(view)
  if (event.kind === 'moved' && position !== undefined) return play(position, event)
  if (event.kind === 'takenBack') return positionOfView(view)
  return position
}

function startOf({ deal = '', terms }: GameView): Position | undefined {
  const parsed = parseDeal(deal)
  return parsed.ok ? start(parsed.value, terms.endRule) : undefined
}

function positionOfView(view: GameView): Position | undefined {
  const first = startOf(view)
  if (first === undefined) return undefined
  const { endRule } = view.terms
  const record = { beginning: { kind: 'position', position: first }, endRule } as const
  const positions = replay({ ...record, moves: view.moves })
  return positions.ok ? (positions.value.at(-1) ?? positionOf(record.beginning, endRule)) : first
}

type Fault = DamageReport['code'] | undefined

function faultOfFirst(event: GameEvent): Fault {
  return event.kind === 'created' ? undefined : 'notCreated'
}

function faultOf({ position, view }: Game, event: GameEvent): Fault {
  switch (event.kind) {
    case 'created':
      return 'createdTwice'
    case 'dealt':
      return parseDeal(event.deal).ok ? undefined : 'badDeal'
    case 'moved':
      return position !== undefined && tryPlay(position, event).ok ? undefined : 'badMove'
    case 'takenBack':
      return event.toPly <= view.moves.length ? undefined : 'badMove'
    case 'ended':
      return isForged(position, event.ending) ? 'badMove' : undefined
    default:
      return undefined
  }
}

/** Does an ending claim something else than what the board shows? */
function isForged(
  position: Position | undefined,
  ending: Extract<GameEvent, { kind: 'ended' }>['ending'],
): boolean {
  if (ending.kind !== 'stuck') return false
  const onBoard = position && endingOnBoard(position)
  return onBoard?.winner !== ending.winner
}
