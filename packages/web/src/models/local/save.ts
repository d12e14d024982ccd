import {
  err,
  formatMove,
  formatRecord,
  type Move,
  ok,
  parseMove,
  parseRecord,
  type Result,
  replay,
  SETUPS,
  tryPlay,
} from '@hokito/rules'
import * as z from 'zod/mini'
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

/** Reads a stored game; its record is replayed, so what comes back is a correct game. */
export function parseSave(text: string): Result<LocalGame, SaveError> {
  const json = parseJson(text)
  if (json === undefined) return err('notJson')
  const shape = SAVE.safeParse(json)
  if (!shape.success) return err('badShape')
  const { format: _, version: __, hgn, undone: undoneTexts, timeControl, ...rest } = shape.data
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

const MILLISECONDS = z.number().check(z.gte(0))
const CLOCK = z.object({ black: MILLISECONDS, white: MILLISECONDS })
const SEAT = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), name: z.string().check(z.maxLength(40)) }),
  z.object({ kind: z.literal('computer'), level: z.literal(COMPUTER_LEVELS) }),
])

const THOUGHT = z.object({
  ply: z.int().check(z.gte(0)),
  margin: z.int(),
  isProven: z.boolean(),
  line: z.array(z.string()).check(z.maxLength(36)),
})

const SAVE = z.object({
  format: z.literal('hokito-game'),
  version: z.literal(1),
  id: z.string().check(z.regex(/^[a-z0-9]{1,32}$/)),
  revision: z.int().check(z.gte(0)),
  updatedAt: z.number(),
  setup: z.enum(SETUPS),
  seats: z.object({ black: SEAT, white: SEAT }),
  hgn: z.string(),
  undone: z.array(z.string()).check(z.maxLength(36)),
  timeControl: z.optional(z.object({ initialMs: MILLISECONDS, incrementMs: MILLISECONDS })),
  clocks: z.array(CLOCK),
  // Saves from before the computer's thoughts were kept have none.
  thoughts: z.optional(z.array(THOUGHT).check(z.maxLength(36))),
  turnElapsedMs: MILLISECONDS,
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
  return replay(game.record).ok
}
