import type { Line } from '@hokito/engine'
import { apiAnalysisSchema, apiPositionSchema } from '@hokito/protocol/api'
import {
  END_RULES,
  type EndRule,
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  parsePosition,
  score,
} from '@hokito/rules'
import * as z from 'zod/mini'
import type { Analyst } from './analyst.ts'
import { type Operation, type Outcome, operation } from './operation.ts'

export interface RulesOperationsDependencies {
  readonly analyst: Analyst
}

/** Rules and engine, for programs that have neither. */
export function rulesOperations({ analyst }: RulesOperationsDependencies): readonly Operation[] {
  return [
    operation({
      id: 'getPosition',
      group: 'Rules',
      path: '/positions',
      summary: 'What the rules say about a position',
      description: 'The possible moves, the points, and the outcome where the game is over.',
      parameters: POSITION,
      answer: {
        type: 'application/json',
        description: 'What holds there',
        schema: apiPositionSchema,
      },
      refusals: [],
      price: 1,
      handle: async ({ position: text, endRule }) => {
        const parsed = parsePosition(text, endRule)
        if (!parsed.ok) return badPosition(parsed.error)
        const position = parsed.value
        const end = outcome(position)
        return {
          kind: 'json',
          value: {
            position: formatPosition(position),
            endRule,
            turn: position.turn,
            moves: end === undefined ? legalMoves(position).map(formatMove) : [],
            points: score(position),
            ...(end && { outcome: { winner: end.winner, stuck: end.stuck } }),
          },
        }
      },
    }),
    operation({
      id: 'analysePosition',
      group: 'Rules',
      path: '/positions/analysis',
      summary: 'What the engine makes of a position',
      description: `The best moves with what they are expected to come to, or are proved to. The same question always has the same answer. The server looks into one position at a time, so an answer may take a few seconds; each counts as ${ANALYSIS_PRICE} requests.`,
      parameters: {
        ...POSITION,
        nodes: {
          schema: z._default(number(/^\d{1,6}$/, 1, MOST_NODES), USUAL_NODES),
          description: `How many positions may be visited: 1 to ${MOST_NODES}. By default ${USUAL_NODES}`,
          example: '2000',
        },
        lines: {
          schema: z._default(number(/^\d$/, 1, MOST_LINES), 1),
          description: `How many of the best moves are wanted: 1 to ${MOST_LINES}. By default 1`,
          example: '2',
        },
      },
      answer: {
        type: 'application/json',
        description: 'What was found',
        schema: apiAnalysisSchema,
      },
      refusals: [],
      price: ANALYSIS_PRICE,
      handle: async ({ position: text, endRule, nodes, lines }, asker) => {
        const parsed = parsePosition(text, endRule)
        if (!parsed.ok) return badPosition(parsed.error)
        const position = parsed.value
        const about = { position: formatPosition(position), endRule }
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
    }),
  ]
}

// --- internal ---

const EXAMPLE = '----C4-/a3-----/------/--B12--a2/------/--b7--A8 w'

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
    schema: z.string().check(z.maxLength(LONGEST_POSITION)),
    description: 'The position in HFEN',
    example: EXAMPLE,
  },
  endRule: {
    schema: z._default(z.enum(END_RULES), 'either' satisfies EndRule),
    description:
      'When the game ends: `either` when one side cannot move, also the one that has just moved; `onTurn` when the side to move cannot. By default `either`',
    example: 'either',
  },
}

function number(digits: RegExp, least: number, most: number) {
  return z.pipe(
    z.string().check(z.regex(digits, `It must be a number from ${least} to ${most}`)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.gte(least), z.lte(most)),
    ),
  )
}

function badPosition({ code, at }: { readonly code: string; readonly at: number }): Outcome {
  const detail = `No position in HFEN: ${code} at character ${at + 1}`
  return { kind: 'refused', code: 'badParameter', details: { parameter: 'position', detail } }
}

function lineOf({ moves, value }: Line) {
  const play = { moves: moves.map(formatMove) }
  if (value.kind === 'estimate') return { ...play, estimate: value.points }
  const { verdict, margin } = value
  return { ...play, proved: { verdict, ...(margin !== undefined && { margin }) } }
}
