import { COLORS, type Color } from '@hokito/rules'
import type { GameModel } from '../../models/local/game-model.ts'
import type { LocalGame } from '../../models/local/local-game.ts'
import { isFarSighted } from '../../models/local/seat.ts'
import { useTexts } from '../game/use-texts.ts'
import { ThoughtsChart } from './ThoughtsChart.tsx'

/**
 * The computer's expectations at each of its moves; nothing if no strong enough computer has
 * played.
 */
export function LocalThoughts({ model }: { model: GameModel }) {
  const color = thinkerIn(model.game.value)
  const hasTexts = useTexts('record', color !== undefined)
  if (color === undefined || !hasTexts) return null
  return <ThoughtsChart model={model} color={color} />
}

// --- internal ---

/** The side whose computer recorded its expectations and plays at a strong enough level. */
function thinkerIn({ seats, thoughts }: LocalGame): Color | undefined {
  if (thoughts.length === 0) return undefined
  return COLORS.find((color) => {
    const seat = seats[color]
    return seat.kind === 'computer' && isFarSighted(seat.level)
  })
}
