import { formatHex, type GameId, type GameSummary, isLive, SHARE_BYTES } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { effect } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { Connection } from './connection.ts'
import type { OwnGames } from './own-games.ts'

/**
 * Sends our share of the randomness for the deal of a correspondence game, on every page of the
 * site. Its two players may never be on its page at the same time, and the game can begin without
 * that. Returns a function that stops it.
 */
export function giveSharesForCorrespondence(
  { send }: Pick<Connection, 'send'>,
  { running }: Pick<OwnGames, 'running'>,
  randomBytes: RandomBytes,
): () => void {
  /**
   * Running games that have our share, or are about to get it; running only, so that they are few.
   */
  let given = new Set<GameId>()

  async function give({ id: game, ply }: GameSummary): Promise<void> {
    const share = formatHex(randomBytes(SHARE_BYTES))
    const reply = await send({ type: 'share', game, ply, id: newCommandId(randomBytes), share })
    // Without an answer, tries again as soon as the server reports our games again.
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

/** A live game begins only when both players are there. */
function isWaiting({ isDealt, placed, terms }: GameSummary): boolean {
  return !isDealt && placed === undefined && !isLive(terms.timeControl)
}
