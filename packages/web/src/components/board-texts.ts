import { type Color, formatSquare, isSingle, pointsOf } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import type { BoardTexts } from '../board/index.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'

/** The board's words in the page's language. */
export function useBoardTexts(): BoardTexts {
  const t = useTranslate()
  return useMemo(() => boardTexts(t), [t])
}

// --- internal ---

function boardTexts(t: Translate): BoardTexts {
  const color = (which: Color) => t(`color.${which}`)
  return {
    square: ({ square, stack, state }) => {
      const name = formatSquare(square)
      const suffix = state === undefined ? '' : `, ${t(`board.${state}`)}`
      if (stack === undefined) return t('board.empty', { square: name }) + suffix
      const { top, height } = stack
      const words = { square: name, color: color(top.color), value: top.value }
      const what = isSingle(stack)
        ? t('board.single', words)
        : t('board.stack', { ...words, count: height, points: pointsOf(stack) })
      return what + suffix
    },
    chose: (square, landings) =>
      t('board.chose', {
        count: landings.length,
        square: formatSquare(square),
        squares: landings.map(formatSquare).join(', '),
      }),
    cancelled: () => t('board.cancelled'),
    refused: (why, square, from) =>
      t(`board.refused.${why}`, {
        square: formatSquare(square),
        from: from === undefined ? '' : formatSquare(from),
      }),
    moved: ({ from, to }, made, by) =>
      t('board.moved', {
        color: color(by),
        from: formatSquare(from),
        to: formatSquare(to),
        height: made.height,
        points: pointsOf(made),
      }),
    inspectTitle: (square) => t('board.inspect', { square: formatSquare(square) }),
    piece: (piece) =>
      piece === undefined
        ? t('board.unknownPiece')
        : t('board.piece', { color: color(piece.color), value: piece.value }),
    top: () => t('board.inspectTop'),
    bottom: () => t('board.inspectBottom'),
  }
}
