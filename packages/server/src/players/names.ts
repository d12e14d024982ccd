import { NAME_LENGTH } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Chance } from '../ground/chance.ts'
import { keysOf } from './looks.ts'
import { ALLOWED_RANGES } from './name-tables.ts'
import { isReserved } from './reserved.ts'

/** A valid name, and the keys that no other player's name may have. */
export interface CheckedName {
  readonly name: string
  readonly keys: readonly [string, ...string[]]
}

/** Why a text cannot be a name. */
export type NameError = 'nameTooShort' | 'nameTooLong' | 'nameCharacters' | 'nameReserved'

/**
 * Accepts letters of one writing system that Unicode allows in identifiers, digits from 0 to 9, and
 * single spaces or `.`, `-`, `_`, `'`, `·`, `・` between them, including initials with their full
 * stops. Refuses names that sound official.
 */
export function checkName(text: string): Result<CheckedName, NameError> {
  const name = tidied(text)
  if (name === '') return err('nameTooShort')
  // Characters are checked before length: an emoji gets `nameCharacters`, not `nameTooShort`.
  if (!SHAPE.test(name) || !isOfOneSystem(name) || isOverloaded(name)) return err('nameCharacters')
  const length = lengthOf(name)
  if (length < NAME_LENGTH.shortest) return err('nameTooShort')
  if (length > NAME_LENGTH.longest || name.length > MOST_UNITS) return err('nameTooLong')
  const keys = keysOf(name)
  return isReserved(keys) ? err('nameReserved') : ok({ name, keys })
}

/**
 * A friendly name for a new guest, such as `Merry Otter 482`. `digits` is the maximum length of the
 * number.
 */
export function guestName({ below }: Pick<Chance, 'below'>, digits = SHORTEST_NUMBER): string {
  const adjective = ADJECTIVES[below(ADJECTIVES.length)]
  const animal = ANIMALS[below(ANIMALS.length)]
  return `${adjective} ${animal} ${2 + below(10 ** digits - 2)}`
}

/**
 * The least and greatest maximum of digits in a guest's name. The longest name has room for the
 * longest number.
 */
export const SHORTEST_NUMBER = 4
export const LONGEST_NUMBER = 7

// --- internal ---

/**
 * The limit of a card (`playerCardSchema`). Scripts that build a letter from several parts need
 * more than one unit each.
 */
const MOST_UNITS = 64

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The number of letters as people count them. */
function lengthOf(name: string): number {
  return [...LETTERS.segment(name)].length
}

/** Letters, marks and digits, as the inside of a character class. */
const ALLOWED = ALLOWED_RANGES.trim()
  .split(/\s/)
  .map((range) => range.replace(/[0-9a-f]+/g, '\\u{$&}'))
  .join('')

/**
 * Begins with a letter and ends with a letter, mark or digit. Separators stand alone, except for a
 * space after a full stop.
 */
const SHAPE = new RegExp(`^(?=\\p{L})[${ALLOWED}](?:(?:\\. |[ ._'·・-])?[${ALLOWED}])*$`, 'u')

/** Scripts that Unicode recommends for identifiers. Scripts that one language mixes are joined. */
const SYSTEMS = [
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Thaana Devanagari Bengali Gurmukhi Gujarati',
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Ethiopic Khmer',
  'Han+Hiragana+Katakana Han+Hangul Han+Bopomofo',
]
  .join(' ')
  .split(' ')
  .map((system) => {
    const scripts = system.split('+').map((script) => `\\p{scx=${script}}`)
    return new RegExp(
      `^(?=.*[${scripts.join('')}])[${scripts.join('')}\\p{scx=Zyyy}\\p{scx=Zinh}]+$`,
      'u',
    )
  })

/** Normalises a name. Removes the full stop of a last initial, because names end sentences. */
function tidied(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[’ʼʻ]/gu, "'")
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\.$/u, '')
}

function isOfOneSystem(name: string): boolean {
  return SYSTEMS.some((system) => system.test(name))
}

/**
 * Does a letter have too many marks, or the same mark twice? Two accents are enough for any
 * alphabet.
 */
function isOverloaded(name: string): boolean {
  return /\p{sc=Zinh}{3}|\p{M}{5}|(\p{M})\1/u.test(name.normalize('NFD'))
}

const ADJECTIVES = (
  'Merry Calm Brave Clever Gentle Happy Lively Lucky Patient Quick Quiet Sunny Swift Kind Bright ' +
  'Curious Eager Jolly Nimble Proud Silver Golden Amber Little Wise Bold'
).split(' ')
const ANIMALS = (
  'Otter Fox Hare Heron Badger Robin Wren Lynx Beaver Hedgehog Magpie Dolphin Sparrow Falcon Marten ' +
  'Squirrel Toad Puffin Seal Stork Swallow Turtle Owl Raven Newt Mole'
).split(' ')
