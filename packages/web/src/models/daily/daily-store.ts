import {
  DAILY_LEVELS,
  type DailyLevel,
  type Day,
  daySchema,
  positionOfDay,
  stateOfDay,
} from '@hokito/protocol'
import { outcome, type Position, parseMove, type Score, tryPlay } from '@hokito/rules'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import { DAILY_PREFIX } from './own-day.ts'

/** Why a played game does not count. The server has not received one that was resigned. */
export const DAILY_REASONS = [
  'alreadyTried',
  'otherMoves',
  'closedDay',
  'refused',
  'resigned',
] as const
export type DailyReason = (typeof DAILY_REASONS)[number]

/** The state of a counted game: running, waiting to be sent, counted, or refused. */
export type DailyFate =
  | { readonly kind: 'running' }
  | { readonly kind: 'unsent' }
  | { readonly kind: 'counted'; readonly place: number; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: DailyReason }

/** Identifies a game; a device keeps one for each day and level. */
export interface DailyKey {
  readonly day: Day
  readonly level: DailyLevel
}

/** The counted game of a day and level, with the moves so far. */
export interface DailyGame extends DailyKey {
  readonly moves: readonly string[]
  readonly fate: DailyFate
}

/** The counted games of the day on this device, each under its own key. */
export interface DailyStore {
  /** Undefined if there is none, or none that can be read. */
  load(key: DailyKey): DailyGame | undefined
  list(): readonly DailyGame[]
  /** False if the browser has no room. */
  save(game: DailyGame): boolean
}

/** The store over the browser's local storage, which it may forbid. */
export function createDailyStore(storage: () => Storage): DailyStore {
  const read = (key: string) => readDailyGame(unlessRefused(() => storage().getItem(key)) ?? '')
  return {
    load: ({ day, level }) => read(`${DAILY_PREFIX}${day}:${level}`),
    list: () =>
      (unlessRefused(() => keysWith(storage(), DAILY_PREFIX)) ?? []).flatMap(
        (key) => read(key) ?? [],
      ),
    save: (game) =>
      unlessRefused(() => {
        storage().setItem(`${DAILY_PREFIX}${game.day}:${game.level}`, formatDailyGame(game))
        return true
      }) ?? false,
  }
}

/** Writes a game as the text that is stored. */
export function formatDailyGame(game: DailyGame): string {
  return JSON.stringify({ version: 1, ...game })
}

/** Reads a stored game; replays its moves, so that the result is a valid game. */
export function readDailyGame(text: string): DailyGame | undefined {
  const shape = v.safeParse(SHAPE, parseJson(text))
  if (!shape.success) return undefined
  const { fate, moves } = shape.output
  const day = daySchema.safeParse(shape.output.day)
  const level = DAILY_LEVELS.find((each) => each === shape.output.level)
  if (!day.success || level === undefined) return undefined
  const last = positionAfter(day.data, moves)
  // Only a game that is over can have been sent.
  const isOver = last !== undefined && outcome(last) !== undefined
  const mayGoOn = fate.kind === 'running' || isResigned({ fate })
  if (last === undefined || (!mayGoOn && !isOver)) return undefined
  return { day: day.data, level, moves, fate: isOver && fate.kind === 'running' ? UNSENT : fate }
}

/** How far a game has come: of two copies, the one that is further is kept. */
export function progressOf({ moves, fate }: DailyGame): number {
  return moves.length + 100 * ORDER.indexOf(fate.kind)
}

/** Has the player resigned this game? */
export function isResigned({ fate }: Pick<DailyGame, 'fate'>): boolean {
  return fate.kind === 'refused' && fate.reason === 'resigned'
}

/** Unfinished games that still count at this time, latest day first. */
export function runningGames(games: readonly DailyGame[], now: number): readonly DailyGame[] {
  return games
    .filter(({ day, fate }) => fate.kind === 'running' && stateOfDay(day, now) === 'open')
    .toSorted(latestFirst)
}

/** The latest finished games, latest day first. */
export function finishedGames(games: readonly DailyGame[]): readonly DailyGame[] {
  return games
    .filter(({ fate }) => fate.kind !== 'running')
    .toSorted(latestFirst)
    .slice(0, MOST_FINISHED)
}

/** The final margin from Black's view; undefined while the game runs, and if it was resigned. */
export function marginOfDaily(game: DailyGame): number | undefined {
  const points = pointsOfDaily(game)
  return points && points.black - points.white
}

/** The final points; undefined while the game runs, and if it was resigned. */
export function pointsOfDaily({ day, moves }: DailyGame): Score | undefined {
  const last = positionAfter(day, moves)
  return last && outcome(last)?.score
}

/** The position after some moves; undefined if they are not moves of a game of that day. */
export function positionAfter(day: Day, moves: readonly string[]): Position | undefined {
  let position = positionOfDay(day)
  for (const text of moves) {
    const move = parseMove(text)
    const next = move.ok ? tryPlay(position, move.value) : undefined
    if (next?.ok !== true) return undefined
    position = next.value
  }
  return position
}

// --- internal ---

/** The calendar of the days shows all of them. */
const MOST_FINISHED = 10

/** The latest day first, and within a day the lowest level. */
function latestFirst(a: DailyKey, b: DailyKey): number {
  return b.day.localeCompare(a.day) || a.level - b.level
}

const UNSENT: DailyFate = { kind: 'unsent' }
/** The states, ordered by how much they say about a game. */
const ORDER: readonly DailyFate['kind'][] = ['running', 'unsent', 'refused', 'counted']

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const SHAPE = v.object({
  version: v.literal(1),
  day: v.string(),
  level: v.number(),
  moves: v.pipe(v.array(v.string()), v.maxLength(36)),
  fate: v.variant('kind', [
    v.object({ kind: v.literal('running') }),
    v.object({ kind: v.literal('unsent') }),
    v.object({ kind: v.literal('counted'), place: COUNT, count: COUNT }),
    v.object({ kind: v.literal('refused'), reason: v.picklist(DAILY_REASONS) }),
  ]),
})
