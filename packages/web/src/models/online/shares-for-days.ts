import { formatHex, type GameId, type GameSummary, isLive, SHARE_BYTES } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { effect } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { OwnGames } from './own-games.ts'

/**
 * Gives our share of the chance that makes the deal of a game for days, on whatever page of the site we are: those two
 * may never be on its page at once, and it can begin without that. Returns the function that stops it.
 */
export function giveSharesForDays(
  { send }: Pick<Connection, 'send'>,
  { running }: Pick<OwnGames, 'running'>,
  randomBytes: RandomBytes,
): () => void {
  /** Games that have our share, or are being given it; of those that run, so that they are few. */
  let given = new Set<GameId>()

  async function give({ id: game, ply }: GameSummary): Promise<void> {
    const share = formatHex(randomBytes(SHARE_BYTES))
    const reply = await send({ type: 'share', game, ply, id: newCommandId(randomBytes), share })
    // Without an answer once more, as soon as the server tells of our games again.
    if (reply === undefined) given.delete(game)
  }

  return effect(() => {
    const waiting = running.value.filter(isWaiting)
    const before = given
    given = new Set(waiting.map(({ id }) => id))
    for (const game of waiting) if (!before.has(game.id)) void give(game)
  })
}

// --- internal ---

/** A live game begins when both are there, and not before. */
function isWaiting({ isDealt, placed, terms }: GameSummary): boolean {
  return !isDealt && placed === undefined && !isLive(terms.timeControl)
}
