import type { Color, Move, Path, Position } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { durationOf, type Flight, planFlight, shadowFrames, stackFrames } from './flight.ts'

/** The input of {@link useFlight}. */
export interface FlightProps {
  readonly position: Position
  readonly lastMove: Move | undefined
  /** Its path; the plainest if absent. */
  readonly lastPath: Path | undefined
  readonly orientation: Color
  readonly isAnimated: boolean
}

/** A flight in progress, and how to end it early. */
export interface RunningFlight {
  readonly flight: Flight | undefined
  /** The flying stack and its shadow. */
  readonly stackRef: RefObject<SVGSVGElement | null>
  readonly shadowRef: RefObject<SVGSVGElement | null>
  readonly skip: () => void
  /** Makes the next change of position skip its flight, for example after a drag. */
  readonly suppressNext: () => void
}

/** Carries the last move over the board whenever the position changes by it. */
export function useFlight({
  position,
  lastMove,
  lastPath,
  orientation,
  isAnimated,
}: FlightProps): RunningFlight {
  const stackRef = useRef<SVGSVGElement>(null)
  const shadowRef = useRef<SVGSVGElement>(null)
  const target = useRef(position)
  const flight = useRef<Flight | undefined>(undefined)
  const isSuppressed = useRef(false)
  const running = useRef<Animation | undefined>(undefined)
  const [, refresh] = useReducer((count: number) => count + 1, 0)

  // Decided while rendering, so that the new position never shows before the flight to it.
  if (target.current !== position) {
    const isWanted = isAnimated && !isSuppressed.current && !prefersStillness()
    flight.current = isWanted
      ? planFlight(target.current, position, { move: lastMove, path: lastPath, orientation })
      : undefined
    target.current = position
    isSuppressed.current = false
  }

  const current = flight.current
  useLayoutEffect(() => {
    if (current === undefined || stackRef.current === null) return
    const land = () => {
      flight.current = undefined
      refresh(undefined)
    }
    const timing = { duration: durationOf(current), fill: 'forwards' } as const
    const animation = stackRef.current.animate(stackFrames(current), timing)
    const shadow = shadowRef.current?.animate(shadowFrames(current), timing)
    running.current = animation
    animation.addEventListener('finish', land)
    return () => {
      animation.removeEventListener('finish', land)
      animation.cancel()
      shadow?.cancel()
    }
  }, [current])

  return {
    flight: current,
    stackRef,
    shadowRef,
    skip: () => running.current?.finish(),
    suppressNext: () => {
      isSuppressed.current = true
    },
  }
}

// --- internal ---

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
