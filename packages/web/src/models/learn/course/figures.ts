import type { EndRule } from '@hokito/rules'
import facts from '../facts.json' with { type: 'json' }

type Studied = (typeof facts.studied)[number]
type NamesIn<Games> = Games extends { readonly facts: infer Facts } ? keyof Facts : never
/** A fact that any games were studied for. */
export type FactName = NamesIn<Studied>

/** A measured figure that a sentence states, and the range that makes the sentence true. */
export interface Figure {
  readonly fact: FactName
  readonly endRule: EndRule
  /** The kind of games: that of their deals, standard by default, or of their first moves. */
  readonly kind?: string
  /** White's compensation, none by default. */
  readonly compensation?: number
  /** The positions searched for each move, as in most games by default. */
  readonly nodes?: number
  /** How the sentence writes it: as a percentage, a whole number or a number with two decimals. */
  readonly as: 'percent' | 'count' | 'decimal'
  /** The sentence holds while the fact lies in here, whatever chance has added or taken away. */
  readonly between: readonly [least: number, most: number]
}

/** The figures of a sentence, by the names of its placeholders. */
export type Figures = Readonly<Record<string, Figure>>

const NODES = Math.max(...facts.studied.map(({ nodes }) => nodes))

/** How most facts were measured: the games, and the positions searched for each of their moves. */
export const MEASURED = {
  games: facts.studied
    .filter(({ nodes }) => nodes === NODES)
    .reduce((sum, { games }) => sum + games, 0),
  nodes: NODES,
}

/** The figures as the sentence writes them, and the positions searched for each move. */
export function wordsOfFigures(figures: Figures): Readonly<Record<string, number>> {
  const [nodes = NODES] = Object.values(figures).flatMap((figure) => figure.nodes ?? [])
  return {
    nodes,
    ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure)])),
  }
}

/** The figures that the measurement does not bear out, with two standard errors, in words. */
export function contradictionsIn(figures: Figures): readonly string[] {
  return Object.entries(figures).flatMap(([name, figure]) => {
    const { value, error } = factOf(figure)
    const [least, most] = figure.between
    if (value - 2 * error >= least && value + 2 * error <= most) return []
    return [`${name}: ${figure.fact} is ${value} ± ${error}, and not from ${least} to ${most}`]
  })
}

// --- internal ---

function factOf(figure: Figure): { readonly value: number; readonly error: number } {
  const { fact, endRule, kind = 'standard', compensation = 0, nodes = NODES } = figure
  const studied = facts.studied.find(
    (each) =>
      each.endRule === endRule &&
      each.kind === kind &&
      each.compensation === compensation &&
      each.nodes === nodes,
  )
  const found = studied && Object.entries(studied.facts).find(([name]) => name === fact)?.[1]
  if (found === undefined || found.value === null || found.error === null) {
    throw new Error(`${fact} was not measured under ${endRule}`)
  }
  return { value: found.value, error: found.error }
}

function rounded(figure: Figure): number {
  const { value } = factOf(figure)
  switch (figure.as) {
    case 'percent':
      return Math.round(value * 100)
    case 'count':
      return Math.round(value)
    case 'decimal':
      return Math.round(value * 100) / 100
  }
}
