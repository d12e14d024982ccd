import { EXIT, UserError } from './io.ts'

/** A month in UTC, as instants. */
export interface Month {
  readonly from: number
  /** The first instant of the next month. */
  readonly before: number
}

/**
 * Reads a month such as 2026-11.
 * @throws UserError if it is invalid or has not begun
 */
export function readMonth(text: string, now: Date): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined || month === undefined) {
    throw new UserError(
      `--month must be a year and a month from 01 to 12, such as 2026-11, not ${text}`,
      EXIT.usage,
    )
  }
  const from = Date.UTC(Number(year), Number(month) - 1)
  if (from > now.getTime()) {
    throw new UserError(`${text} has not begun yet: choose an earlier month`, EXIT.usage)
  }
  return { from, before: Date.UTC(Number(year), Number(month)) }
}
