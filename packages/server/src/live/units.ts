import { type ChallengeId, type CommandId, phaseOf, type Update } from '@hokito/protocol'
import { byColor, COLORS, formatPosition } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import { leftOf } from '../game/fairness.ts'
import type { Arranged, Game } from '../game/game.ts'
import { mayHaveLines } from '../game/lines.ts'
import type { NewGame } from '../game/new-game.ts'
import { ratedMatchOf } from '../ratings/rated-match.ts'
import type { Unit, Write } from './writes.ts'

/** A change of a game by one decision. */
export interface Change {
  readonly before: Game
  readonly updates: readonly Update[]
  readonly arrangement: Arranged | undefined
  readonly command: CommandId | undefined
  readonly after: Game
  /** The new deadline, if it is earlier than the stored one. */
  readonly deadline: number | undefined
  readonly following: NewGame | undefined
  /** May another node have stored lines that this one has not seen? */
  readonly hasOthers: boolean
}

/** The unit that stores a change, including the game that follows from it. */
export function unitOf(key: number, change: Change): Unit {
  const { following } = change
  return [...changeWrites(key, change), ...(following === undefined ? [] : creationOf(following))]
}

/** The unit that stores a new game, and the challenge that led to it. */
export function creationOf(made: NewGame, challenge?: ChallengeId): Unit {
  return [...creationWrites(made, challenge)]
}

/** The deadline after a change if it is earlier than the stored one; otherwise undefined. */
export function earlierDeadline(stored: number | undefined, { view }: Game): number | undefined {
  const deadline = deadlineOf(view)
  if (deadline === undefined) return undefined
  return stored === undefined || deadline < stored ? deadline : undefined
}

// --- internal ---

function* changeWrites(
  key: number,
  { before, updates, arrangement, command, after, deadline, hasOthers }: Change,
): Generator<Write> {
  for (const [index, { version, event }] of updates.entries()) {
    const own = index === 0 ? command : undefined
    yield { kind: 'event', game: key, version, command: own, event }
    if (event.kind !== 'ended') continue
    yield { kind: 'end', game: key, at: event.at }
    yield* leftDealOf(key, after)
    const match = ratedMatchOf(after.view)
    if (match !== undefined) yield { kind: 'rated', game: key, version, match }
  }
  const { version, ending, seats } = after.view
  if (seats.black.id !== before.view.seats.black.id) {
    yield { kind: 'seats', game: key, black: seats.black.id, white: seats.white.id }
  }
  if (deadline !== undefined && ending === undefined) {
    yield { kind: 'deadline', game: key, at: deadline }
  }
  if (arrangement !== undefined && phaseOf(after.view) === 'placing') {
    yield { kind: 'arrangement', game: key, version, ...arrangement }
  }
  if (after.view.placed !== undefined && updates.some(endsPlacing)) {
    yield { kind: 'arranged', game: key, known: before.arrangements }
  }
  if (hasOthers && updates.some(leavesLines)) yield* leftLinesOf(key, before)
  yield* linesOf(key, before, after)
}

function* creationWrites(
  { game, events, kept, breaks }: NewGame,
  challenge: ChallengeId | undefined,
): Generator<Write> {
  const { id, seats, createdAt } = game.view
  const [black, white] = [seats.black.id, seats.white.id]
  yield { kind: 'game', id, black, white, createdAt, secret: game.secret, challenge }
  for (const [index, event] of events.entries()) {
    yield { kind: 'event', game: id, version: index + 1, command: undefined, event }
  }
  const deadline = deadlineOf(game.view)
  if (deadline !== undefined) yield { kind: 'deadline', game: id, at: deadline }
  if (kept !== undefined) yield { kind: 'leftDeal', taken: { game: kept.game, by: id } }
  if (breaks !== undefined) {
    yield { kind: 'resting', players: [black, white], at: createdAt, known: breaks }
  }
}

/** Does this update end the hidden placing? */
function endsPlacing({ event }: Update): boolean {
  return event.kind === 'dealt' || event.kind === 'ended'
}

/** Can this update change which lines apply? */
function leavesLines({ event: { kind } }: Update): boolean {
  return kind === 'moved' || kind === 'takenBack' || kind === 'ended'
}

/** The lines of a game that were known when it left their position. */
function* leftLinesOf(key: number, { view, position, lines }: Game): Generator<Write> {
  if (!mayHaveLines(view) || position === undefined) return
  const known = byColor((color) => lines[color]?.set?.command)
  const place = { ply: view.moves.length, position: formatPosition(position) }
  yield { kind: 'leftLines', game: key, ...place, known }
}

/** The lines of sides that have others than before. */
function* linesOf(key: number, before: Game, after: Game): Generator<Write> {
  const { version } = after.view
  for (const color of COLORS) {
    const own = after.lines[color]
    if (own === before.lines[color]) continue
    const order = before.lines[color]?.order ?? 0
    yield { kind: 'lines', game: key, version, color, order, linesJson: own && JSON.stringify(own) }
  }
}

/** How the end of a game changes the left deals: it adds one, or settles one. */
function* leftDealOf(key: number, ended: Game): Generator<Write> {
  const what = leftOf(ended)
  const { keptFrom, ending } = ended.view
  if (what !== undefined) yield { kind: 'leftDeal', left: { game: key, what } }
  else if (keptFrom !== undefined && ending?.kind !== 'aborted') {
    yield { kind: 'leftDeal', forgiven: key }
  }
}
