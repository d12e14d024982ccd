import type { PlayerCard } from '@hokito/protocol'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Rooms } from './rooms.ts'

interface Named {
  readonly lobby: Pick<Lobby, 'rename'>
  readonly rooms: Pick<Rooms, 'rename'>
  readonly games: Pick<Games, 'rename'>
  readonly summaries: Pick<Summaries, 'forgetOf'>
}

/** A player is called otherwise from now on, in all that this node has in memory. */
export async function renameIn(
  { lobby, rooms, games, summaries }: Named,
  player: PlayerCard,
): Promise<void> {
  lobby.rename(player)
  rooms.rename(player)
  await games.rename(player)
  // What is remembered of games is read from those in memory, so they come first.
  summaries.forgetOf(player.id)
}
