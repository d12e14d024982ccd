import type { ChallengeId, GameId } from '@hokito/protocol'
import { unreachable } from '@hokito/rules'
import { renameIn } from '../socket/renaming.ts'
import type { NodeId } from '../store/shared.ts'
import type { Here, Hint } from './hint.ts'
import { hereOf } from './hints-of.ts'
import type { Homes } from './homes.ts'
import type { ListedGames } from './listed-games.ts'
import type { Makers } from './makers.ts'
import type { Neighbours } from './neighbours.ts'
import type { World } from './own-node.ts'
import type { Seekers } from './seekers.ts'

/** The parts of a node that hints from other nodes change. */
export interface HearingDependencies {
  readonly node: NodeId
  readonly world: World
  readonly neighbours: Pick<Neighbours, 'isTuned' | 'tellNode'>
  readonly makers: Makers
  readonly listed: ListedGames
  /** How many players are connected to each other node. */
  readonly crowds: Map<NodeId, number>
  readonly homes: Homes
  readonly seekers: Seekers
  readonly now: () => number
  /** Runs a task. If it fails, memory is compared with the database. */
  readonly soon: (what: string, task: () => Promise<void>) => void
}

/** Acts on the hints of other nodes. What they say is read from the database. */
export class Hearing {
  readonly #dependencies: HearingDependencies

  constructor(dependencies: HearingDependencies) {
    this.#dependencies = dependencies
  }

  /** Another node has sent a hint. */
  hear(hint: Hint, from: NodeId): void {
    switch (hint.kind) {
      case 'beat':
      case 'tuned':
        return
      case 'step':
      case 'game':
        return this.#hearGame(hint)
      case 'lobby':
        return this.#hearChallenges(hint.challenges)
      case 'challenged':
        return this.#hearChallenges([hint.message.challenge])
      case 'said':
      case 'written':
      case 'study':
        return this.#hearWords(hint)
      case 'people':
      case 'renamed':
      case 'signedOut':
        return this.#hearPlayers(hint)
      case 'seek':
      case 'found':
        return this.#hearSearch(hint, from)
      case 'named':
        return this.#dependencies.homes.hear(from, hint.name)
      case 'listed':
      case 'makers':
      case 'crowd':
      case 'here':
      case 'ask':
        return this.#hearPresence(hint, from)
      default:
        return unreachable(hint)
    }
  }

  /** Forgets a node that is gone, with everyone who was connected to it. */
  part(node: NodeId): void {
    const { world, makers, listed, crowds, homes, now } = this.#dependencies
    makers.forget(node)
    homes.forget(node)
    listed.forget(node)
    crowds.delete(node)
    for (const live of world.games.current) {
      const isNew = live.accompany(node, undefined, now())
      if (isNew) world.rooms.presenceChanged(live.game.view.id)
    }
  }

  #hearGame(hint: HintOf<'game' | 'step'>): void {
    const { world, soon } = this.#dependencies
    const { current } = world.games
    world.summaries.forget(hint.game)
    if (hint.kind === 'step') current.hearSteps(hint.game, hint.version, hint.steps)
    else current.hear(hint.game, hint.version)
    soon('telling players of a game on another node', () => this.#tellPlayers(hint))
  }

  #hearChallenges(challenges: readonly ChallengeId[]): void {
    const { world, soon } = this.#dependencies
    soon('reading challenges of another node', () => world.lobby.hear(challenges))
  }

  #hearWords(hint: HintOf<'said' | 'written' | 'study'>): void {
    const { world, soon } = this.#dependencies
    const { rooms, news, studyNews } = world
    if (hint.kind === 'said') return rooms.say(hint.message)
    if (hint.kind === 'written') {
      return soon('reading what was written', () => news.written(hint.game, hint.n))
    }
    soon('reading a study', () => studyNews.read(hint.study, hint.n))
  }

  #hearPlayers(hint: HintOf<'people' | 'renamed' | 'signedOut'>): void {
    const { world, soon } = this.#dependencies
    const { games, lobby, rooms, players, summaries, news } = world
    switch (hint.kind) {
      case 'people':
        return soon('hearing of a change between people', () => news.changed(hint.players))
      case 'renamed':
        return soon('reading a name', async () => {
          const card = await players.cardOf(hint.player)
          if (card !== undefined) await renameIn({ lobby, rooms, games, summaries }, card)
        })
      case 'signedOut':
        if (hint.deleted) {
          soon('reading the games of a deleted account', async () => {
            await games.current.rereadOf(hint.player)
            summaries.forgetAll()
          })
        }
        return rooms.disconnect(hint.player)
      default:
        return unreachable(hint)
    }
  }

  #hearSearch(hint: HintOf<'seek' | 'found'>, from: NodeId): void {
    const { node, world, neighbours, seekers } = this.#dependencies
    if (hint.kind === 'found') {
      if (hint.to === node) seekers.hear(hint.id, hint.players)
      return
    }
    const { rooms } = world
    neighbours.tellNode(from, {
      kind: 'found',
      to: from,
      id: hint.id,
      players: hint.players.filter((player) =>
        hint.used ? rooms.isUsed(player) : rooms.countOf(player) > 0,
      ),
    })
  }

  #hearPresence(hint: HintOf<'listed' | 'makers' | 'crowd' | 'here' | 'ask'>, from: NodeId): void {
    const { makers, listed, crowds } = this.#dependencies
    switch (hint.kind) {
      case 'listed':
        return listed.hearAll(from, hint.games)
      case 'makers':
        return makers.hear(from, hint)
      case 'crowd':
        crowds.set(from, hint.players)
        return
      case 'here':
        return this.#accompany(from, hint.games)
      case 'ask':
        return this.#answer(from, hint.games)
      default:
        return unreachable(hint)
    }
  }

  /**
   * Sends changes stored by another node to players who are connected here and do not have the game
   * open.
   */
  async #tellPlayers({ game, players, begun }: HintOf<'game' | 'step'>) {
    const { games, rooms } = this.#dependencies.world
    if (!players.some((player) => rooms.isHere(player))) return
    // If the game is open here, it is reread for those who have it open.
    if (begun === undefined && games.loaded(game)?.isOpen) return
    const stored = await games.look(game)
    if (stored === undefined) return
    if (begun === undefined) rooms.wentOn(stored)
    else rooms.started(stored, begun.challenge)
  }

  #accompany(node: NodeId, told: readonly Here[]): void {
    const { games, rooms } = this.#dependencies.world
    for (const here of told) {
      const { game, ...company } = here
      if (!this.#dependencies.neighbours.isTuned(node))
        this.#dependencies.listed.hear(node, here, this.#dependencies.now())
      const isAnybody = company.seated.length + company.watchers > 0
      const live = games.loaded(game)
      const now = this.#dependencies.now()
      if (live?.accompany(node, isAnybody ? company : undefined, now)) rooms.presenceChanged(game)
    }
  }

  #answer(from: NodeId, asked: readonly GameId[]): void {
    const { games } = this.#dependencies.world
    const open = asked.flatMap((id) => games.loaded(id) ?? []).filter(({ isOpen }) => isOpen)
    if (open.length > 0)
      this.#dependencies.neighbours.tellNode(from, { kind: 'here', games: open.map(hereOf) })
  }
}

// --- internal ---

type HintOf<Kind extends Hint['kind']> = Extract<Hint, { readonly kind: Kind }>
