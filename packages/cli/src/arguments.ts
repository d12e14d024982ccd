import {
  END_RULES,
  type EndRule,
  type Position,
  parseDeal,
  parsePosition,
  start,
} from '@hokito/rules'
import { describeDeal, describeHfen, pointAt } from './describe.ts'
import { EXIT, UserError } from './io.ts'

/**
 * Reads a position given on the command line: a deal id, or an HFEN as one or two words.
 * @throws UserError with the place of the fault
 */
export function readPosition(words: readonly string[], endRule: EndRule): Position {
  const text = words.join(' ')
  if (/^s?[\d.]*$/.test(text)) {
    const deal = parseDeal(text)
    if (deal.ok) return start(deal.value, endRule)
    throw faultIn('deal', text, deal.error.at, describeDeal(deal.error))
  }
  const position = parsePosition(text, endRule)
  if (position.ok) return position.value
  throw faultIn('position', text, position.error.at, describeHfen(position.error))
}

/** Reads the name of an end rule. */
export function readEndRule(text: string): EndRule {
  const endRule = END_RULES.find((rule) => rule === text)
  if (endRule === undefined) {
    throw new UserError(`the end rule is either or onTurn, not ${text}`, EXIT.usage)
  }
  return endRule
}

/** Reads a whole number between two bounds; `what` names it in the error. */
export function readWhole(text: string, what: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UserError(`${what} is a whole number from ${min} to ${max}, not ${text}`, EXIT.usage)
}

// --- internal ---

function faultIn(what: string, text: string, at: number, why: string): UserError {
  return new UserError(`this ${what} cannot be read: ${why}\n${pointAt(text, at)}`, EXIT.usage)
}
