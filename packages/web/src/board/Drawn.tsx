import { drawDefinitions } from '@hokito/picture/parts'
import { useContext } from 'preact/hooks'
import { PaintsContext } from './look.ts'

interface DrawnProps {
  /** A part of the drawing from `packages/picture`, which contains nothing that a person wrote. */
  readonly drawing: string
  readonly class?: string | undefined
  readonly transform?: string | undefined
}

/**
 * A part of the board as `packages/picture` draws it. The browser reads it as a text, and nothing is
 * compared as long as the text stays the same.
 */
export function Drawn({ drawing, ...attributes }: DrawnProps) {
  return <g {...attributes} dangerouslySetInnerHTML={{ __html: drawing }} />
}

/** The gradients of all drawings on a page, in its colours. */
export function Definitions() {
  const paints = useContext(PaintsContext)
  return (
    <svg class="definitions" aria-hidden="true">
      <Drawn drawing={drawDefinitions(paints)} />
    </svg>
  )
}
