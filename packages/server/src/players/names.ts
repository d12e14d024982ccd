import type { RefusalCode } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Chance } from '../chance.ts'

/** A name that may be used, and the key under which it must be the only one. */
export interface CheckedName {
  readonly name: string
  readonly key: string
}

/** Letters, digits and inner spaces or `.`, `-`, `_`, `'`; of one script; not somebody official's. */
export function checkName(text: string): Result<CheckedName, RefusalCode> {
  const name = text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
  const { length } = [...name]
  if (length < SHORTEST) return err('nameTooShort')
  if (length > LONGEST) return err('nameTooLong')
  if (!SHAPE.test(name) || isMixed(name)) return err('nameCharacters')
  const key = nameKey(name)
  if (RESERVED.has(key) || RESERVED_PARTS.some((part) => key.includes(part))) {
    return err('nameReserved')
  }
  return ok({ name, key })
}

/**
 * What a name looks like: lower case, without accents, spaces and points, and with letters and digits
 * that look like a Latin letter written as that letter. Names with the same key could be confused.
 */
export function nameKey(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const letters = [...plain].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** A friendly name for somebody who has just come, such as `Merry Otter 482`. */
export function guestName({ below }: Pick<Chance, 'below'>): string {
  const adjective = ADJECTIVES[below(ADJECTIVES.length)]
  const animal = ANIMALS[below(ANIMALS.length)]
  return `${adjective} ${animal} ${2 + below(9998)}`
}

// --- internal ---

const SHORTEST = 3
const LONGEST = 24

/** Begins with a letter; ends with a letter or digit; nothing but letters between separators twice. */
const SHAPE = /^\p{L}[\p{L}\p{M}\p{N}]*(?:[ ._'-][\p{L}\p{M}\p{N}]+)*$/u

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Do letters of alphabets that resemble each other stand side by side? */
function isMixed(name: string): boolean {
  return SCRIPTS.filter((script) => script.test(name)).length > 1
}

/** Letters of other alphabets and digits by the Latin letter that they are taken for. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аα4'],
    ['b', 'ьв8'],
    ['c', 'сϲ'],
    ['d', 'ԁ'],
    ['e', 'еєε3'],
    ['g', 'ɡ9'],
    ['h', 'һнη'],
    ['i', 'іιıl1|јj'],
    ['k', 'кκ'],
    ['m', 'мμ'],
    ['n', 'пν'],
    ['o', 'оο0øσ'],
    ['p', 'рρ'],
    ['q', 'ԛ'],
    ['r', 'гɾ'],
    ['s', 'ѕ5'],
    ['t', 'тτ7'],
    ['u', 'υц'],
    ['v', 'ѵ'],
    ['w', 'ωш'],
    ['x', 'хχ'],
    ['y', 'уγ'],
    ['z', 'ᴢ2'],
  ].flatMap(([latin = '', others = '']) => [...others].map((other) => [other, latin])),
)

/** As whole names, by their keys. */
const RESERVED = new Set(
  [
    'system server support official staff team help security root owner guest anonymous nobody',
    'computer engine bot player black white draw null undefined everyone you me',
  ]
    .join(' ')
    .split(' ')
    .map(nameKey),
)

/** Nowhere in a name, by their keys. */
const RESERVED_PARTS = ['admin', 'moderator', 'hokito', 'cosmoludo', 'claudeleroy'].map(nameKey)

const ADJECTIVES = (
  'Merry Calm Brave Clever Gentle Happy Lively Lucky Patient Quick Quiet Sunny Swift Kind Bright ' +
  'Curious Eager Jolly Nimble Proud Silver Golden Amber Little Wise Bold'
).split(' ')
const ANIMALS = (
  'Otter Fox Hare Heron Badger Robin Wren Lynx Beaver Hedgehog Magpie Dolphin Sparrow Falcon Marten ' +
  'Squirrel Toad Puffin Seal Stork Swallow Turtle Owl Raven Newt Mole'
).split(' ')
