import { type ExplorerWish, explorerWishSchema } from '@hokito/protocol'

/** By what games are found; `all` is every game. */
export const FIND_BY = ['all', 'player', 'winner', 'plies', 'date', 'deal'] as const
export type FindBy = (typeof FIND_BY)[number]

/** What the address of the page asks for: all games where it asks for nothing that can be found. */
export function wishOfQuery(query: Readonly<Record<string, string>>): ExplorerWish {
  for (const by of FIND_BY) {
    const value = query[by]?.trim()
    if (value === undefined) continue
    const wish = explorerWishSchema.safeParse(by === 'date' ? timeOf(value) : { [by]: value })
    if (wish.success) return wish.data
  }
  return {}
}

/** By what a wish finds, and the value that it has there. */
export function partsOfWish(wish: ExplorerWish): { readonly by: FindBy; readonly value: string } {
  if ('since' in wish) {
    const last = dayOf(new Date(Number(wish.until) - 1))
    return { by: 'date', value: dateOf({ first: dayOf(new Date(Number(wish.since))), last }) }
  }
  for (const by of FIND_BY) {
    const value = (wish as Readonly<Record<string, string>>)[by]
    if (value !== undefined) return { by, value }
  }
  return { by: 'all', value: '' }
}

/** The end of the page's address for a wish. */
export function queryOfWish(by: FindBy, value: string): string {
  return by === 'all' ? '' : `?${new URLSearchParams({ [by]: value.trim() })}`
}

/** Two days on this device's calendar, such as `2026-11-24`; those between them too. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** How days stand in an address: one as `2026-11-24`, several as `2026-11-20..2026-11-24`. */
export function dateOf({ first, last }: Days): string {
  return first === last ? first : `${first}${TO}${last}`
}

/** Reads {@link dateOf}; whatever else is there is left as it is, for whoever has to say that it is no day. */
export function daysOf(date: string): Days {
  const [first = '', last = first] = date.split(TO)
  return { first, last }
}

/** A day as this device's calendar has it. */
export function dayOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

// --- internal ---

const TO = '..'

/** From the first moment of the first day to the last of the last; of two in the wrong order the earlier is the first. */
function timeOf(date: string): { readonly since: string; readonly until: string } | undefined {
  const { first, last } = daysOf(date)
  const [from, to] = [first, last].sort()
  const since = beginningOf(from)
  const until = beginningOf(to, 1)
  if (since === undefined || until === undefined) return undefined
  return { since: String(since), until: String(until) }
}

/** Midnight of a day, or of one so many days later; undefined where there is no such day. */
function beginningOf(text: string | undefined, later = 0): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? []
  if (year === undefined || Number(year) < FIRST_YEAR) return undefined
  const midnight = new Date(Number(year), Number(month) - 1, Number(day))
  if (dayOf(midnight) !== text) return undefined
  midnight.setDate(midnight.getDate() + later)
  return midnight.getTime()
}

/** Days before are none of a game here, and their instants would be below zero. */
const FIRST_YEAR = 1971
