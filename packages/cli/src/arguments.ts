import {
  type Beginning,
  COLORS,
  type Color,
  type Deal,
  END_RULES,
  type EndRule,
  type GameOptions,
  MOST_COMPENSATION,
  type Position,
  parseCompensation,
  parseDeal,
  parsePosition,
  positionOf,
  RANDOM_SETUPS,
  type RandomBytes,
  randomDeal,
} from '@hokito/rules'
import { describeDeal, describeHfen, pointAt } from './describe.ts'
import { EXIT, UserError } from './io.ts'

/**
 * Reads a beginning given on the command line: a deal id, or an HFEN as one or two words.
 * @throws UserError with the place of the error
 */
export function readBeginning(
  words: readonly string[],
  { endRule, compensation }: GameOptions,
): Beginning {
  const text = words.join(' ').trim()
  if (/^s?[\d.]*$/.test(text)) return { kind: 'deal', deal: readDealId(text) }
  const position = parsePosition(text, endRule, compensation)
  if (position.ok) return { kind: 'position', position: position.value }
  throw errorIn('position', text, position.error.at, describeHfen(position.error))
}

/** The position of {@link readBeginning}. */
export function readPosition(words: readonly string[], options: GameOptions): Position {
  return positionOf({ beginning: readBeginning(words, options), ...options })
}

/** Reads a deal id, or draws a deal if the text names a kind. */
export function readDealOrKind(text: string, randomBytes: RandomBytes): Deal {
  const kind = RANDOM_SETUPS.find((each) => each === text)
  return kind === undefined ? readDealId(text) : randomDeal(kind, randomBytes)
}

/** Reads the name of an end rule. */
export function readEndRule(text: string): EndRule {
  const endRule = END_RULES.find((rule) => rule === text)
  if (endRule !== undefined) return endRule
  throw new UserError(`--end-rule must be "either" or "onTurn", not "${text}"`, EXIT.usage)
}

/** Reads the points that White gets. */
export function readCompensation(text: string): number {
  const points = parseCompensation(text)
  if (points.ok) return points.value
  throw new UserError(
    `--compensation must be 0 to ${MOST_COMPENSATION} in halves, such as 13.5, not "${text}"`,
    EXIT.usage,
  )
}

/** Reads a colour, or `random`. */
export function readColor(text: string): Color | 'random' {
  const color = [...COLORS, 'random' as const].find((each) => each === text)
  if (color !== undefined) return color
  throw new UserError(`--color must be black, white or random, not ${text}`, EXIT.usage)
}

/** Reads a whole number between two bounds; `what` names it in the error. */
export function readWhole(text: string, what: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UserError(
    `${what} must be a whole number from ${min} to ${max}, not ${text}`,
    EXIT.usage,
  )
}

/** Reads seconds with decimals. Returns milliseconds. */
export function readSeconds(text: string, what: string): number {
  const ms = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN
  if (ms >= 1) return ms
  throw new UserError(
    `${what} must be a number of seconds, such as 5 or 0.5, not ${text}`,
    EXIT.usage,
  )
}

/**
 * Reads a deal id.
 * @throws UserError with the place of the error
 */
export function readDealId(text: string): Deal {
  const deal = parseDeal(text)
  if (deal.ok) return deal.value
  throw errorIn('deal', text, deal.error.at, describeDeal(deal.error))
}

// --- internal ---

function errorIn(what: string, text: string, at: number, why: string): UserError {
  return new UserError(`this ${what} cannot be read: ${why}\n${pointAt(text, at)}`, EXIT.usage)
}
