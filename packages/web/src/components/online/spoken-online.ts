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
      const last = record.live.peek()
      // What is spoken comes when it has ended; that the next one begins is told by its call.
      const facts = { last, own, isOfTournament, isNextRunning: false }
      const words = onlineEndWords(t, game, facts)
      return joinSentences(words.headline, ...words.notes)
    },
  }
}
