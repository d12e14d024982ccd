import type { GameModel } from '../../models/local/game-model.ts'
import { joinEndWords } from '../../words/game-end.ts'
import { localEndWords } from '../../words/local-end.ts'
import { seatName } from '../../words/names.ts'
import type { SpokenGame } from '../game/use-game-voice.ts'

/** The data of a game on this device for its announcements. */
export function spokenLocally(model: GameModel): SpokenGame {
  return {
    record: model,
    isOver: model.ending.value !== undefined,
    clocks: () => model.clocks.peek(),
    nameOf: (t, color) => seatName(t, model.game.peek(), color),
    endSaying: () => {
      const [game, ending, last] = [model.game.peek(), model.ending.peek(), model.live.peek()]
      return (t) => {
        if (ending === undefined) return ''
        const words = localEndWords(t, game, ending, last)
        return joinEndWords(words)
      }
    },
  }
}
