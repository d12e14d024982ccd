import type { Challenge, ChallengeId, PlayerCard, Refusal } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { isLeftToChance } from '../game/fairness.ts'
import type { Game } from '../game/game.ts'
import type { Players } from '../players/players.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Fairness } from './fairness.ts'
import type { Lobby, Wish } from './lobby.ts'

/** What decides whether somebody may play. */
export interface MeetingDependencies {
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly players: Players
  /** Is the server about to stop, so that nothing new begins? */
  readonly isClosing: () => boolean
}

/** What somebody wants to offer, and to whom. */
export type Offered = Omit<Wish, 'opponent'> & { readonly opponent?: PlayerCard['id'] | undefined }

/** Makes a challenge, unless its maker has to wait or may not play on such terms. */
export async function offerChallenge(
  player: PlayerCard,
  { opponent, ...wish }: Offered,
  { lobby, fairness, ratings, players, isClosing }: MeetingDependencies,
): Promise<Result<Challenge, Refusal>> {
  if (isClosing()) return err({ code: 'closing' })
  const isByChance = isLeftToChance(wish.terms, wish.color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return err(refusal)
  const card = await ratings.carded(player, wish.terms)
  if (card === undefined) return err({ code: 'needsAccount' })
  const bot = opponent === undefined ? undefined : await players.cardOf(opponent)
  // People are asked by a link, and are not to be pestered by name.
  if (opponent !== undefined && bot?.isBot !== true) return err({ code: 'opponentAway' })
  const offered = await lobby.offer(card, { ...wish, opponent: bot })
  return offered.ok ? offered : err({ code: offered.error })
}

/** Begins the game of a challenge, unless whoever takes it has to wait or may not play on its terms. */
export async function takeChallenge(
  player: PlayerCard,
  id: ChallengeId,
  { lobby, fairness, ratings, isClosing }: MeetingDependencies,
): Promise<Result<Game, Refusal>> {
  if (isClosing()) return err({ code: 'closing' })
  const wanted = await lobby.lookUp(id)
  const isByChance = wanted !== undefined && isLeftToChance(wanted.terms, wanted.color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return err(refusal)
  const card = wanted === undefined ? player : await ratings.carded(player, wanted.terms)
  if (card === undefined) return err({ code: 'needsAccount' })
  const accepted = await lobby.accept(card, id)
  return accepted.ok ? ok(accepted.value) : err({ code: accepted.error })
}
