import {
  err,
  formatMove,
  formatRecord,
  type Move,
  ok,
  parseMove,
  parseRecord,
  type Result,
  SETUPS,
  tryPlay,
} from '@hokito/rules'
import * as v from 'valibot'
import { INSTANT } from '../device/instant.ts'
import { parseJson } from '../device/json.ts'
import { type LocalGame, livePosition } from './local-game.ts'
import { COMPUTER_LEVELS } from './seat.ts'
import type { Thought } from './thought.ts'

/** Why a stored game cannot be read. */
export const SAVE_ERRORS = [
  'notJson',
  'badShape',
  'badRecord',
  'badUndone',
  'badClocks',
  'badThoughts',
] as const
export type SaveError = (typeof SAVE_ERRORS)[number]

/** Writes a game as the text that is stored. */
export function formatSave(game: LocalGame): string {
  const { record, undone, thoughts, ...rest } = game
  return JSON.stringify({
    format: 'hokito-game',
    version: 1,
    ...rest,
    hgn: formatRecord(record),
    undone: undone.map(formatMove),
    thoughts: thoughts.map(({ line, ...thought }) => ({ ...thought, line: line.map(formatMove) })),
  })
}

/** Reads a stored game; replays its record, so that the result is a valid game. */
export function parseSave(text: string): Result<LocalGame, SaveError> {
  const json = parseJson(text)
  if (json === undefined) return err('notJson')
  const shape = v.safeParse(SAVE, json)
  if (!shape.success) return err('badShape')
  const { format: _, version: __, hgn, undone: undoneTexts, timeControl, ...rest } = shape.output
  const { thoughts: thoughtTexts = [], ...terms } = rest
  const record = parseRecord(hgn)
  if (!record.ok) return err('badRecord')
  const undone = parseMoves(undoneTexts)
  if (undone === undefined) return err('badUndone')
  const thoughts: Thought[] = []
  for (const { line: moveTexts, ...thought } of thoughtTexts) {
    const line = parseMoves(moveTexts)
    if (line === undefined) return err('badThoughts')
    thoughts.push({ ...thought, line })
  }
  const expectedClocks = timeControl === undefined ? 0 : record.value.moves.length + 1
  if (terms.clocks.length !== expectedClocks) return err('badClocks')
  const game: LocalGame = { ...terms, timeControl, record: record.value, undone, thoughts }
  return isRedoable(game) ? ok(game) : err('badUndone')
}

// --- internal ---

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const MILLISECONDS = v.pipe(v.number(), v.minValue(0))
const CLOCK = v.object({ black: MILLISECONDS, white: MILLISECONDS })
const SEAT = v.variant('kind', [
  v.object({ kind: v.literal('person'), name: v.pipe(v.string(), v.maxLength(40)) }),
  v.object({ kind: v.literal('computer'), level: v.picklist(COMPUTER_LEVELS) }),
])
const MOVES = v.pipe(v.array(v.string()), v.maxLength(36))

const THOUGHT = v.object({
  ply: COUNT,
  margin: v.pipe(v.number(), v.multipleOf(0.5)),
  isProven: v.boolean(),
  line: MOVES,
})

const SAVE = v.object({
  format: v.literal('hokito-game'),
  version: v.literal(1),
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]{1,32}$/)),
  revision: COUNT,
  updatedAt: INSTANT,
  setup: v.picklist(SETUPS),
  seats: v.object({ black: SEAT, white: SEAT }),
  hgn: v.string(),
  undone: MOVES,
  timeControl: v.optional(v.object({ initialMs: MILLISECONDS, incrementMs: MILLISECONDS })),
  clocks: v.array(CLOCK),
  // Saves made before the computer's thoughts were stored have none.
  thoughts: v.optional(v.pipe(v.array(THOUGHT), v.maxLength(36))),
  turnElapsedMs: MILLISECONDS,
})

function parseMoves(texts: readonly string[]): readonly Move[] | undefined {
  const moves: Move[] = []
  for (const text of texts) {
    const move = parseMove(text)
    if (!move.ok) return undefined
    moves.push(move.value)
  }
  return moves
}

function isRedoable(game: LocalGame): boolean {
  let position = livePosition(game)
  for (const move of game.undone.toReversed()) {
    const played = tryPlay(position, move)
    if (!played.ok) return false
    position = played.value
  }
  return true
}
