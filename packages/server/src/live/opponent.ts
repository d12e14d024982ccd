import type { Challenge, PlayerCard, PlayerId, RefusalCode } from '@hokito/protocol'

/** A challenge for one player alone, a person or a BOT. */
export type Addressed = Challenge & { readonly opponent: PlayerCard }

/** Is a challenge for one player alone? */
export function isAddressed(challenge: Challenge): challenge is Addressed {
  return challenge.opponent !== undefined
}

/**
 * Does whoever is challenged answer at once? A program does or never will; a person may be away, or busy, and comes
 * back. All that differs between challenges to the two follows from it:
 * - A program has to have room for one more game now; a person, when they take it.
 * - To a program, a game at once is offered only while whoever offers it is there; to a person, for a day.
 * - A program is not disturbed, and may be asked by anybody at the pace of all messages. Who may ask a person says
 *   `refusalToAskPerson`; so many in an hour, as with all that is done between people.
 */
export function answersAtOnce({ isBot }: Pick<PlayerCard, 'isBot'>): boolean {
  return isBot === true
}

/**
 * Why a person may not be challenged by somebody. Both need accounts: a guest who was blocked would come back as
 * another one. Programs do not tire of asking, so they ask each other alone.
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
