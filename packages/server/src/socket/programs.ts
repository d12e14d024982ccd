import type { PlayerId } from '@hokito/protocol'
import type { Game } from '../game/game.ts'

/** A program that hears what becomes of a player's games and of what is offered to that player. */
export interface Program {
  readonly player: PlayerId
  /** A game of the player's has begun, gone on or ended. */
  readonly wentOn: (game: Game) => void
  /** What is for the player alone has changed. */
  readonly offered: () => void
  /** It may no longer be allowed to act for the player. */
  readonly doubted?: () => void
}

/** Programs by the player for whom they are here. */
export class Programs {
  readonly #programs = new Map<PlayerId, Set<Program>>()

  enter(program: Program): void {
    const own = this.#programs.get(program.player)
    if (own === undefined) this.#programs.set(program.player, new Set([program]))
    else own.add(program)
  }

  /** Says whether it was the player's last one. */
  leave(program: Program): boolean {
    const own = this.#programs.get(program.player)
    own?.delete(program)
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

  /** A player's tokens or account are no longer what they were. */
  doubted(player: PlayerId): void {
    for (const program of this.#programs.get(player) ?? []) program.doubted?.()
  }

  offered(player: PlayerId): void {
    for (const program of this.#programs.get(player) ?? []) program.offered()
  }
}
