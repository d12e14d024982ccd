import { formatSquare, opposite, type Square } from '@hokito/rules'
import type { Refused } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { theirLandings } from '../../models/learn/their-landings.ts'
import { useTexts } from './use-texts.ts'

/**
 * After a press on a piece of the other side, the squares where it could land and the words that
 * say so; undefined after every other press.
 */
export function useTheirLandings(
  refused: Refused | undefined,
): { readonly squares: readonly Square[]; readonly words: string } | undefined {
  const t = useTranslate()
  const press = refused?.kind === 'refused' ? refused : undefined
  const theirs = press && theirLandings(press)
  const hasWords = useTexts('guide', theirs !== undefined)
  if (press === undefined || theirs === undefined || !hasWords) return undefined
  const { square, squares } = theirs
  const said = {
    who: t(`color.${opposite(press.position.turn)}`),
    square: formatSquare(square),
    squares: squares.map(formatSquare).join(', '),
  }
  return {
    squares: [square, ...squares],
    words: t(squares.length === 0 ? 'learn.landings.none' : 'learn.landings.some', said),
  }
}
