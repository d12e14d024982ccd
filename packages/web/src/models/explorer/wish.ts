import { type ExplorerWish, explorerWishSchema } from '@hokito/protocol'

/** The kinds of search; `all` is every game. */
export const FIND_BY = ['all', 'player', 'winner', 'plies', 'date', 'deal'] as const
export type FindBy = (typeof FIND_BY)[number]

/** The search in the page's address; all games if the address has no valid search. */
export function wishOfQuery(query: Readonly<Record<string, string>>): ExplorerWish {
  for (const by of FIND_BY) {
    const value = query[by]?.trim()
    if (value === undefined) continue
    const wish = explorerWishSchema.safeParse(by === 'date' ? timeOf(value) : { [by]: value })
    if (wish.success) return wish.data
  }
  return {}
}

/** The kind of a search, and its value. */
export function partsOfWish(wish: ExplorerWish): { readonly by: FindBy; readonly value: string } {
  if ('since' in wish) {
    const last = localDayOf(new Date(Number(wish.until) - 1))
    return { by: 'date', value: dateOf({ first: localDayOf(new Date(Number(wish.since))), last }) }
  }
  for (const by of FIND_BY) {
    const value = (wish as Readonly<Record<string, string>>)[by]
    if (value !== undefined) return { by, value }
  }
  return { by: 'all', value: '' }
}

/** The query string of a search. */
export function queryOfWish(by: FindBy, value: string): string {
  return by === 'all' ? '' : `?${new URLSearchParams({ [by]: value.trim() })}`
}

/** Two days of this device's calendar, such as `2026-11-24`, and the days between them. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** Days as an address writes them: one as `2026-11-24`, several as `2026-11-20..2026-11-24`. */
export function dateOf({ first, last }: Days): string {
  return first === last ? first : `${first}${TO}${last}`
}

/**
 * Reads {@link dateOf}; any other text is passed on unchanged, so that the caller can reject it as
 * a day.
 */
export function daysOf(date: string): Days {
  const [first = '', last = first] = date.split(TO)
  return { first, last }
}

/** The day of an instant in this device's calendar. */
export function localDayOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

// --- internal ---

const TO = '..'

/**
 * From the first instant of the first day to the last instant of the last; two days in the wrong
 * order are swapped.
 */
function timeOf(date: string): { readonly since: string; readonly until: string } | undefined {
  const { first, last } = daysOf(date)
  const [from, to] = [first, last].sort()
  const since = beginningOf(from)
  const until = beginningOf(to, 1)
  if (since === undefined || until === undefined) return undefined
  return { since: String(since), until: String(until) }
}

/** Midnight at the start of a day, or `later` days after it; undefined if there is no such day. */
function beginningOf(text: string | undefined, later = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  if (year === undefined || Number(year) < FIRST_YEAR) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(day))
  if (localDayOf(midnight) !== text) return undefined
  midnight.setDate(midnight.getDate() + later)
  return midnight.getTime()
}

/** No game here is older, and earlier instants would be negative. */
const FIRST_YEAR = 1971
