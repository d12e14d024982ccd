/** How long whoever has lost the server waits before each attempt to reach it or another one. */
export const RECONNECTION = { firstMs: 250, mostMs: 4000, spread: 0.5 } as const

/**
 * The pause before an attempt: twice as long each time, and never the same for all that have lost the server
 * together.
 * @param attempt how many have failed since the line was lost
 * @param random from 0 to 1, drawn anew each time
 */
export function reconnectionPauseMs(attempt: number, random: number): number {
  const { firstMs, mostMs, spread } = RECONNECTION
  return Math.min(mostMs, firstMs * 2 ** attempt) * (1 - spread + 2 * spread * random)
}
