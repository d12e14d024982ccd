/** Pauses of a page that has lost the server, before each attempt to reconnect. */
export const RECONNECTION = { firstMs: 250, mostMs: 4000, spread: 0.5 } as const

/**
 * The pause before an attempt to reconnect. It doubles with each attempt, and random parts keep
 * pages that lost the server together from reconnecting together.
 * @param attempt number of failed attempts since the connection was lost
 * @param random from 0 to 1, drawn again for each attempt
 */
export function reconnectionPauseMs(attempt: number, random: number): number {
  const { firstMs, mostMs, spread } = RECONNECTION
  return Math.min(mostMs, firstMs * 2 ** attempt) * (1 - spread + 2 * spread * random)
}
