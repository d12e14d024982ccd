import { dividerOf, phaseOf } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import { accept, type Decision, refuse, type Seated } from './decision.ts'

/** Names what White gets in this deal. The other player then chooses a side. */
export function divide(seated: Seated, compensation: number): Decision {
  const no = refusalOf(seated, 'naming')
  return no ?? accept({ kind: 'divided', at: seated.circumstances.now, compensation })
}

/** Chooses a side for the points named. The game begins. */
export function choose(seated: Seated, side: Color): Decision {
  const no = refusalOf(seated, 'choosing')
  return no ?? accept({ kind: 'chosen', at: seated.circumstances.now, color: side })
}

// --- internal ---

function refusalOf(
  { game: { view }, color }: Seated,
  stage: 'naming' | 'choosing',
): Decision | undefined {
  if (phaseOf(view) === 'over') return refuse('gameOver')
  if (view.division?.stage !== stage) return refuse('notDividing')
  return dividerOf(view) === color ? undefined : refuse('notYourTurn')
}
