import { apiPositionSchema } from '@hokito/protocol/api'
import {
  END_RULES,
  formatMove,
  formatPosition,
  legalMoves,
  outcome,
  parsePosition,
  score,
} from '@hokito/rules'
import * as z from 'zod/mini'
import { type Operation, operation } from './operation.ts'

/** What the rules say, for programs that do not know them. */
export function rulesOperations(): readonly Operation[] {
  return [
    operation({
      id: 'getPosition',
      group: 'Rules',
      path: '/positions',
      summary: 'What the rules say about a position',
      description: 'The possible moves, the points, and the outcome where the game is over.',
      parameters: {
        position: {
          schema: z.string().check(z.maxLength(LONGEST_POSITION)),
          description: 'The position in HFEN',
          example: EXAMPLE,
        },
        endRule: {
          schema: z._default(z.enum(END_RULES), 'either'),
          description:
            'When the game ends: `either` when one side cannot move, also the one that has just moved; `onTurn` when the side to move cannot. By default `either`',
          example: 'either',
        },
      },
      answer: {
        type: 'application/json',
        description: 'What holds there',
        schema: apiPositionSchema,
      },
      refusals: [],
      price: 1,
      handle: async ({ position: text, endRule }) => {
        const parsed = parsePosition(text, endRule)
        if (!parsed.ok) {
          const { code, at } = parsed.error
          const detail = `No position in HFEN: ${code} at character ${at + 1}`
          return {
            kind: 'refused',
            code: 'badParameter',
            details: { parameter: 'position', detail },
          }
        }
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
  ]
}

// --- internal ---

const EXAMPLE = '----C4-/a3-----/------/--B12--a2/------/--b7--A8 w'

/** Longer than any position is. */
const LONGEST_POSITION = 400
