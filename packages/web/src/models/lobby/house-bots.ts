import { type HouseBotsReply, houseBotsReplySchema, speedOf, type Terms } from '@hokito/protocol'

/** A house bot. */
export type HouseBot = HouseBotsReply['bots'][number]

/**
 * The house bots, with their ratings at the speed of such a time control; undefined without an
 * answer.
 */
export async function fetchHouseBots(
  timeControl: Terms['timeControl'],
): Promise<HouseBotsReply | undefined> {
  try {
    const speed = speedOf(timeControl) ?? 'fast'
    const response = await fetch(`/api/bots?speed=${speed}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return houseBotsReplySchema.safeParse(await response.json()).data
  } catch {
    // No network, or an unreadable answer: both count as none, and the page says so or shows less.
    return undefined
  }
}

// --- internal ---

const ANSWER_MS = 15_000
