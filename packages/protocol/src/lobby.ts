import * as z from 'zod/mini'
import { challengeIdSchema } from './ids.ts'
import { challengeSchema } from './terms.ts'

/** Most listed challenges that a page shows and that one message contains. */
export const LOBBY_PAGE = 50

/** Counts the lobby's messages since the server started. */
const lobbyVersionSchema = z.int().check(z.nonnegative())
/** Number of listed challenges, shown or not. */
const totalSchema = z.int().check(z.nonnegative())

/** The newest listed challenges, newest first. */
export const lobbyPageSchema = z.strictObject({
  version: lobbyVersionSchema,
  challenges: z.array(challengeSchema),
  total: totalSchema,
})
export type LobbyPage = Readonly<z.infer<typeof lobbyPageSchema>>

/** The changes since the previous version. An added challenge replaces one with the same id. */
export const lobbyChangeSchema = z.strictObject({
  version: lobbyVersionSchema,
  added: z.array(challengeSchema),
  removed: z.array(challengeIdSchema),
  total: totalSchema,
})
export type LobbyChange = Readonly<z.infer<typeof lobbyChangeSchema>>
