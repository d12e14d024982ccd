import type { GameView } from '@hokito/protocol'
import { type Game, isWithoutHidden } from '../game/game.ts'
import type { StoredNews, StoredStep } from '../live/cluster.ts'
import type { LiveGame } from '../live/live-game.ts'
import { isWatchable } from '../live/running-games.ts'
import { type Here, type Hint, MOST_IN_HINT, MOST_STEPS } from './hint.ts'

type Steps = Extract<Hint, { kind: 'step' }>['steps']

/** The topics by which nodes hear of a game: those of its players here, and of its watchers. */
export function topicsOf({ id, seats }: GameView): readonly string[] {
  return [seats.black.id, seats.white.id, id]
}

/** The news of a game that has just been stored. */
export function newsOf(game: Game, { begun, step }: StoredNews) {
  const { id, version, seats } = game.view
  const challenge = begun?.challenge
  return {
    game: id,
    version,
    players: [seats.black.id, seats.white.id],
    ...(begun && { begun: challenge === undefined ? {} : { challenge } }),
    steps: stepsOf(game, step),
  }
}

/** The connections to a game on this node. */
export function hereOf(live: LiveGame): Here {
  const { seated, watchers } = live.ownCompany
  const { id } = live.game.view
  return { game: id, seated: [...seated], watchers, isListed: isWatchable(live.game) }
}

/** Parts that each fit into one hint. */
export function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += MOST_IN_HINT) {
    yield all.slice(from, from + MOST_IN_HINT)
  }
}

// --- internal ---

/** The steps to the latest state of a game; none if others have to read it. */
function stepsOf(game: Game, step: StoredStep | undefined): Steps {
  if (step === undefined || step.updates.length > MOST_STEPS) return []
  if (!isWithoutHidden(step.before) || !isWithoutHidden(game)) return []
  return step.updates.map(({ event }, index) => ({
    event,
    ...(index === 0 && step.command !== undefined && { command: step.command }),
  }))
}
