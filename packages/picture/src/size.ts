/** The least and the most pixels a side that pictures are made with, by what they are. */
export const PICTURE_SIZES = {
  svg: { least: 64, most: 2048, usual: 660 },
  png: { least: 64, most: 1600, usual: 660 },
  gif: { least: 64, most: 720, usual: 480 },
} as const

/** What a picture can be; a moving one is of a whole game. */
export const PICTURE_FORMATS = ['svg', 'png', 'gif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Can such a picture have so many pixels a side? */
export function isPictureSize(format: PictureFormat, size: number): boolean {
  const { least, most } = PICTURE_SIZES[format]
  return Number.isInteger(size) && size >= least && size <= most
}
