import { type ByColor, byColor, type Color, type GameRecord, tagOf } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { COMPUTER_LEVELS, type ComputerLevel, seatTag } from '../models/local/seat.ts'
import { computerName } from './names.ts'
import { localName } from './players.ts'

type Named = Pick<GameRecord, 'tags'>

/**
 * The player of a side in a record, or the colour if the record does not say; `own` is our colour,
 * named as at the board.
 */
export function nameIn(t: Translate, record: Named, color: Color, own?: Color): string {
  return color === own ? t('game.you') : (givenName(t, record, color) ?? t(`color.${color}`))
}

/** The names in a record; undefined if it has none. */
export function namesIn(t: Translate, record: Named, own?: Color): ByColor<string> | undefined {
  const isNameless =
    givenName(t, record, 'black') === undefined && givenName(t, record, 'white') === undefined
  return isNameless ? undefined : byColor((color) => nameIn(t, record, color, own))
}

/**
 * The level of a computer by its name in a record, including the names of earlier versions and of
 * the command line; undefined for other players.
 */
export function levelIn(record: Named, color: Color): ComputerLevel | undefined {
  const tag = nameTag(record, color)
  return COMPUTER_LEVELS.find((level) =>
    [seatTag({ kind: 'computer', level }), `hokito level ${level}`].includes(tag),
  )
}

// --- internal ---

function nameTag(record: Named, color: Color): string {
  return tagOf(record, color === 'black' ? 'Black' : 'White') ?? ''
}

function givenName(t: Translate, record: Named, color: Color): string | undefined {
  const level = levelIn(record, color)
  if (level !== undefined) return computerName(t, level)
  const tag = nameTag(record, color)
  // Two ways to write an unknown player, the second from PGN.
  return tag === '' || tag === '?' ? undefined : localName(t, tag)
}
