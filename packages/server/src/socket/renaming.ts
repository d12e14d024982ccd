import type { PlayerCard } from '@hokito/protocol'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Rooms } from './rooms.ts'

interface Named {
  readonly lobby: Pick<Lobby, 'rename'>
  readonly rooms: Pick<Rooms, 'rename'>
  readonly games: Pick<Games, 'current'>
  readonly summaries: Pick<Summaries, 'forgetOf'>
}

/** Changes a player's name everywhere in this node's memory. */
export async function renameIn(
  { lobby, rooms, games, summaries }: Named,
  player: PlayerCard,
): Promise<void> {
  lobby.rename(player)
  rooms.rename(player)
  await games.current.rename(player)
  // Summaries are made from the games in memory, so those are renamed first.
  summaries.forgetOf(player.id)
}
