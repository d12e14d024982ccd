import * as z from 'zod/mini'
import { challengeIdSchema } from './ids.ts'
import { challengeSchema } from './terms.ts'

/** Listed challenges that a page shows, and that one message brings, at most. */
export const LOBBY_PAGE = 50

/** Counts the messages of the lobby since the server started. */
const lobbyVersionSchema = z.int().check(z.nonnegative())
/** How many challenges are listed, shown or not. */
const totalSchema = z.int().check(z.nonnegative())

/** The newest listed challenges, newest first. */
export const lobbyPageSchema = z.strictObject({
  version: lobbyVersionSchema,
  challenges: z.array(challengeSchema),
  total: totalSchema,
})
export type LobbyPage = Readonly<z.infer<typeof lobbyPageSchema>>

/** What has changed since the version before. What is added replaces what has the same id. */
export const lobbyChangeSchema = z.strictObject({
  version: lobbyVersionSchema,
  added: z.array(challengeSchema),
  removed: z.array(challengeIdSchema),
  total: totalSchema,
})
export type LobbyChange = Readonly<z.infer<typeof lobbyChangeSchema>>
