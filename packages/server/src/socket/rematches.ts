import type { GameCommand, RefusalCode } from '@hokito/protocol'
import type { Games } from '../live/games.ts'
import type { People } from '../people/people.ts'
import type { Connection } from './connection.ts'

/** What it is found out by whether two may play on. */
export interface RematchDependencies {
  readonly games: Pick<Games, 'loaded'>
  readonly people: Pick<People, 'areApart' | 'refusalToPlay'>
}

/**
 * Why somebody may not offer or take a rematch, as far as that is about who the two are. What runs goes on, the second
 * game of a match too: whoever blocks an opponent need not lose for it.
 */
export async function refusalToGoOn(
  command: GameCommand,
  { player }: Pick<Connection, 'player'>,
  { games, people }: RematchDependencies,
): Promise<RefusalCode | undefined> {
  const view = games.loaded(command.game)?.game.view
  if (view === undefined || !isAboutRematch(command, view.offers)) return undefined
  const { black, white } = view.seats
  if (await people.areApart(black.id, white.id)) return 'blocked'
  return people.refusalToPlay(player.id)
}

// --- internal ---

type Offers = readonly { readonly id: number; readonly kind: string }[]

function isAboutRematch(command: GameCommand, offers: Offers): boolean {
  if (command.type === 'offerRematch') return true
  if (command.type !== 'acceptOffer') return false
  return offers.some(({ id, kind }) => id === command.offer && kind === 'rematch')
}
