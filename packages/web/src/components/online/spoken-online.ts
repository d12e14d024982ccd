import { type GameView, phaseOf } from '@hokito/protocol'
import type { Translate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { onlineEndWords } from '../../words/online-end.ts'
import { joinSentences } from '../../words/sentences.ts'
import { shownName } from '../../words/shown-name.ts'
import type { SpokenGame } from '../game/use-game-voice.ts'

/** An online game as its voice knows it. */
export function spokenOnline(
  t: Translate,
  model: OnlineGame,
  game: GameView,
  record: RecordView,
  isOfTournament: boolean,
): SpokenGame {
  return {
    record,
    isOver: phaseOf(game) === 'over',
    clocks: model.clocks,
    nameOf: (color) => shownName(game.seats[color]),
    endSpeech: () => {
      const own = model.own.peek()
      const words = onlineEndWords(t, game, { last: record.live.peek(), own, isOfTournament })
      return joinSentences(words.headline, ...words.notes)
    },
  }
}
