import { formatHex, SHARE_BYTES } from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { effect } from '@preact/signals'
import { newCommandId } from './command-id.ts'
import type { FollowedGame } from './followed-game.ts'
import type { GameCommands } from './game-commands.ts'

/**
 * Sends our share of the randomness for the deal, whenever the game waits for it. The share and its
 * id are made once, so that a retry counts once. Returns a function that stops it.
 */
export function giveShare(
  { game, phase, own }: FollowedGame,
  commands: GameCommands,
  randomBytes: RandomBytes,
): () => void {
  const id = newCommandId(randomBytes)
  const share = formatHex(randomBytes(SHARE_BYTES))
  return effect(() => {
    const color = own.value
    const isAwaited = color !== undefined && game.value?.shares[color] === undefined
    // The player has not asked for it, so a refusal is not shown.
    if (phase.value === 'dealing' && isAwaited) void commands.send({ type: 'share', share }, id)
  })
}
