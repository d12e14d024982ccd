/** Who moves a colour's pieces in a game on this device. */
export type Seat =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'computer'; readonly level: ComputerLevel }

/** 1 (a child can win) to 10, or `best`: as strong as the engine is in about a second. */
export const COMPUTER_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 'best'] as const
export type ComputerLevel = (typeof COMPUTER_LEVELS)[number]

/** The strongest of the levels that have a number. */
export const HIGHEST_LEVEL = COMPUTER_LEVELS.length - 1

/**
 * Does a level judge well enough for what it expects to be worth telling? Weaker ones misjudge a position by five and
 * up to forty points on purpose, so that their figures would look like knowledge and be none.
 */
export function isFarSighted(level: ComputerLevel): boolean {
  return level === 'best' || level >= 7
}

/** Reads a level from a form or a save. */
export function parseLevel(text: string): ComputerLevel | undefined {
  return COMPUTER_LEVELS.find((level) => String(level) === text)
}

/** The seat's name as a record carries it, empty for a person without one; records are written in English. */
export function seatTag(seat: Seat): string {
  if (seat.kind === 'person') return seat.name
  return seat.level === 'best' ? 'Computer, full strength' : `Computer, level ${seat.level}`
}
