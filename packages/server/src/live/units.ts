import { type CommandId, phaseOf, type Update } from '@hokito/protocol'
import { byColor, COLORS, formatPosition } from '@hokito/rules'
import { deadlineOf } from '../game/ending.ts'
import { leftOf } from '../game/fairness.ts'
import type { Arranged, Game } from '../game/game.ts'
import { mayHaveLines } from '../game/lines.ts'
import type { NewGame } from '../game/new-game.ts'
import { ratedMatchOf } from '../ratings/rated-match.ts'
import type { LeftDealChange } from '../store/left-deals.ts'
import type { LinedGame, LinesRow, Unit } from './journal.ts'

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
}

/** The unit that stores a change, including the game that follows from it. */
export function unitOf(
  key: number,
  { before, updates, arrangement, command, after, deadline, following }: Change,
): Unit {
  const creation = following === undefined ? {} : creationOf(following)
  const own = updates.map(({ version, event }, index) => ({
    game: key,
    version,
    command: index === 0 ? command : undefined,
    event,
  }))
  const isPlacing = phaseOf(after.view) === 'placing'
  const isArranged = after.view.placed !== undefined && updates.some(endsPlacing)
  const endedAt = updates.find(({ event }) => event.kind === 'ended')?.event.at
  return {
    ...creation,
    events: [...own, ...(creation.events ?? [])],
    ended: endedAt === undefined ? [] : [{ game: key, at: endedAt }],
    deadlines: [
      ...(deadline === undefined || after.view.ending !== undefined
        ? []
        : [{ game: key, at: deadline }]),
      ...(creation.deadlines ?? []),
    ],
    arrangements:
      isPlacing && arrangement !== undefined
        ? [{ game: key, version: after.view.version, ...arrangement }]
        : [],
    arranged: isArranged
      ? [{ game: key, version: before.view.version + 1, known: before.arrangements }]
      : [],
    lines: linesRowsOf(key, before, after),
    lined: updates.some(leavesLines) ? linedOf(key, before) : [],
    leftDeals: {
      ...creation.leftDeals,
      ...(endedAt !== undefined && leftDealsOf(key, after)),
    },
    rated: updates.flatMap(({ version, event }) => {
      const match = event.kind === 'ended' ? ratedMatchOf(after.view) : undefined
      return match === undefined ? [] : [{ game: key, version, match }]
    }),
  }
}

/** The unit that stores a new game. */
export function creationOf({ game, events, kept, breaks }: NewGame): Unit {
  const { id, seats, createdAt } = game.view
  const deadline = deadlineOf(game.view)
  return {
    games: [{ id, black: seats.black.id, white: seats.white.id, createdAt, secret: game.secret }],
    events: events.map((event, index) => ({
      game: id,
      version: index + 1,
      command: undefined,
      event,
    })),
    deadlines: deadline === undefined ? [] : [{ game: id, at: deadline }],
    leftDeals: kept && { taken: { game: kept.game, by: id } },
    resting: breaks && { players: [seats.black.id, seats.white.id], at: createdAt, known: breaks },
  }
}

/** The deadline after a change if it is earlier than the stored one; otherwise undefined. */
export function earlierDeadline(stored: number | undefined, { view }: Game): number | undefined {
  const deadline = deadlineOf(view)
  if (deadline === undefined) return undefined
  return stored === undefined || deadline < stored ? deadline : undefined
}

// --- internal ---

/** Does this update end the hidden placing? */
function endsPlacing({ event }: Update): boolean {
  return event.kind === 'dealt' || event.kind === 'ended'
}

/** Can this update change which lines apply? */
function leavesLines({ event: { kind } }: Update): boolean {
  return kind === 'moved' || kind === 'takenBack' || kind === 'ended'
}

/** The lines of a game that were known when the change was decided. */
function linedOf(key: number, { view, position, lines }: Game): readonly LinedGame[] {
  if (!mayHaveLines(view) || position === undefined) return []
  const known = byColor((color) => lines[color]?.set?.command)
  const place = { ply: view.moves.length, position: formatPosition(position) }
  return [{ game: key, version: view.version + 1, ...place, known }]
}

function linesRowsOf(key: number, before: Game, after: Game): readonly LinesRow[] {
  const { version } = after.view
  return COLORS.filter((color) => before.lines[color] !== after.lines[color]).map((color) => {
    const own = after.lines[color]
    const order = before.lines[color]?.order ?? 0
    return { game: key, version, color, order, linesJson: own && JSON.stringify(own) }
  })
}

/** How the end of a game changes the left deals: it adds one, or settles one. */
function leftDealsOf(key: number, ended: Game): LeftDealChange {
  const what = leftOf(ended)
  if (what !== undefined) return { left: { game: key, what } }
  const { keptFrom, ending } = ended.view
  return keptFrom !== undefined && ending?.kind !== 'aborted' ? { forgiven: key } : {}
}
