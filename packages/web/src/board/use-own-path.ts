import type { Move, Path } from '@hokito/rules'
import { useRef } from 'preact/hooks'

/**
 * The path of a move that was traced hop by hop, kept while that is the last move; otherwise
 * undefined.
 */
export function useOwnPath(lastMove: Move | undefined) {
  const kept = useRef<{ readonly path: Path; readonly after: Move | undefined } | undefined>(
    undefined,
  )
  const { path, after } = kept.current ?? {}
  const move = { from: path?.[0]?.from, to: path?.at(-1)?.to }
  const isMade = path !== undefined && lastMove?.from === move.from && lastMove?.to === move.to
  if (!isMade && lastMove !== after) kept.current = undefined
  return {
    path: isMade ? path : undefined,
    keep: (traced: Path | undefined) => {
      kept.current = traced && { path: traced, after: lastMove }
    },
  }
}
