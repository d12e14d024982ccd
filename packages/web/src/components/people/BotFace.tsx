import './faces.css'

/**
 * The face of a house bot: a piece with eyes on a stack that is as high as the bot is strong. The
 * words beside it say the same.
 */
export function BotFace({ level }: { readonly level: number }) {
  const height = Math.ceil(level / 2)
  const top = 22 - 2 * height
  const side = level % 2 === 0 ? 'white' : 'black'
  return (
    <svg
      class={`bot-face bot-face-${side}`}
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
      {/* The stronger the bot, the narrower its eyes. */}
      <ellipse class="bot-eye" cx="17.5" cy={top + 5} rx="3" ry={4.4 - 0.28 * level} />
      <ellipse class="bot-eye" cx="30.5" cy={top + 5} rx="3" ry={4.4 - 0.28 * level} />
      <path class="bot-mouth" d={`M17 ${top + 13} q7 ${Math.max(0, 6 - 0.9 * level)} 14 0`} />
    </svg>
  )
}
