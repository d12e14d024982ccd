import { EXPLORER_STEP, type ExplorerGames, isLateLoss } from '@hokito/protocol'
import {
  type Color,
  END_RULES,
  ENDING_KINDS,
  opposite,
  parsePosition,
  RANDOM_SETUPS,
  score,
} from '@hokito/rules'
import { type Language, LOCALES, type Translate } from '../i18n/i18n.ts'
import { isStepped, type Numbered } from '../models/explorer/statistics.ts'
import { sumsOf } from './games.ts'
import { localName } from './players.ts'
import { shownName } from './shown-name.ts'
import { formatSigned } from './signed.ts'

type FoundGame = ExplorerGames['games'][number]

/** The player of a side in a finished game; a player who is no longer known has no name. */
export function playerOf(t: Translate, game: FoundGame, color: Color): string {
  const name = game[color]
  if (name === undefined) return t('explorer.nobody')
  const isBot = game.bots?.includes(color) ? true : undefined
  return shownName({ name: localName(t, name), isBot })
}

/** The winner of a finished game, and how it was won; by the colours unless both names are known. */
export function describeFound(t: Translate, game: FoundGame): string {
  const { winner, ending, margin, plies } = game
  if (winner === 'draw') return ending === 'agreed' ? t('end.drawn.agreed') : t('end.drawn.plain')
  const [won, lost] = [game[winner], game[opposite(winner)]]
  const names =
    won === undefined || lost === undefined
      ? undefined
      : { winner: localName(t, won), name: localName(t, lost) }
  if (isLateLoss({ kind: ending }, plies)) {
    return names === undefined
      ? t(`explorer.notBegun.${winner}`)
      : t('explorer.notBegun.named', names)
  }
  const how = ending === 'stuck' || ending === 'agreed' ? 'points' : ending
  const count = Math.abs(margin)
  return names === undefined
    ? t(`end.${winner}.${how}`, { count })
    : t(`end.named.${how}`, { count, ...names })
}

/** The result of a finished game for the player of a side, and how it came about. */
export function describeFoundFor(
  t: Translate,
  game: FoundGame,
  color: Color,
): { readonly success: 'won' | 'drawn' | 'lost'; readonly how: string } {
  const { winner, ending, plies } = game
  if (winner === 'draw') return { success: 'drawn', how: describeFound(t, game) }
  const success = winner === color ? 'won' : 'lost'
  const isByPoints = ending === 'stuck' || ending === 'agreed'
  if (isByPoints) return { success, how: describePoints(game, color) }
  // Who did not begin has to be named; otherwise the result says whose side it was.
  const isLate = isLateLoss({ kind: ending }, plies)
  return { success, how: isLate ? describeFound(t, game) : t(`games.how.${ending}`) }
}

/** A way in which games ended, an end rule, or a kind of setup, as the statistics name it. */
export function describeKind(t: Translate, topic: 'ending' | 'endRule' | 'setup', kind: string) {
  switch (topic) {
    case 'ending': {
      const ending = ENDING_KINDS.find((each) => each === kind) ?? 'stuck'
      return ending === 'stuck' ? t('explorer.stuck') : t(`games.how.${ending}`)
    }
    case 'endRule':
      return t(`newGame.endRules.${END_RULES.find((each) => each === kind) ?? 'either'}`)
    case 'setup': {
      const setup = SETUPS.find((each) => each === kind)
      return t(`newGame.setups.${setup ?? 'deal'}`)
    }
  }
}

/** A number of a topic, or the step that it begins; with a sign if it may be negative. */
export function describePlace(t: Translate, topic: Numbered, at: number): string {
  const format = topic === 'firstChoices' || !isStepped(topic) ? String : formatSigned
  if (!isStepped(topic)) return format(at)
  return t('explorer.range', { least: format(at), most: format(at + EXPLORER_STEP - 1) })
}

/** A share of a whole, to one decimal place. */
export function formatShare(language: Language, share: number): string {
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'percent',
    maximumFractionDigits: 1,
  })
  return format.format(share)
}

/** A number in the language's format, to one decimal place. */
export function formatNumber(language: Language, number: number): string {
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  return format.format(number).replace('-', '−')
}

// --- internal ---

/** The points of both sides on the last board, those of one player first. */
function describePoints({ lastPosition, endRule, margin }: FoundGame, color: Color): string {
  const last = parsePosition(lastPosition, endRule)
  return last.ok
    ? sumsOf(score(last.value), color)
    : formatSigned(color === 'black' ? margin : -margin)
}

const SETUPS = [...RANDOM_SETUPS, 'placed'] as const
