import { chooseArrangement, LEVELS } from '@hokito/engine'
import { type Color, type Deal, opposite, type RandomBytes } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { dealOn } from '../../board/setup-rest.ts'
import { loadDeal, newSetup } from '../../board/setup-state.ts'
import { createSetupModel, emptyPosition } from '../game/setup-model.ts'
import type { NewGameForm } from './new-game-form.ts'

/** The current step: a side arranges its pieces, or receives the device to do so. */
export interface ArrangingStep {
  readonly kind: 'arranging' | 'handing'
  readonly color: Color
}

/** The arranging of both sides in progress. */
export type Arranging = ReturnType<typeof createArranging>

/** The part of a form that says who arranges. */
type Arrangers = Pick<NewGameForm, 'opponent' | 'level' | 'endRule'> & { readonly color: Color }

/**
 * Both sides' arranging before a game on this device. Against the computer the player arranges one
 * side. Two players arrange in turn, the second without seeing the first arrangement.
 */
export function createArranging(
  { opponent, level, color, endRule }: Arrangers,
  randomBytes: RandomBytes,
  /** The position with the first side's pieces already placed. */
  placed = emptyPosition(endRule),
) {
  const first = opponent === 'computer' ? color : 'black'
  const step = signal<ArrangingStep>({ kind: 'arranging', color: first })
  const makeModel = (side: Color) => {
    const position = side === first ? placed : emptyPosition(endRule)
    return createSetupModel({ kind: 'arrange', color: side }, position, randomBytes)
  }
  const models = { black: makeModel('black'), white: makeModel('white') }
  const boardOf = (side: Color) => models[side].position.peek().board
  return {
    step,
    model: computed(() => models[step.value.color]),
    /** The side that is arranged and now hidden. */
    covered: computed(() => (step.value.color === first ? undefined : first)),
    /** Continues with the next step; after the last one returns the deal. */
    next: (): Deal | undefined => {
      const { kind, color: side } = step.peek()
      if (opponent === 'computer') {
        const strength = level === 'best' ? LEVELS.length : level
        const number = chooseArrangement(strength, randomBytes)
        return dealOn(boardOf(side), boardWith(opposite(side), number))
      }
      if (kind === 'handing') step.value = { kind: 'arranging', color: side }
      else if (side === first) step.value = { kind: 'handing', color: opposite(side) }
      else return dealOn(boardOf('black'), boardOf('white'))
      return undefined
    },
  }
}

// --- internal ---

/** One side's pieces in the arrangement of a number. */
function boardWith(color: Color, number: number) {
  const deal: Deal = { kind: 'standard', black: number, white: number }
  return loadDeal(newSetup({ kind: 'arrange', color }, emptyPosition('either')), deal).position
    .board
}
