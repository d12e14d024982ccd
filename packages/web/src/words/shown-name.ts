import type { PlayerCard } from '@hokito/protocol'

/** A player's name as it is shown: a program's says that it is one, in the same letters everywhere. */
export function shownName({ name, isBot }: Pick<PlayerCard, 'name' | 'isBot'>): string {
  return isBot === true ? `BOT ${name}` : name
}
