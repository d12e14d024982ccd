import { LOOK_ALIKES, UNICODE_VERSION } from './name-tables.ts'

/**
 * The version of the name comparison. Keys made by another version of this file or of Unicode's
 * tables are invalid. Increase the number with every change of what {@link keysOf} returns.
 */
export const KEYS_VERSION = `unicode-${UNICODE_VERSION}/1`

/**
 * How a name looks, as one or two keys. Names that share a key can be mistaken for each other. The
 * first key belongs to the lower-case name and does not depend on spelling. The second, if any,
 * belongs to the name as written: a Greek ΑΝΝΑ looks like Anna, and αννα does not.
 */
export function keysOf(name: string): readonly [string, ...string[]] {
  const small = keyOf(name.toLowerCase())
  const written = keyOf(name)
  return written === small ? [small] : [small, written]
}

/** The letters, small and capital, that look like a small Latin one. */
export function lettersLike(latin: string): readonly string[] {
  const others = FURTHER.flatMap(([letter, looks]) => (letter === latin ? [...looks] : []))
  return [latin, ...others].flatMap((letter) => [letter, letter.toUpperCase()])
}

// --- internal ---

/**
 * Characters that resemble a Latin letter, beyond Unicode's own table: digits, and letters in other
 * shapes.
 */
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

/**
 * Accents, and the points of Hebrew and Arabic. Excludes Indian vowel signs and the marks that turn
 * か into が.
 */
const ACCENTS = /(?![\u3099\u309A])(?=\p{Mn})[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]/gu

/**
 * Removes separators first, because some letters look like one: a yod like an apostrophe. Takes the
 * skeleton twice, because the small form of a capital's look-alike may itself look like another
 * letter.
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
