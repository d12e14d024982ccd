import { type GameSummary, type GameView, isLive } from '@hokito/protocol'
import { useEffect } from 'preact/hooks'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { isAwaited } from '../../models/online/own-games-state.ts'
import { useOnline } from './use-connection.ts'

/**
 * The running game to which the end of the player's game leads: the one that follows it, or else
 * another one with a clock that has begun or waits for them. While the page leads there, the header
 * and the dialog do not call to it too.
 */
export function useCalledGame(model: OnlineGame, game: GameView): GameSummary | undefined {
  const { connection, ownGames, arrival } = useOnline()
  const player = connection.player.value?.id
  const running = ownGames.running.value
  const calls = (other: GameSummary) =>
    other.id !== game.id &&
    isLive(other.terms.timeControl) &&
    (isAwaited(other, player) || (other.ply === 0 && other.isDealt))
  const called =
    model.own.value === undefined || game.ending === undefined
      ? undefined
      : (running.find(({ id }) => id === game.next) ?? running.find(calls))
  const { told } = arrival
  const id = called?.id
  useEffect(() => {
    told.value = id
    return () => {
      told.value = undefined
    }
  }, [told, id])
  return called
}
