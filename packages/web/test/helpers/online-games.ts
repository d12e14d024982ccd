import type { GameSummary, PlayerCard } from '@hokito/protocol'
import { gameId, playerId } from '../../../server/test/helpers/ids.ts'

export const US: PlayerCard = { id: playerId('us'), name: 'Anna' }
export const THEM: PlayerCard = { id: playerId('them'), name: 'Ben' }

/** A new online game with us as Black, except for the given changes. */
export function onlineGame(id: string, change: Partial<GameSummary> = {}): GameSummary {
  return {
    id: gameId(id),
    terms: {
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: { kind: 'none' },
      allowsTakebacks: false,
      games: 1,
    },
    seats: { black: US, white: THEM },
    ply: 0,
    isDealt: true,
    since: 0,
    ...change,
  }
}
