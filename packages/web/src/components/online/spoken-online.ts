import { type GameView, phaseOf } from '@hokito/protocol'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { joinEndWords } from '../../words/game-end.ts'
import { onlineEndWords } from '../../words/online-end.ts'
import { shownName } from '../../words/shown-name.ts'
import type { SpokenGame } from '../game/use-game-voice.ts'

/** The data of an online game for its announcements. */
export function spokenOnline(
  model: OnlineGame,
  game: GameView,
  record: RecordView,
  isOfTournament: boolean,
): SpokenGame {
  return {
    record,
    isOver: phaseOf(game) === 'over',
    clocks: model.clocks,
    nameOf: (_, color) => shownName(game.seats[color]),
    endSaying: () => {
      const seen = { last: record.live.peek(), own: model.own.peek(), isOfTournament }
      return (t) => {
        const words = onlineEndWords(t, game, seen)
        return joinEndWords(words)
      }
    },
  }
}
