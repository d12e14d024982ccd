import {
  END_RULES,
  type EndRule,
  err,
  formatMove,
  MOST_COMPENSATION,
  MOST_MOVES,
  ok,
  type Position,
  parseCompensation,
  parseDeal,
  parseMove,
  parsePosition,
  type Result,
  start,
  tryPlay,
} from '@hokito/rules'
import type { SearchLimits, SolveGoal } from '../engine.ts'

/** The requests of `go`. */
export type GoCommand =
  | { readonly kind: 'search'; readonly limits: SearchLimits; readonly isInfinite: boolean }
  | { readonly kind: 'perft'; readonly depth: number }
  | { readonly kind: 'solve'; readonly goal: SolveGoal }

/** Does it end by itself? Only `go infinite` continues until it is stopped. */
export function isBounded(command: GoCommand): boolean {
  return command.kind !== 'search' || !command.isInfinite
}

/** Options of the engine by name, as `setoption` changes them. */
export interface UgiOptions {
  readonly EndRule: EndRule
  readonly Compensation: number
  readonly Hash: number
  readonly Threads: number
  readonly Level: number
  readonly MultiPV: number
}

/** The numeric options: default, smallest and largest value. */
export const SPINS = {
  Hash: { default: 32, min: 1, max: 4096 },
  Threads: { default: 1, min: 1, max: 64 },
  Level: { default: 0, min: 0, max: 10 },
  MultiPV: { default: 1, min: 1, max: MOST_MOVES },
} as const

/** The options of a session that has set none. */
export const DEFAULTS: UgiOptions = {
  EndRule: 'either',
  Compensation: 0,
  Hash: SPINS.Hash.default,
  Threads: SPINS.Threads.default,
  Level: SPINS.Level.default,
  MultiPV: SPINS.MultiPV.default,
}

/** Parses the words after `position`; errors are sentences for the `error` line. */
export function parsePositionArguments(
  words: readonly string[],
  options: Pick<UgiOptions, 'EndRule' | 'Compensation'>,
): Result<Position, string> {
  const [kind, ...rest] = words
  const movesAt = rest.indexOf('moves')
  const setup = movesAt === -1 ? rest : rest.slice(0, movesAt)
  const moves = movesAt === -1 ? [] : rest.slice(movesAt + 1)
  const position = parseSetup(kind, setup, options)
  return position.ok ? playAll(position.value, moves) : position
}

/** Parses the words after `go`. */
export function parseGoArguments(
  words: readonly string[],
  position: Position,
  { Level, MultiPV }: Pick<UgiOptions, 'Level' | 'MultiPV'>,
): Result<GoCommand, string> {
  const [first, second, third] = words
  if (first === 'perft') {
    const depth = parseWhole(second, 0, 36)
    if (depth === undefined || third !== undefined)
      return err('go perft needs a depth from 0 to 36')
    return ok({ kind: 'perft', depth })
  }
  if (first === 'solve') {
    const extra = second === 'verdict' ? third : second
    if (extra !== undefined) return err(`unexpected ${shortened(extra)} after go solve`)
    return ok({ kind: 'solve', goal: second === 'verdict' ? 'verdict' : 'margin' })
  }
  const given = new Map<string, number>()
  let isInfinite = words.length === 0
  for (let i = 0; i < words.length; i++) {
    const name = words[i] ?? ''
    if (given.has(name) || (name === 'infinite' && isInfinite)) return err(`go has ${name} twice`)
    if (name === 'infinite') {
      isInfinite = true
      continue
    }
    const smallest = GO_NUMBERS.get(name)
    if (smallest === undefined) return err(`go does not know ${name}`)
    const value = parseWhole(words[++i], smallest, LARGEST_NUMBER)
    if (value === undefined) return err(`go ${name} needs a whole number from ${smallest}`)
    given.set(name, value)
  }
  const clock = clockOf(given)
  const ownTime = position.turn === 'black' ? 'p1time' : 'p2time'
  if (clock !== undefined && !given.has(ownTime))
    return err(`go needs ${ownTime} for the side to move`)
  return ok({
    kind: 'search',
    isInfinite,
    limits: {
      ...pick('depth', given.get('depth')),
      ...pick('nodes', given.get('nodes')),
      ...pick('timeMs', given.get('movetime')),
      ...(clock && { clock }),
      ...(Level > 0 && { level: Level }),
      lines: MultiPV,
      // A search without an end is for analysing a position, not for choosing a move.
      isAnalysis: isInfinite,
    },
  })
}

/**
 * Parses the words after `setoption`, with names and values in any letter case. Returns the named
 * option alone.
 */
export function parseOptionArguments(
  words: readonly string[],
): Result<Partial<UgiOptions>, string> {
  const [nameWord, name, valueWord, value, extra] = words
  if (nameWord !== 'name' || name === undefined || valueWord !== 'value' || value === undefined) {
    return err('setoption must be written: setoption name <name> value <value>')
  }
  if (extra !== undefined) return err(`unexpected ${extra} after setoption`)
  const option = OPTION_NAMES.find((each) => isSameWord(each, name))
  if (option === undefined) return err(`no such option: ${shortened(name)}`)
  if (option === 'EndRule') {
    const endRule = END_RULES.find((rule) => isSameWord(rule, value))
    return endRule === undefined
      ? err(`EndRule must be either or onTurn, not ${shortened(value)}`)
      : ok({ EndRule: endRule })
  }
  if (option === 'Compensation') {
    const points = parseCompensation(value)
    return points.ok
      ? ok({ Compensation: points.value })
      : err(`Compensation must be 0 to ${MOST_COMPENSATION} in halves, not ${shortened(value)}`)
  }
  const { min, max } = SPINS[option]
  const number = parseWhole(value, min, max)
  if (number === undefined)
    return err(`${option} must be a whole number from ${min} to ${max}, not ${shortened(value)}`)
  return ok({ [option]: number })
}

/** A text, shortened to be quoted in an `error` line. */
export function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

// --- internal ---

const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER

/** The numbers that `go` accepts, with the least value of each. */
const GO_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['depth', 1],
  ['nodes', 1],
  ['movetime', 1],
  ['p1time', 0],
  ['p2time', 0],
  ['p1inc', 0],
  ['p2inc', 0],
])

const OPTION_NAMES = ['EndRule', 'Compensation', 'Hash', 'Threads', 'Level', 'MultiPV'] as const

function isSameWord(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function parseWhole(text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? number : undefined
}

function pick<K extends string>(key: K, value: number | undefined): { readonly [P in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: number })
}

function clockOf(given: ReadonlyMap<string, number>): SearchLimits['clock'] {
  const names = ['p1time', 'p2time', 'p1inc', 'p2inc']
  if (!names.some((name) => given.has(name))) return undefined
  const of = (name: string, otherwise: number) => given.get(name) ?? otherwise
  return {
    remainingMs: { black: of('p1time', LARGEST_NUMBER), white: of('p2time', LARGEST_NUMBER) },
    incrementMs: { black: of('p1inc', 0), white: of('p2inc', 0) },
  }
}

function parseSetup(
  kind: string | undefined,
  words: readonly string[],
  { EndRule, Compensation }: Pick<UgiOptions, 'EndRule' | 'Compensation'>,
): Result<Position, string> {
  if (kind === 'deal') {
    const [id, extra] = words
    if (id === undefined || extra !== undefined) return err('position deal needs one deal id')
    const deal = parseDeal(id)
    if (deal.ok) return ok(start(deal.value, EndRule, Compensation))
    return err(`${deal.error.code} at character ${deal.error.at + 1} of deal ${shortened(id)}`)
  }
  if (kind !== 'hfen') return err('position must be followed by deal or hfen')
  const text = words.join(' ')
  const position = parsePosition(text, EndRule, Compensation)
  if (position.ok) return position
  return err(
    `${position.error.code} at character ${position.error.at + 1} of hfen ${shortened(text)}`,
  )
}

function playAll(first: Position, words: readonly string[]): Result<Position, string> {
  let position = first
  for (const [index, word] of words.entries()) {
    const move = parseMove(word)
    if (!move.ok) return err(`move ${index + 1} is not a move: ${shortened(word)}`)
    const played = tryPlay(position, move.value)
    if (!played.ok) {
      return err(`move ${index + 1} is illegal: ${formatMove(move.value)} (${played.error})`)
    }
    position = played.value
  }
  return ok(position)
}
