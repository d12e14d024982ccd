import type { Walk } from '@hokito/picture'
import { recordOf } from '@hokito/protocol'
import { replay } from '@hokito/rules'
import type { Game } from '../game/game.ts'

/** A game as everybody may see it, from its first position on; undefined until its deal is made. */
export function walkOf({ view }: Game): Walk | undefined {
  const record = recordOf(view)
  const positions = record && replay(record)
  return positions?.ok ? { positions: positions.value, moves: view.moves } : undefined
}
