import { LOOK_ALIKES, UNICODE_VERSION } from './name-tables.ts'

/**
 * How names are compared: keys made by another version of this file or of Unicode's tables are no longer
 * good. The number goes up with every change of what {@link keysOf} answers.
 */
export const KEYS_VERSION = `unicode-${UNICODE_VERSION}/1`

/**
 * What a name looks like, as one or two keys; names that share a key can be mistaken for each other. The
 * first key is that of the name in small letters, the same however it is written. The second, where there
 * is one, is that of the name as it stands: a Greek ΑΝΝΑ looks like Anna, and αννα does not.
 */
export function keysOf(name: string): readonly [string, ...string[]] {
  const small = keyOf(name.toLowerCase())
  const written = keyOf(name)
  return written === small ? [small] : [small, written]
}

// --- internal ---

/** What resembles a Latin letter beyond Unicode's own table: digits, and letters as others draw them. */
const FURTHER: readonly (readonly [string, string])[] = [
  ['a', '4'],
  ['b', '8ʙƅвь'],
  ['d', '∂'],
  ['e', '3єεꞓǝɜ'],
  ['g', '9'],
  ['h', 'ʜн'],
  ['i', '1l|'],
  ['k', 'ĸкκ'],
  ['m', 'ʍм'],
  ['n', 'пπᴨ'],
  ['o', '0'],
  ['r', 'ᴙг'],
  ['s', '5'],
  ['t', '7ᴛтτ'],
  ['u', 'ц'],
  ['w', 'ωш'],
  ['z', '2'],
]

const UNICODE_LOOKS: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.trim()
    .split(/\s/)
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':')
      return [textOf(from), to.split('+').map(textOf).join('')]
    }),
)

const FURTHER_LOOKS: ReadonlyMap<string, string> = new Map(
  FURTHER.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)

/** Accents, and the points of Hebrew and Arabic; not the vowels of India, nor what makes か to が. */
const ACCENTS = /(?![\u3099\u309A])(?=\p{Mn})[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]/gu

/**
 * Separators go first, as some letters look like one: a yod like an apostrophe. The look is asked for
 * twice, as the small letter of what a capital looks like may itself look like another.
 */
function keyOf(text: string): string {
  const letters = text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  const looks = skeletonOf(skeletonOf(letters).toLowerCase())
  return replaced(looks, FURTHER_LOOKS).replaceAll('rn', 'm').replaceAll('vv', 'w')
}

function skeletonOf(text: string): string {
  return bare(replaced(bare(text), UNICODE_LOOKS))
}

function bare(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '')
}

function replaced(text: string, looks: ReadonlyMap<string, string>): string {
  return [...text].map((character) => looks.get(character) ?? character).join('')
}

function textOf(hex: string): string {
  return String.fromCodePoint(Number.parseInt(hex, 16))
}
