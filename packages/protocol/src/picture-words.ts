/**
 * The words of pupils' passwords, each of which the site shows in the reader's language beside a
 * drawing. Children tell them apart at a glance: no two are of one kind.
 */
export const PICTURE_WORDS = [
  'anchor',
  'apple',
  'ball',
  'bell',
  'bird',
  'boat',
  'book',
  'candle',
  'cat',
  'cloud',
  'cup',
  'drop',
  'fish',
  'flag',
  'flower',
  'hat',
  'heart',
  'house',
  'key',
  'kite',
  'ladder',
  'leaf',
  'moon',
  'mountain',
  'mushroom',
  'snail',
  'spoon',
  'star',
  'sun',
  'tree',
  'umbrella',
  'wheel',
] as const
export type PictureWord = (typeof PICTURE_WORDS)[number]

/** The password of a card as it is hashed and sent. */
export function passwordOf(words: readonly PictureWord[]): string {
  return words.join(' ')
}
