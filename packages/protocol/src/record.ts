import { type Ending, formatDate, type GameRecord, lineOf, parseDeal } from '@hokito/rules'
import type { GameEnding } from './event.ts'
import type { GameView } from './game-view.ts'
import { optionsOf } from './terms.ts'
import { formatTimeControl } from './time-control.ts'

/** A game as the record that people exchange. Undefined while the game has no deal. */
export function recordOf(view: GameView): GameRecord | undefined {
  const deal = parseDeal(view.deal ?? '')
  if (!deal.ok) return undefined
  const { terms, seats, moves } = view
  return {
    beginning: { kind: 'deal', deal: deal.value },
    ...optionsOf(terms),
    ...lineOf(moves),
    tags: {
      Event: terms.games === 2 ? `Online match, game ${view.match?.game ?? 1}` : 'Online game',
      Date: formatDate(new Date(view.createdAt)),
      Black: seats.black.name,
      White: seats.white.name,
      TimeControl: formatTimeControl(terms.timeControl),
      GameId: view.id,
    },
    ending: endingOf(view.ending),
  }
}

// --- internal ---

/** An aborted game has no ending in a record: it counts as broken off. */
function endingOf(ending: GameEnding | undefined): Ending | undefined {
  if (ending === undefined || ending.kind === 'aborted' || ending.winner === 'nobody') {
    return undefined
  }
  return { kind: ending.kind, winner: ending.winner }
}
