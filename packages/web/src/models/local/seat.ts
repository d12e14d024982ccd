/** Who moves a colour's pieces in a game on this device. */
export type Seat =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'computer'; readonly level: ComputerLevel }

/** From 1, which a child can beat, to 10. */
export const NUMBERED_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export type NumberedLevel = (typeof NUMBERED_LEVELS)[number]

/** These, and `best`: as strong as the engine is in about a second. */
export const COMPUTER_LEVELS = [...NUMBERED_LEVELS, 'best'] as const
export type ComputerLevel = (typeof COMPUTER_LEVELS)[number]

/** The strongest numbered level. */
export const HIGHEST_LEVEL = COMPUTER_LEVELS.length - 1

/**
 * Is a level's judgement good enough to report its expectation? Weaker levels misjudge a position
 * on purpose, by up to sixty points, so their figures would look like knowledge without being
 * any.
 */
export function isFarSighted(level: ComputerLevel): boolean {
  return level === 'best' || level >= 7
}

/** Reads a level from a form or a save. */
export function parseLevel(text: string): ComputerLevel | undefined {
  return COMPUTER_LEVELS.find((level) => String(level) === text)
}

/**
 * The seat's name as a record carries it, empty for a player without one; records are written in
 * English.
 */
export function seatTag(seat: Seat): string {
  if (seat.kind === 'person') return seat.name
  return seat.level === 'best' ? 'Computer, full strength' : `Computer, level ${seat.level}`
}
