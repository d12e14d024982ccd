import { byColor, type GameRecord, replay } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { CardWords } from '../models/game/card.ts'
import { describeEnd } from './game-end.ts'
import { nameIn, namesIn } from './record.ts'

/** The words on a picture of a game: it is for other people, so no player is called "you". */
export function cardWords(t: Translate, record: GameRecord): CardWords {
  return { names: byColor((color) => nameIn(t, record, color)), result: resultOf(t, record) }
}

// --- internal ---

function resultOf(t: Translate, record: GameRecord): string | undefined {
  const positions = replay(record)
  const last = positions.ok ? positions.value.at(-1) : undefined
  const { ending } = record
  if (ending === undefined || last === undefined) return undefined
  return describeEnd(t, { ending, last, own: undefined, names: namesIn(t, record) })
}
