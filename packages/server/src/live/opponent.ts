import type { Challenge, PlayerCard, PlayerId, RefusalCode } from '@hokito/protocol'

/** A challenge to one player, a person or a bot. */
export type Addressed = Challenge & { readonly opponent: PlayerCard }

/** Is a challenge for one player only? */
export function isAddressed(challenge: Challenge): challenge is Addressed {
  return challenge.opponent !== undefined
}

/**
 * Does the challenged player answer straight away? A bot answers now or never. A person may be away
 * or busy, and comes back. All differences between the two kinds of challenges follow from that:
 * - A bot needs room for one more game now; a person needs it when accepting.
 * - A challenge to a bot for a live game stays open while the challenger is connected; one to a
 *   person, for a day.
 * - Any player may challenge a bot, at the rate of all messages, because a bot is not disturbed.
 *   {@link refusalToAskPerson} says who may challenge a person, and the hourly limit on actions
 *   between people applies.
 */
export function answersAtOnce({ isBot }: Pick<PlayerCard, 'isBot'>): boolean {
  return isBot === true
}

/**
 * Why a player may not challenge a person. Both need accounts, because a blocked guest would return
 * as a new guest. Bots never tire of asking, so they may challenge only each other.
 */
export async function refusalToAskPerson(
  challenger: PlayerCard,
  person: PlayerCard,
  people: { readonly hasAccount: (player: PlayerId) => Promise<boolean> },
): Promise<RefusalCode | undefined> {
  if (challenger.isBot) return 'forPeople'
  if (!(await people.hasAccount(challenger.id))) return 'needsAccount'
  return (await people.hasAccount(person.id)) ? undefined : 'opponentAway'
}
