import type { Color } from '@hokito/rules'
import { FaceStack } from './FaceStack.tsx'

interface PlayerFaceProps {
  readonly name: string
  /** Number of rated matches: the more of them, the higher the stack. */
  readonly matches: number
}

/** The picture of a player: the first letter of the name on a piece, on a stack that grows. */
export function PlayerFace({ name, matches }: PlayerFaceProps) {
  const height = Math.min(6, 1 + Math.floor(Math.log2(matches + 1)))
  const [initial = ''] = name
  return (
    <FaceStack side={sideOf(name)} height={height}>
      {(top) => (
        <text class="bot-eye face-letter" x="24" y={top + 14.5} text-anchor="middle">
          {initial.toLocaleUpperCase()}
        </text>
      )}
    </FaceStack>
  )
}

// --- internal ---

/** Always the same for a name, and about as often one as the other. */
function sideOf(name: string): Color {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return sum % 2 === 0 ? 'white' : 'black'
}
