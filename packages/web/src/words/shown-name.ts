import type { PlayerCard } from '@hokito/protocol'

/** The mark of a program, in the same letters in every language. */
export const BOT_MARK = 'bot'

/** A player's name in a sentence. A program is marked, in a way that no name can imitate. */
export function shownName({ name, isBot }: Pick<PlayerCard, 'name' | 'isBot'>): string {
  return isBot === true ? `${name} (${BOT_MARK})` : name
}
