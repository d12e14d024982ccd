import { type ByColor, byColor, type Ending, type Position } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { type LocalGame, soloColor } from '../models/local/local-game.ts'
import { describeEnd, describeStuckEnd, describeTallest, type EndWords } from './game-end.ts'
import { seatName } from './names.ts'

/** The winner of a game on this device, and the reason. */
export function localEndWords(
  t: Translate,
  game: LocalGame,
  ending: Ending,
  last: Position,
): EndWords {
  const own = soloColor(game)
  const names = namesIn(t, game)
  const stuck = own === undefined ? names : byColor(() => capital(t('end.computer')))
  const reason =
    ending.kind === 'stuck' ? describeStuckEnd(t, { last, own, names: stuck }) : t('end.notCounted')
  const tallest = describeTallest(t, { ending, last, own })
  return {
    headline: describeEnd(t, { ending, last, own, names }),
    reason,
    notes: tallest === undefined ? [] : [tallest],
  }
}

// --- internal ---

/** With a capital, for the beginning of a sentence. */
function capital(text: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase() + rest.join('')
}

/** Two players at one screen go by their colours unless both have given a name. */
function namesIn(t: Translate, game: LocalGame): ByColor<string> | undefined {
  const { black, white } = game.seats
  if (soloColor(game) !== undefined) return byColor(() => t('end.computer'))
  const isNameless = [black, white].some((seat) => seat.kind === 'person' && seat.name === '')
  return isNameless ? undefined : byColor((color) => seatName(t, game, color))
}
