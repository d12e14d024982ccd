import { FaceStack } from './FaceStack.tsx'

/**
 * The face of a house bot: a piece with eyes on a stack that is as high as the bot is strong. The
 * words beside it say the same.
 */
export function BotFace({ level }: { readonly level: number }) {
  return (
    <FaceStack side={level % 2 === 0 ? 'white' : 'black'} height={Math.ceil(level / 2)}>
      {(top) => (
        <>
          {/* The stronger the bot, the narrower its eyes. */}
          <ellipse class="bot-eye" cx="17.5" cy={top + 5} rx="3" ry={4.4 - 0.28 * level} />
          <ellipse class="bot-eye" cx="30.5" cy={top + 5} rx="3" ry={4.4 - 0.28 * level} />
          <path class="bot-mouth" d={`M17 ${top + 13} q7 ${Math.max(0, 6 - 0.9 * level)} 14 0`} />
        </>
      )}
    </FaceStack>
  )
}
