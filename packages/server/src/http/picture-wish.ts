import {
  BOARDS,
  isPictureSize,
  type Manner,
  PICTURE_FORMATS,
  PICTURE_SIZES,
  PICTURE_THEMES,
  PIECES,
  type PictureFormat,
  PLAIN_MANNER,
} from '@hokito/picture'
import { gameIdSchema } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import * as z from 'zod'

/** The options of a picture, whatever its content. */
export interface PictureWish {
  readonly format: PictureFormat
  /** Pixels a side. */
  readonly size: number
  readonly manner: Manner
}

const gameFileSchema = z.strictObject({ id: gameIdSchema, format: z.enum(PICTURE_FORMATS) })

/**
 * Reads the last part of an address, such as `0AbCdEfGhIjK.png`; undefined if it names no picture
 * of a game.
 */
export function readGameFile(file: string): z.infer<typeof gameFileSchema> | undefined {
  const [id, format, ...rest] = file.split('.')
  return rest.length > 0 ? undefined : gameFileSchema.safeParse({ id, format }).data
}

/** Reads the query of an address; undefined if it is invalid. */
export function readWish(format: PictureFormat, query: unknown): PictureWish | undefined {
  const { data } = wishSchema.safeParse(query)
  if (data === undefined) return undefined
  const { theme, board, pieces, view, size = PICTURE_SIZES[format].usual } = data
  if (!isPictureSize(format, size)) return undefined
  return {
    format,
    size,
    manner: { ...PLAIN_MANNER, theme, sets: { board, pieces }, orientation: view },
  }
}

/**
 * Reads `ply`, the number of moves; `undefined` inside if it is missing, for the latest position.
 */
export function readPly(query: unknown): { readonly ply: number | undefined } | undefined {
  const { data } = z.object({ ply: wholeSchema.optional() }).safeParse(query)
  return data && { ply: data.ply }
}

/** The options' part of a picture's cache key. */
export function keyOf({ format, size, manner }: PictureWish): string {
  const { theme, sets, orientation } = manner
  return `${format} ${size} ${theme} ${sets?.board} ${sets?.pieces} ${orientation}`
}

// --- internal ---

/** So short that no number can be written in two ways. */
const wholeSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,3})$/)
  .transform(Number)

const wishSchema = z.object({
  size: wholeSchema.optional(),
  theme: z.enum(PICTURE_THEMES).default(PLAIN_MANNER.theme),
  board: z.enum(BOARDS).optional(),
  pieces: z.enum(PIECES).optional(),
  view: z.enum(COLORS).default(PLAIN_MANNER.orientation),
})
