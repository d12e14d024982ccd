import { type Move, ownerOf, type Square, type Stack } from '@hokito/rules'
import { type BoardScene, canChoose } from './scene.ts'
import type { BoardState } from './state.ts'
import type { BoardTexts, SquareState } from './texts.ts'
import { landingsOf, stepsOf } from './trace.ts'

/** The state of a square, as shown to the pointer and read by a screen reader. */
export interface CellView {
  readonly label: string
  readonly isChosen: boolean
  /** Can the stack here be taken up? */
  readonly isMovable: boolean
  /** Can the chosen stack land here? */
  readonly isLanding: boolean
  /** Can the chosen stack hop here without landing? */
  readonly isStep?: boolean
}

/** The facts from which all squares of a game are computed. */
export interface CellContext {
  readonly scene: BoardScene
  readonly state: BoardState
  readonly lastMove: Move | undefined
  readonly texts: BoardTexts
}

/** The view of one square of a game, played or shown. */
export function cellOf(context: CellContext, square: Square): CellView {
  const { scene, state, texts } = context
  const stack = scene.position.board[square]
  const isLanding = landingsOf(scene, state).includes(square)
  const isStep = stepsOf(scene, state).includes(square)
  return {
    label: texts.square({
      square,
      stack,
      state: stateOf(context, square, { isLanding, isStep }),
      landings: landingsToTell(context, square, stack),
    }),
    isChosen: state.chosen === square,
    isMovable: canChoose(scene, square),
    isLanding,
    isStep,
  }
}

// --- internal ---

/**
 * The landings to announce for a piece, if the player may move it; none while another piece is
 * chosen, when they would only confuse.
 */
function landingsToTell(
  { scene, state }: CellContext,
  square: Square,
  stack: Stack | undefined,
): readonly Square[] | undefined {
  const { position, targets } = scene
  const isOwn = targets.size > 0 && stack !== undefined && ownerOf(stack) === position.turn
  return isOwn && state.chosen === undefined ? (targets.get(square) ?? []) : undefined
}

function stateOf(
  { scene, state, lastMove }: CellContext,
  square: Square,
  { isLanding, isStep }: Required<Pick<CellView, 'isLanding' | 'isStep'>>,
): SquareState | undefined {
  const stack = scene.position.board[square]
  if (state.chosen === square) return 'selected'
  if (isLanding && stack !== undefined) {
    return ownerOf(stack) === scene.position.turn ? 'ownLanding' : 'enemyLanding'
  }
  if (state.trace.includes(square)) return 'traced'
  if (isStep) return 'step'
  if (lastMove?.to === square) return 'lastTo'
  return lastMove?.from === square ? 'lastFrom' : undefined
}
