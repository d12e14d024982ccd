import type { Translate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { localEndWords } from '../../words/local-end.ts'
import { seatName } from '../../words/names.ts'
import { joinSentences } from '../../words/sentences.ts'
import type { SpokenGame } from '../game/use-game-voice.ts'

/** A game on this device as its voice knows it. */
export function spokenLocally(t: Translate, model: GameModel): SpokenGame {
  return {
    record: model,
    isOver: model.ending.value !== undefined,
    clocks: () => model.clocks.peek(),
    nameOf: (color) => seatName(t, model.game.peek(), color),
    endSpeech: () => {
      const ending = model.ending.peek()
      if (ending === undefined) return ''
      const words = localEndWords(t, model.game.peek(), ending, model.live.peek())
      return joinSentences(words.headline, ...words.notes)
    },
  }
}
