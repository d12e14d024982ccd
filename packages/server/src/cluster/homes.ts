import { type GameId, isLive } from '@hokito/protocol'
import type { LiveGame } from '../live/live-game.ts'
import type { NodeId } from '../store/shared.ts'

/**
 * Where a game should live whose players are connected to two nodes. Both nodes choose the same of
 * the two, each about half of the games, so only one of the players is asked to move.
 */
export class Homes {
  readonly #own: string | undefined
  readonly #names = new Map<NodeId, string>()

  /** @param own the name by which load balancers lead pages to this node; undefined if none do */
  constructor(own: string | undefined) {
    this.#own = own
  }

  /** A node says its name. */
  hear(node: NodeId, name: string): void {
    this.#names.set(node, name)
  }

  forget(node: NodeId): void {
    this.#names.delete(node)
  }

  /**
   * The name of the other node to which the player of a game on this node should move; undefined if
   * the player should stay. Games with days for a move are not worth it.
   */
  of({ opponentsNode, game: { view } }: LiveGame): string | undefined {
    const own = this.#own
    if (own === undefined || opponentsNode === undefined || view.ending !== undefined) return
    if (!isLive(view.terms.timeControl)) return
    const other = this.#names.get(opponentsNode)
    if (other === undefined || other === own) return
    return homeOf(view.id, own, other) === other ? other : undefined
  }
}

/** The same of the two for both of them. */
export function homeOf(game: GameId, one: string, other: string): string {
  const sum = [...game].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return one < other === (sum % 2 === 0) ? one : other
}
