import { startEngine } from '@hokito/engine/node'
import { err, ok, positionOf, replay } from '@hokito/rules'
import type { Player } from './player.ts'

/** This package's own engine as a player, in a thread of its own. */
export function startEnginePlayer(
  name: string,
  hashMiB: number | undefined,
  interrupted: AbortSignal,
): Player {
  const engine = startEngine()
  const configured = hashMiB === undefined ? undefined : engine.configure({ hashMiB })
  let endRule: Parameters<Player['newGame']>[0] = 'either'
  return {
    name,
    async newGame(rule) {
      endRule = rule
      await configured
      await engine.newGame()
      return ok(undefined)
    },
    async choose({ beginning, moves, limits }) {
      const replayed = replay({ beginning, endRule, moves })
      const position = replayed.ok ? replayed.value.at(-1) : undefined
      const { move } = await engine.search(position ?? positionOf(beginning, endRule), limits, {
        signal: interrupted,
      })
      return move === undefined ? err({ kind: 'broken', why: 'it found no move' }) : ok(move)
    },
    close: () => engine.close(),
  }
}
