import { COLORS } from '@hokito/rules'
import type { GameModel } from '../../models/local/game-model.ts'
import { lazily } from '../../ui/lazily.tsx'

/** What the computer expected at each of its moves; nothing where none has played or thought. */
export function LocalThoughts({ model }: { model: GameModel }) {
  const { seats, thoughts } = model.game.value
  const computer = COLORS.find((color) => seats[color].kind === 'computer')
  if (computer === undefined || thoughts.length === 0) return null
  return <ThoughtsChart model={model} color={computer} />
}

// --- internal ---

const ThoughtsChart = lazily(async () => (await import('./ThoughtsChart.tsx')).ThoughtsChart)
