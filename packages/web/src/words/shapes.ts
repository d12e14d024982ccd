import { formatSquare } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { isSquare, type Shape } from '../models/analysis/shapes.ts'

/** What is drawn on a board: an arrow, or a highlighted square. */
export function describeShape(t: Translate, shape: Shape): string {
  const [from, to] = [formatSquare(shape.from), formatSquare(shape.to)]
  return isSquare(shape)
    ? t('analysis.draw.square', { square: to })
    : t('analysis.draw.arrow', { from, to })
}
