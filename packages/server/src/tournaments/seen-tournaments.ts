import type { PlayerId, TournamentId } from '@hokito/protocol'
import { LRUCache } from 'lru-cache'
import type { LongWork } from '../limiting/long-work.ts'
import type { FoundTournament, TournamentStore } from './tournament-store.ts'

/**
 * Tournaments that players look at. Hundreds look at the same one, again and again: it is kept for
 * a moment, and read once for all who ask meanwhile.
 */
export class SeenTournaments {
  readonly #store: Pick<TournamentStore, 'read'>
  readonly #work: Pick<LongWork, 'inTurn'>
  readonly #kept: LRUCache<TournamentId, FoundTournament>
  readonly #reading = new Map<TournamentId, Promise<FoundTournament | undefined>>()

  /** @param keptMs for how long a tournament is kept */
  constructor(
    store: Pick<TournamentStore, 'read'>,
    work: Pick<LongWork, 'inTurn'>,
    keptMs: number,
  ) {
    this.#store = store
    this.#work = work
    this.#kept = new LRUCache({ max: MOST_KEPT, ttl: keptMs })
  }

  /** A tournament as it was a moment ago. */
  async look(id: TournamentId): Promise<FoundTournament | undefined> {
    const kept = this.#kept.get(id)
    if (kept !== undefined) return kept
    return this.#work.inTurn(this.#reading.get(id) ?? this.#read(id))
  }

  /**
   * From now on, a player is seen to be in a tournament or out of it. What is kept stays, unless
   * more than this player's entry has changed.
   */
  change(id: TournamentId, player: PlayerId, isOut: boolean): void {
    const kept = this.#kept.get(id)
    const changed = kept && withPlayer(kept, player, isOut)
    if (changed === undefined) return this.forget(id)
    this.#reading.delete(id)
    // It is not kept for longer because of that.
    this.#kept.set(id, changed, { noUpdateTTL: true })
  }

  /** The next player who looks at a tournament sees it as it is now. */
  forget(id: TournamentId): void {
    this.#reading.delete(id)
    this.#kept.delete(id)
  }

  async #read(id: TournamentId): Promise<FoundTournament | undefined> {
    const reading = this.#store.read(id)
    this.#reading.set(id, reading)
    // A reading that began before a change lacks it.
    const isLatest = () => this.#reading.get(id) === reading
    try {
      const found = await reading
      if (found !== undefined && isLatest()) this.#kept.set(id, found)
      return found
    } finally {
      if (isLatest()) this.#reading.delete(id)
    }
  }
}

// --- internal ---

const MOST_KEPT = 20

/**
 * A tournament with this player in or out; undefined if it has to be read again, because its rows
 * are other ones: a player came, or left before the beginning and has no entry any more.
 */
function withPlayer(
  found: FoundTournament,
  player: PlayerId,
  isOut: boolean,
): FoundTournament | undefined {
  if (found === 'damaged' || found.tournament.round === 0) return undefined
  const changed = <T extends { readonly player: PlayerId }>(all: readonly T[]) =>
    all.some((one) => one.player === player)
      ? all.map((one) => (one.player === player ? { ...one, isOut } : one))
      : undefined
  if ('players' in found) {
    const players = changed(found.players)
    return players && { ...found, players }
  }
  const entries = changed(found.entries)
  return entries && { ...found, entries }
}
