import {
  FAIR_COMPENSATION,
  type Move,
  type Position,
  parseMove,
  parsePosition,
} from '@hokito/rules'
import type en from '../../i18n/guide/en.json'
import { type Claims, type Words, wordsIn } from './claim.ts'
import { withMadeUpPieces } from './made-up-pieces.ts'

/** The key of a rule's text in the catalogue. */
type RuleKey = keyof typeof en.rules.sections

/** A position that shows a rule, and a move that makes the point. */
export interface Diagram {
  readonly key: RuleKey
  readonly position: Position
  readonly hint: Move | undefined
  /**
   * The claims of the rule's text about the position, with those that its picture is there to show.
   */
  readonly claims: Claims
}

const WHOLE_GAME: Claims = {
  all: { kind: 'pieces', is: 36 },
  pieces: { kind: 'pieces', color: 'black', is: 18 },
  white: { kind: 'pieces', color: 'white', is: 18 },
  ones: { kind: 'pieces', color: 'black', value: 1, is: 6 },
  twos: { kind: 'pieces', color: 'black', value: 2, is: 6 },
  threes: { kind: 'pieces', color: 'black', value: 3, is: 6 },
  begins: { kind: 'turn', is: 'black' },
}

/**
 * All rules in the order of the rules page, each with its diagram. @throws Error when one cannot be
 * read: a bug of the page.
 */
export const DIAGRAMS: readonly Diagram[] = [
  diagram('pieces', 'BCACAB/CABBCA/ACBABC/cbabca/acbbac/bacacb b', { claims: WHOLE_GAME }),
  diagram('hop', '-----B/-----A/------/--a--B/------/--c--- b', {
    hint: 'c1f5',
    claims: {
      own: { kind: 'marks', on: 'c1', is: 3 },
      way: { kind: 'way', move: 'c1f5', is: ['north', 'east', 'north'] },
    },
  }),
  diagram('land', '------/-B4--A-/------/-b--C-/------/-c2--a- b', {
    hint: 'b3e5',
    claims: {
      single: { kind: 'height', on: 'b3', is: 1 },
      target: { kind: 'height', on: 'e5', is: 1 },
      stack: { kind: 'cannot', move: 'b3b5', is: 'wrongKind' },
    },
  }),
  diagram('stack', '------/-A4--B-/------/-c2-b2--/------/-a--C2- b', {
    hint: 'd3b5',
    claims: {
      own: { kind: 'height', on: 'd3', is: 2 },
      target: { kind: 'height', on: 'b5', is: 4 },
    },
  }),
  diagram('score', '------/-C4----/----b4-/-c4----/----A2-/-a--B- b', {
    claims: {
      square: { kind: 'dearest', color: 'black', is: 'b3' },
      marks: { kind: 'marks', on: 'b3', is: 3 },
      height: { kind: 'height', on: 'b3', is: 4 },
      points: { kind: 'worth', on: ['b3'], is: 12 },
    },
  }),
  diagram('end', '-----A/-C4----/------/---a--/------/-B10--b20- w', {
    claims: {
      over: { kind: 'over', is: true },
      turn: { kind: 'stuck', color: 'white', is: true },
    },
  }),
]

/**
 * Numbers of the game for answers to questions: `all` pieces, the `pieces` of a side, and the `fair`
 * compensation.
 */
export const GAME_WORDS: Words = { ...wordsIn(WHOLE_GAME), fair: FAIR_COMPENSATION }

// --- internal ---

interface DiagramText {
  readonly hint?: string
  readonly claims: Claims
}

function diagram(key: RuleKey, hfen: string, text: DiagramText): Diagram {
  const position = parsePosition(hfen, 'either')
  const hint = text.hint === undefined ? undefined : parseMove(text.hint)
  if (!position.ok || hint?.ok === false) throw new Error(`the diagram of ${key} is wrong`)
  const { claims } = text
  return { key, position: withMadeUpPieces(position.value), hint: hint?.value, claims }
}
