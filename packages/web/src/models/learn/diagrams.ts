import { type Move, type Position, parseMove, parsePosition } from '@hokito/rules'
import { withMadeUpPieces } from './made-up-pieces.ts'

/** The rules in the order they are told. */
export const RULE_KEYS = ['pieces', 'hop', 'land', 'stack', 'score', 'end'] as const
export type RuleKey = (typeof RULE_KEYS)[number]

/** A position that shows a rule, and a move that makes the point. */
export interface Diagram {
  readonly key: RuleKey
  readonly position: Position
  readonly hint: Move | undefined
}

const SOURCES: { readonly [K in RuleKey]: readonly [hfen: string, move?: string] } = {
  pieces: ['BCACAB/CABBCA/ACBABC/cbabca/acbbac/bacacb b'],
  hop: ['-----B/-----A/------/--a--B/------/--c--- b', 'c1f5'],
  land: ['------/-B3--A-/------/-b--C-/------/-c2--a- b', 'b3e5'],
  stack: ['------/-A4--B-/------/-c2-b3--/------/-a--C2- b', 'd3b5'],
  score: ['------/-C4----/----b3-/-c5----/----A2-/-a--B- b'],
  end: ['------/-C6----/------/---a--/----b9-/-B12---- w'],
}

/** All diagrams, checked by the rules as they are made. */
export const DIAGRAMS: readonly Diagram[] = RULE_KEYS.map((key) => {
  const [hfen, text] = SOURCES[key]
  const position = parsePosition(hfen, 'either')
  const hint = text === undefined ? undefined : parseMove(text)
  if (!position.ok || hint?.ok === false) throw new Error(`the diagram of ${key} is wrong`)
  return { key, position: withMadeUpPieces(position.value), hint: hint?.value }
})
