import * as z from 'zod/mini'
import { gameEventSchema } from './event.ts'
import { gameIdSchema, versionSchema } from './ids.ts'

/** One event of a game, with the version that it leads to. */
export const updateSchema = z.strictObject({
  game: gameIdSchema,
  version: versionSchema,
  event: gameEventSchema,
})
export type Update = Readonly<z.infer<typeof updateSchema>>
