import { type Color, SQUARE_COUNT, type Square } from '@hokito/rules'

/**
 * The goal of a setup: any position; one side's pieces, one on each square of its own three ranks;
 * or all 36 pieces, one on each square, anywhere.
 */
export type SetupTask =
  | { readonly kind: 'free' }
  | { readonly kind: 'arrange'; readonly color: Color }
  | { readonly kind: 'scattered' }

/** Does this square belong to the task? */
export function isOpen(task: SetupTask, square: Square): boolean {
  return task.kind !== 'arrange' || (task.color === 'black') === square < SQUARE_COUNT / 2
}

/** The sides whose pieces are placed. */
export function colorsOf(task: SetupTask): readonly Color[] {
  return task.kind === 'arrange' ? [task.color] : ['black', 'white']
}
