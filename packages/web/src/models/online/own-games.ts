import {
  type GameId,
  type GameSummary,
  type PlayerCard,
  type PlayerId,
  turnAt,
} from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'

/** Our running online games as they stand, on whatever page of the site we are. */
export interface OwnGames {
  /** Those that wait for us first, of these the one whose time runs out first. */
  readonly running: ReadonlySignal<readonly GameSummary[]>
  /** Those that are over and whose other player offers us a rematch. */
  readonly offered: ReadonlySignal<readonly GameSummary[]>
  /**
   * A game was open on this page and is left: the server has told its page alone how it went on, so what is known of
   * it here is old. It is left out until the server has said how all of them stand.
   */
  leave(game: GameId): Promise<void>
}

/** Follows our games as long as the line to the server lives. */
export function createOwnGames(
  connection: Pick<Connection, 'send' | 'on' | 'whenOnline' | 'player'>,
): OwnGames {
  const games = signal<readonly GameSummary[]>([])
  const us = () => connection.player.value?.id
  /** What was told while an answer is on its way is newer than the answer may be. */
  let toldMeanwhile: GameSummary[] = []
  const refresh = async () => {
    toldMeanwhile = []
    const reply = await connection.send({ type: 'myGames' })
    if (reply?.ok) games.value = toldMeanwhile.reduce(withGame, reply.games)
  }
  connection.whenOnline(() => void refresh())
  connection.on('ownGame', (game) => {
    toldMeanwhile.push(game)
    games.value = withGame(games.peek(), game)
  })
  return {
    running: computed(() => awaitedFirst(games.value.filter(isRunning), us())),
    offered: computed(() => games.value.filter((game) => isOffered(game, us()))),
    leave: async (game) => {
      games.value = games.peek().filter(({ id }) => id !== game)
      await refresh()
    },
  }
}

/** Does a game wait for a player? So it does before the deal, to which the page of each side contributes. */
export function isAwaited(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, isDealt, placed, seats, ply } = game
  if (ending !== undefined) return false
  if (placed !== undefined) return isToPlace(game, player)
  return !isDealt || seats[turnAt(ply)].id === player
}

/** Does a game wait for a player to place their pieces? */
export function isToPlace(game: GameSummary, player: PlayerId | undefined): boolean {
  const { ending, placed } = game
  return ending === undefined && placed !== undefined && !placed[ownColorIn(game, player)]
}

/** The other side of a player's own game. */
export function opponentIn(
  { seats }: Pick<GameSummary, 'seats'>,
  player: PlayerId | undefined,
): PlayerCard {
  return seats.black.id === player ? seats.white : seats.black
}

/** A player's colour in a game that is the player's own. */
export function ownColorIn(
  { seats }: Pick<GameSummary, 'seats'>,
  player: PlayerId | undefined,
): Color {
  return seats.white.id === player ? 'white' : 'black'
}

// --- internal ---

/** The games with one that has changed, which comes first. */
function withGame(games: readonly GameSummary[], game: GameSummary): readonly GameSummary[] {
  return [game, ...games.filter(({ id }) => id !== game.id)]
}

/** Does the other player of a game offer a rematch? */
function isOffered(game: GameSummary, player: PlayerId | undefined): boolean {
  const { rematchBy, seats } = game
  const isOurs = seats.black.id === player || seats.white.id === player
  return isOurs && rematchBy !== undefined && rematchBy !== ownColorIn(game, player)
}

function isRunning({ ending }: GameSummary): boolean {
  return ending === undefined
}

function awaitedFirst(
  games: readonly GameSummary[],
  player: PlayerId | undefined,
): readonly GameSummary[] {
  const rank = (game: GameSummary) => (isAwaited(game, player) ? 0 : 1)
  const end = ({ deadline = Number.POSITIVE_INFINITY }: GameSummary) => deadline
  return games.toSorted((a, b) => rank(a) - rank(b) || Math.sign(end(a) - end(b)) || 0)
}
