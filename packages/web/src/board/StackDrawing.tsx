import { drawPlate, drawStack, ORIGIN, type Point, shadowPath } from '@hokito/picture/parts'
import type { Stack } from '@hokito/rules'
import { useContext, useMemo } from 'preact/hooks'
import { Drawn } from './Drawn.tsx'
import { PaintsContext, PieceLookContext } from './look.ts'

interface StackDrawingProps {
  readonly stack: Stack
  readonly at: Point
}

/** A stack alone, with its shadow and the plate with its height. */
export function StackDrawing({ stack, at }: StackDrawingProps) {
  const paints = useContext(PaintsContext)
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <StackShadow height={stack.height} />
      <StackBody stack={stack} />
      <Drawn drawing={drawPlate(stack, at, paints)} />
    </g>
  )
}

/** The shadow of a stack about the origin. */
export function StackShadow({ height }: { height: number }) {
  return <path class="shadows" d={shadowPath(height, ORIGIN)} />
}

/** The discs of a stack about the origin. */
export function StackBody({ stack }: { stack: Stack }) {
  const look = useContext(PieceLookContext)
  const paints = useContext(PaintsContext)
  const drawing = useMemo(() => drawStack(stack, look, paints), [stack, look, paints])
  return <Drawn class="stack-body" drawing={drawing} />
}
