import * as z from 'zod/mini'

export const connectionIdSchema = z.string().brand<'ConnectionId'>()
/** One socket of a player, as Socket.IO names it. */
export type ConnectionId = z.infer<typeof connectionIdSchema>
