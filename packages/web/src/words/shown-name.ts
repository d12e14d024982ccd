import type { PlayerCard } from '@hokito/protocol'

/**
 * A player's name as shown: a program's name is marked as a BOT, in the same letters everywhere.
 */
export function shownName({ name, isBot }: Pick<PlayerCard, 'name' | 'isBot'>): string {
  return isBot === true ? `BOT ${name}` : name
}
