import type { Line } from '@hokito/engine'
import { textSchema } from '@hokito/protocol'
import { apiAnalysisSchema, apiPositionSchema } from '@hokito/protocol/api'
import {
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  parseCompensation,
  parsePosition,
  score,
} from '@hokito/rules'
import * as z from 'zod/mini'
import { type ApiOperation, operation } from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import type { Analyst } from './analyst.ts'

export interface RulesOperationsDependencies {
  readonly analyst: Analyst
}

const EXAMPLE = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'

/** Longer than any position. */
const LONGEST_POSITION = 400

/** As many as the strongest level visits for a move. */
const MOST_NODES = 300_000
const USUAL_NODES = 50_000
const MOST_LINES = 5
const ANALYSIS_PRICE = 40
/** The retry delay when too many questions are waiting. */
const BUSY_MS = 5000

const POSITION = {
  position: {
    schema: textSchema(LONGEST_POSITION),
    description: 'The position in HFEN',
    example: EXAMPLE,
  },
  endRule: {
    schema: z._default(z.enum(END_RULES), 'either' satisfies EndRule),
    description:
      'When the game ends: `either` when one side cannot move, even the one that has just moved; `onTurn` when the side to move cannot move. `either` if absent',
    example: 'either',
  },
  compensation: {
    schema: z._default(
      z.pipe(
        z
          .string()
          .check(z.refine((text) => parseCompensation(text).ok, 'It must be 0 to 40 in halves')),
        z.transform(Number),
      ),
      0,
    ),
    description: 'The points that White gets at the end, from 0 to 40 in halves; 0 if absent',
    example: '0',
  },
}

const getPosition = operation({
  id: 'getPosition',
  group: 'Rules',
  asker: 'anyone',
  path: '/positions',
  summary: 'Moves and points of a position',
  description: 'You get the possible moves, the points, and the outcome if the game is over.',
  parameters: POSITION,
  answer: {
    type: 'application/json',
    description: 'The moves and points of the position',
    schema: apiPositionSchema,
  },
  refusals: [],
  price: 1,
  handle: async ({ position: text, endRule, compensation }) => {
    const parsed = parsePosition(text, endRule, compensation)
    if (!parsed.ok) return badPosition(parsed.error)
    const position = parsed.value
    const end = outcome(position)
    return {
      kind: 'json',
      value: {
        position: formatPosition(position),
        endRule,
        ...(compensation > 0 && { compensation }),
        turn: position.turn,
        moves: end === undefined ? legalMoves(position).map(formatMove) : [],
        points: score(position),
        ...(end && { outcome: { winner: end.winner, stuck: end.stuck } }),
      },
    }
  },
})

const analysePosition = operation({
  id: 'analysePosition',
  group: 'Rules',
  asker: 'anyone',
  path: '/positions/analysis',
  summary: 'Analyse a position',
  description: `You get the best moves, each with an estimate of the final margin or a proved result. The same request always gets the same answer. The server analyses one position at a time, so an answer may take a few seconds. It counts as ${ANALYSIS_PRICE} requests.`,
  parameters: {
    ...POSITION,
    nodes: {
      schema: z._default(number(/^\d{1,6}$/, 1, MOST_NODES), USUAL_NODES),
      description: `The number of positions to visit, from 1 to ${MOST_NODES}; ${USUAL_NODES} if absent`,
      example: '2000',
    },
    lines: {
      schema: z._default(number(/^\d$/, 1, MOST_LINES), 1),
      description: `The number of best moves to return, from 1 to ${MOST_LINES}; 1 if absent`,
      example: '2',
    },
  },
  answer: {
    type: 'application/json',
    description: 'The analysis',
    schema: apiAnalysisSchema,
  },
  refusals: [],
  price: ANALYSIS_PRICE,
  handle: async (parameters, asker, { analyst }: RulesOperationsDependencies) => {
    const { position: text, endRule, compensation, nodes, lines } = parameters
    const parsed = parsePosition(text, endRule, compensation)
    if (!parsed.ok) return badPosition(parsed.error)
    const position = parsed.value
    const about = {
      position: formatPosition(position),
      endRule,
      ...(compensation > 0 && { compensation }),
    }
    if (outcome(position) !== undefined) {
      return { kind: 'json', value: { ...about, depth: 0, nodes: 0, lines: [] } }
    }
    const found = await analyst.analyse(position, { nodes, lines }, asker)
    if (!found.ok) {
      return { kind: 'refused', code: 'tooMany', details: { retryAfterMs: BUSY_MS } }
    }
    const { depth, nodes: visited, lines: best } = found.value
    return {
      kind: 'json',
      value: { ...about, depth, nodes: visited, lines: best.map(lineOf) },
    }
  },
})

/** Rules and engine, for programs that have neither. */
export const RULES_OPERATIONS: readonly ApiOperation<RulesOperationsDependencies>[] = [
  getPosition,
  analysePosition,
]

// --- internal ---

function number(digits: RegExp, least: number, most: number) {
  return z.pipe(
    z.string().check(z.regex(digits, `It must be a number from ${least} to ${most}`)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.gte(least), z.lte(most)),
    ),
  )
}

function badPosition({ code, at }: { readonly code: string; readonly at: number }): ApiOutcome {
  const detail = `Not a position in HFEN: ${code} at character ${at + 1}`
  return { kind: 'refused', code: 'badParameter', details: { parameter: 'position', detail } }
}

function lineOf({ moves, value }: Line) {
  const play = { moves: moves.map(formatMove) }
  if (value.kind === 'estimate') return { ...play, estimate: value.points }
  const { verdict, margin } = value
  return { ...play, proved: { verdict, ...(margin !== undefined && { margin }) } }
}
