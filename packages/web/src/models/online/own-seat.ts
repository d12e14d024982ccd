import type { GameSummary, PlayerCard, PlayerId } from '@hokito/protocol'
import type { Color } from '@hokito/rules'

/** The opponent in a player's own game. */
export function opponentIn(
  { seats }: Pick<GameSummary, 'seats'>,
  player: PlayerId | undefined,
): PlayerCard {
  return seats.black.id === player ? seats.white : seats.black
}

/** A player's colour in the player's own game. */
export function ownColorIn(
  { seats }: Pick<GameSummary, 'seats'>,
  player: PlayerId | undefined,
): Color {
  return seats.white.id === player ? 'white' : 'black'
}
