import { err, ok, type Result } from './result.ts'

/**
 * The most points that White can get as compensation. They come in halves from 0, which is the
 * rulebook's game.
 */
export const MOST_COMPENSATION = 40

/** The compensation with which strong players win as often as Black and as White (docs/ratings.md). */
export const FAIR_COMPENSATION = 13.5

/** Can White get so many points as compensation? */
export function isCompensation(points: number): boolean {
  return Number.isInteger(points * 2) && points >= 0 && points <= MOST_COMPENSATION
}

/** Parses a compensation such as `13.5` or `14`, from `0` to `40` in halves. */
export function parseCompensation(text: string): Result<number, 'badCompensation'> {
  if (!/^(?:0|[1-9]\d?)(?:\.5)?$/.test(text)) return err('badCompensation')
  const points = Number(text)
  return isCompensation(points) ? ok(points) : err('badCompensation')
}
