/** Smallest and largest width of a picture in pixels, by format. */
export const PICTURE_SIZES = {
  svg: { least: 64, most: 2048, usual: 660 },
  png: { least: 64, most: 1600, usual: 660 },
  gif: { least: 64, most: 720, usual: 480 },
} as const

/** Formats of a picture. A GIF is animated and shows a whole game. */
export const PICTURE_FORMATS = ['svg', 'png', 'gif'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** May a picture of this format have this width in pixels? */
export function isPictureSize(format: PictureFormat, size: number): boolean {
  const { least, most } = PICTURE_SIZES[format]
  return Number.isInteger(size) && size >= least && size <= most
}
