import { DELETED_NAME, type PlayerCard } from '@hokito/protocol'
import { type ByColor, byColor } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'

/**
 * A player's name as the reader is told it: whoever has deleted the account is called so in the reader's language. The
 * server keeps everybody else from taking that name, in any of them.
 */
export function localName(t: Translate, name: string): string {
  return name === DELETED_NAME ? t('game.deletedPlayer') : name
}

/** A game with its players called as the reader is told; not for records, which are written in English. */
export function withLocalNames<Game extends { readonly seats: ByColor<PlayerCard> }>(
  t: Translate,
  game: Game,
): Game {
  const seats = byColor((color) => {
    const card = game.seats[color]
    return { ...card, name: localName(t, card.name) }
  })
  return { ...game, seats }
}
