import { DELETED_NAME, type GameEvent, gameEventSchema, type PlayerId } from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { parseJson } from '../store/json.ts'
import type { Tables } from '../store/schema.ts'

/**
 * Takes a player's name out of all games, and what was set there to be replied, within the transaction that is open.
 * Events are never changed but here: what somebody wants deleted must not be on the disk any more. Moves, times and the
 * other player stay.
 */
export async function eraseFromGames(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
  for (const color of COLORS) {
    await transaction
      .deleteFrom('lines')
      .where('color', '=', color)
      .where('game', 'in', ({ selectFrom }) =>
        selectFrom('games').select('key').where(color, '=', player),
      )
      .execute()
  }
  let after = 0
  for (;;) {
    const rows = await pageOf(transaction, player, after)
    for (const { key, eventJson } of rows) {
      const parsed = gameEventSchema.safeParse(parseJson(eventJson))
      // A damaged game stays as it is: nobody is shown it.
      if (!parsed.success) continue
      const erased = JSON.stringify(withoutName(parsed.data, player))
      await transaction
        .updateTable('events')
        .set({ eventJson: erased })
        .where('key', '=', key)
        .execute()
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.game
  }
}

// --- internal ---

const PAGE = 200

/** The first events, which alone have names, of the next games of a player. */
function pageOf(db: Kysely<Tables>, player: PlayerId, after: number) {
  return db
    .selectFrom('events')
    .innerJoin('games', 'games.key', 'events.game')
    .select(['events.key', 'events.game', 'events.eventJson'])
    .where((games) =>
      games.or([games('games.black', '=', player), games('games.white', '=', player)]),
    )
    .where('events.version', '=', 1)
    .where('games.key', '>', after)
    .orderBy('games.key')
    .limit(PAGE)
    .execute()
}

function withoutName(event: GameEvent, player: PlayerId): GameEvent {
  if (event.kind !== 'created') return event
  const { black, white } = event.seats
  const erased = (card: typeof black) =>
    card.id === player ? { id: player, name: DELETED_NAME } : card
  return { ...event, seats: { black: erased(black), white: erased(white) } }
}
