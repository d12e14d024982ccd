import type { Color } from '@hokito/rules'

/**
 * The result of a line: an estimate, or a proof that never changes. Leads are Black's points minus
 * White's.
 */
export type Outlook =
  | { readonly kind: 'expected'; readonly lead: number }
  | {
      readonly kind: 'proved'
      readonly winner: Color | 'draw'
      /** Undefined if only the winner is proved. */
      readonly lead: number | undefined
      /**
       * Moves of both sides until the end of the game with best play; undefined if not all are
       * known.
       */
      readonly plies: number | undefined
    }

/** Black's lead; half a point if only the winner is known. */
export function leadOf(outlook: Outlook): number {
  if (outlook.kind === 'expected' || outlook.lead !== undefined) return outlook.lead ?? 0
  if (outlook.winner === 'draw') return 0
  return outlook.winner === 'black' ? 0.5 : -0.5
}
