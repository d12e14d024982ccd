import {
  type Beginning,
  type ByColor,
  byColor,
  type Color,
  type Deal,
  type Ending,
  type EndRule,
  endingOnBoard,
  type GameRecord,
  isMirrored,
  isSameMove,
  type Move,
  newRecord,
  opposite,
  type Position,
  positionOf,
  type RandomBytes,
  type RandomSetup,
  randomDeal,
  replay,
  type Setup,
  tryPlay,
} from '@hokito/rules'
import { type ComputerLevel, type Seat, seatTag } from './seat.ts'
import type { Thought } from './thought.ts'

/** A time control: thinking time at the start, and the increment for each move. */
export interface TimeControl {
  readonly initialMs: number
  readonly incrementMs: number
}

/** A game on this device: its record, its seats and its clock. Every change makes a new value. */
export interface LocalGame {
  readonly id: string
  /** Grows by one with every stored change; a writer that knows an older one is refused. */
  readonly revision: number
  /** Milliseconds since 1970 of the last stored change. */
  readonly updatedAt: number
  readonly setup: Setup
  readonly seats: ByColor<Seat>
  readonly record: GameRecord
  /** Moves that were undone and not replaced, the next to redo last. */
  readonly undone: readonly Move[]
  readonly timeControl: TimeControl | undefined
  /** Time left at the start of each ply, one entry more than moves; empty without a clock. */
  readonly clocks: readonly ByColor<number>[]
  /** The computer's expectations at its moves, in order. */
  readonly thoughts: readonly Thought[]
  /** Time already used in the current turn when the game was last stored. */
  readonly turnElapsedMs: number
}

/** The terms of a new game. */
export interface NewGameTerms {
  readonly seats: ByColor<Seat>
  readonly setup: Setup
  readonly beginning: Beginning
  readonly endRule: EndRule
  /** The points that White gets at the end. */
  readonly compensation: number
  readonly timeControl: TimeControl | undefined
}

/** A game before its first move; already over if the given position is. */
export function newGame(id: string, terms: NewGameTerms, now: number): LocalGame {
  const { beginning, endRule, compensation, timeControl, seats, setup } = terms
  return {
    id,
    revision: 0,
    updatedAt: now,
    setup,
    seats,
    record: {
      ...newRecord(beginning, endRule, compensation),
      tags: tagsFor(seats, timeControl, new Date(now)),
      ending: endingOnBoard(positionOf(terms)),
    },
    undone: [],
    timeControl,
    clocks: timeControl === undefined ? [] : [byColor(() => timeControl.initialMs)],
    thoughts: [],
    turnElapsedMs: 0,
  }
}

/**
 * Has no player on this device made a move yet? A single button starts such a game, and leaving it
 * loses nothing.
 */
export function isUntouched({ record, seats }: LocalGame): boolean {
  const { moves } = record
  const { turn } = positionOf(record)
  return moves.length === 0 || (moves.length === 1 && seats[turn].kind === 'computer')
}

/** All positions of a game; its record is always playable, as only these functions change it. */
export function positionsOf(game: LocalGame): readonly Position[] {
  const replayed = replay(game.record)
  if (!replayed.ok) throw new Error(`game ${game.id} breaks at ply ${replayed.error.ply}`)
  return replayed.value
}

/** The current position. */
export function livePosition(game: LocalGame): Position {
  return positionsOf(game).at(-1) ?? positionOf(game.record)
}

/** The game after a move; undefined if the move is not legal or the game is over. */
export function withMove(
  game: LocalGame,
  move: Move,
  elapsedMs: number,
  thought?: Thought,
): LocalGame | undefined {
  if (game.record.ending !== undefined) return undefined
  const position = livePosition(game)
  const played = tryPlay(position, move)
  if (!played.ok) return undefined
  const redone = game.undone.at(-1)
  const isRedo = redone !== undefined && isSameMove(redone, move)
  return {
    ...game,
    record: {
      ...game.record,
      moves: [...game.record.moves, move],
      ending: endingOnBoard(played.value),
    },
    undone: isRedo ? game.undone.slice(0, -1) : [],
    clocks: clocksAfter(game, position.turn, elapsedMs),
    thoughts: thought === undefined ? game.thoughts : [...game.thoughts, thought],
    turnElapsedMs: 0,
  }
}

/**
 * How many moves an undo takes back: against the computer its reply goes too; 0 if there is none.
 */
export function undoCount(game: LocalGame): number {
  const { moves, ending } = game.record
  if (moves.length === 0 || (ending !== undefined && ending.kind !== 'stuck')) return 0
  const positions = positionsOf(game)
  for (let count = 1; count <= moves.length; count++) {
    const turn = positions[moves.length - count]?.turn
    if (turn !== undefined && game.seats[turn].kind === 'person') return count
  }
  return 0
}

/** The game without its last `count` moves, which can then be redone. */
export function withoutMoves(game: LocalGame, count: number): LocalGame {
  const kept = game.record.moves.slice(0, game.record.moves.length - count)
  const takenBack = game.record.moves.slice(kept.length).reverse()
  return {
    ...game,
    record: {
      ...game.record,
      moves: kept,
      comments: game.record.comments.filter(({ ply }) => ply <= kept.length),
      glyphs: game.record.glyphs.filter(({ ply }) => ply <= kept.length),
      variations: game.record.variations.filter(({ ply }) => ply < kept.length),
      ending: undefined,
    },
    undone: [...game.undone, ...takenBack],
    clocks: game.clocks.slice(0, kept.length + 1),
    thoughts: game.thoughts.filter(({ ply }) => ply < kept.length),
    turnElapsedMs: 0,
  }
}

/**
 * The game with undone moves played again, up to the next turn of a human player; undefined if
 * there are none.
 */
export function withRedo(game: LocalGame): LocalGame | undefined {
  let redone = game
  for (;;) {
    const move = redone.undone.at(-1)
    const next = move && withMove(redone, move, 0)
    if (next === undefined) return redone === game ? undefined : redone
    redone = next
    if (redone.seats[livePosition(redone).turn].kind === 'person') return redone
  }
}

/**
 * The side that resigns when a player presses Resign: the human to move, or the one who plays the
 * computer.
 */
export function resigningColor(game: LocalGame): Color {
  const { turn } = livePosition(game)
  return game.seats[turn].kind === 'person' ? turn : opposite(turn)
}

/** The game resigned by one side. */
export function withResignation(game: LocalGame, color: Color): LocalGame {
  return withEnding(game, { kind: 'resigned', winner: opposite(color) })
}

/** The game lost on time by the side to move. */
export function withTimeout(game: LocalGame): LocalGame {
  const { turn } = livePosition(game)
  const last = game.clocks.at(-1)
  const clocks = last === undefined ? [] : [...game.clocks.slice(0, -1), { ...last, [turn]: 0 }]
  return { ...withEnding(game, { kind: 'timeout', winner: opposite(turn) }), clocks }
}

/** Time left for each side, `elapsedMs` into the running turn; undefined without a clock. */
export function remainingMs(game: LocalGame, elapsedMs: number): ByColor<number> | undefined {
  const last = game.clocks.at(-1)
  if (last === undefined) return undefined
  if (game.record.ending !== undefined) return last
  const { turn } = livePosition(game)
  return { ...last, [turn]: Math.max(0, last[turn] - elapsedMs) }
}

/** The side at the bottom at first: the only human's, else Black. */
export function homeColor({ seats }: LocalGame): Color {
  return seats.black.kind === 'computer' && seats.white.kind === 'person' ? 'white' : 'black'
}

/** The colour of the only human player; undefined if both or neither are human. */
export function soloColor({ seats }: LocalGame): Color | undefined {
  if (seats.black.kind === seats.white.kind) return undefined
  return seats.black.kind === 'person' ? 'black' : 'white'
}

/**
 * Terms for another game between the same two players with colours swapped, from a new deal of the
 * same kind.
 */
export function rematchTerms(game: LocalGame, randomBytes: RandomBytes): NewGameTerms {
  const { setup, record } = game
  const beginning: Beginning =
    setup === 'custom'
      ? record.beginning
      : { kind: 'deal', deal: randomDeal(dealKindOf(game, setup), randomBytes) }
  return {
    ...sameTerms(game),
    beginning,
    seats: { black: game.seats.white, white: game.seats.black },
  }
}

/** The same terms with another level of the computer. */
export function withLevel(terms: NewGameTerms, level: ComputerLevel): NewGameTerms {
  const seats = byColor((color): Seat => {
    const seat = terms.seats[color]
    return seat.kind === 'computer' ? { ...seat, level } : seat
  })
  return { ...terms, seats }
}

/** Terms for the very same game from its start. */
export function sameTerms(game: LocalGame): NewGameTerms {
  const { seats, setup, record, timeControl } = game
  const { beginning, endRule, compensation } = record
  return { seats, setup, beginning, endRule, compensation, timeControl }
}

/** The setup that a deal belongs to; its own one where it could be of several. */
export function kindOfDeal(deal: Deal, own: RandomSetup): RandomSetup {
  if (deal.kind === 'scattered') return 'scattered'
  return isMirrored(deal) ? 'mirrored' : own === 'mirrored' ? 'standard' : own
}

// --- internal ---

function withEnding(game: LocalGame, ending: Ending): LocalGame {
  return { ...game, record: { ...game.record, ending }, undone: [] }
}

function clocksAfter(game: LocalGame, turn: Color, elapsedMs: number): readonly ByColor<number>[] {
  const last = game.clocks.at(-1)
  if (last === undefined || game.timeControl === undefined) return []
  const left = Math.max(0, last[turn] - elapsedMs) + game.timeControl.incrementMs
  return [...game.clocks, { ...last, [turn]: left }]
}

/** A deal that was given by number is followed by a random one of its own kind. */
function dealKindOf(game: LocalGame, setup: RandomSetup): RandomSetup {
  const { beginning } = game.record
  if (beginning.kind !== 'deal') return setup
  return kindOfDeal(beginning.deal, setup)
}

function tagsFor(
  seats: ByColor<Seat>,
  timeControl: TimeControl | undefined,
  date: Date,
): Readonly<Record<string, string>> {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return {
    Event: 'Casual game',
    Date: day.map((part) => String(part).padStart(2, '0')).join('.'),
    ...namesFor(seats),
    ...(timeControl && {
      TimeControl: `${timeControl.initialMs / 1000}+${timeControl.incrementMs / 1000}`,
    }),
  }
}

/** A player without a name gets no tag. */
function namesFor({ black, white }: ByColor<Seat>): Readonly<Record<string, string>> {
  const names = [
    ['Black', seatTag(black)],
    ['White', seatTag(white)],
  ] as const
  return Object.fromEntries(names.filter(([, name]) => name !== ''))
}
