import './faces.css'

interface PlayerFaceProps {
  readonly name: string
  /** Number of rated matches: the more of them, the higher the stack. */
  readonly matches: number
}

/** The picture of a player: the first letter of the name on a piece, on a stack that grows. */
export function PlayerFace({ name, matches }: PlayerFaceProps) {
  const height = Math.min(6, 1 + Math.floor(Math.log2(matches + 1)))
  const top = 22 - 2 * height
  const [initial = ''] = name
  return (
    <svg
      class={`bot-face bot-face-${sideOf(name)}`}
      viewBox="-1 -1 50 50"
      width="48"
      height="48"
      aria-hidden="true"
    >
      {Array.from({ length: height }, (_, below) => (
        <circle key={below} class="bot-rim" cx="24" cy={30 - 2 * below} r="18" />
      ))}
      <circle class="bot-disc" cx="24" cy={top + 8} r="18" />
      <circle class="bot-line" cx="24" cy={top + 8} r="15" />
      <text class="bot-eye face-letter" x="24" y={top + 14.5} text-anchor="middle">
        {initial.toLocaleUpperCase()}
      </text>
    </svg>
  )
}

// --- internal ---

/** Always the same for a name, and about as often one as the other. */
function sideOf(name: string): 'black' | 'white' {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return sum % 2 === 0 ? 'white' : 'black'
}
