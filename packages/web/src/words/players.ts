import { DELETED_NAME, type PlayerCard } from '@hokito/protocol'
import { type ByColor, byColor } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'

/**
 * A player's name for the reader: a player who has deleted the account has a name in the reader's
 * language. The server keeps all other players from taking that name, in any language.
 */
export function localName(t: Translate, name: string): string {
  return name === DELETED_NAME ? t('game.deletedPlayer') : name
}

/** A game with its players' names for the reader; not for records, which are written in English. */
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
