import { type HouseBotsReply, houseBotsReplySchema, speedOf, type Terms } from '@hokito/protocol'
import { readAnswer } from '../device/ask.ts'

/** A house bot. */
export type HouseBot = HouseBotsReply['bots'][number]

/**
 * The house bots, with their ratings at the speed of such a time control; undefined without an
 * answer.
 */
export async function fetchHouseBots(
  timeControl: Terms['timeControl'],
): Promise<HouseBotsReply | undefined> {
  const answer = await readAnswer(`/api/bots?speed=${speedOf(timeControl) ?? 'fast'}`)
  return houseBotsReplySchema.safeParse(answer).data
}
