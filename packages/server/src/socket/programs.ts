import type { PlayerId } from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import type { Cluster } from '../live/cluster.ts'

type Following = Pick<Cluster, 'follow' | 'unfollow'>

/** A program that receives a player's games and challenges. */
export interface Program {
  readonly player: PlayerId
  /** A game of the player's has begun, continued or ended. */
  readonly wentOn: (game: Game) => void
  /** The challenges addressed to the player have changed. */
  readonly offered: () => void
  /** The program may no longer act for the player: check its token. */
  readonly doubted?: () => void
}

/** Programs by the player they act for. */
export class Programs {
  readonly #programs = new Map<PlayerId, Set<Program>>()
  readonly #cluster: Following

  constructor(cluster: Following) {
    this.#cluster = cluster
  }

  enter(program: Program): void {
    this.#cluster.follow(program.player)
    const own = this.#programs.get(program.player)
    if (own === undefined) this.#programs.set(program.player, new Set([program]))
    else own.add(program)
  }

  /** Returns whether it was the player's last one. */
  leave(program: Program): boolean {
    const own = this.#programs.get(program.player)
    if (own?.delete(program)) this.#cluster.unfollow(program.player)
    if (own !== undefined && own.size > 0) return false
    this.#programs.delete(program.player)
    return true
  }

  isHere(player: PlayerId): boolean {
    return this.#programs.has(player)
  }

  wentOn(game: Game): void {
    if (this.#programs.size === 0) return
    const { black, white } = game.view.seats
    for (const { id } of [black, white]) {
      for (const program of this.#programs.get(id) ?? []) program.wentOn(game)
    }
  }

  /** A player's tokens or account have changed. */
  doubted(player: PlayerId): void {
    for (const program of this.#programs.get(player) ?? []) program.doubted?.()
  }

  offered(player: PlayerId): void {
    for (const program of this.#programs.get(player) ?? []) program.offered()
  }
}
