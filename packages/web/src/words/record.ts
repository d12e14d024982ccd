import { type ByColor, type Color, type GameRecord, tagOf } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'

/** Who plays a side by a record, or the colour where it does not say. */
export function nameIn(t: Translate, record: Pick<GameRecord, 'tags'>, color: Color): string {
  return tagOf(record, color === 'black' ? 'Black' : 'White') ?? t(`color.${color}`)
}

/** The names in a record; undefined where not both are known. */
export function namesIn(record: Pick<GameRecord, 'tags'>): ByColor<string> | undefined {
  const [black, white] = [tagOf(record, 'Black'), tagOf(record, 'White')]
  return black === undefined || white === undefined ? undefined : { black, white }
}
