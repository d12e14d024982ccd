import type { Challenge, ChallengeId, PlayerCard, Refusal } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { isLeftToChance } from '../game/fairness.ts'
import type { Game } from '../game/game.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Players } from '../players/players.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { Fairness } from './fairness.ts'
import type { Lobby } from './lobby.ts'
import { answersAtOnce } from './opponent.ts'
import type { Wish } from './wishes.ts'

/** The parts that decide whether a player may play. */
export interface MeetingDependencies {
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly ratings: Ratings
  readonly players: Players
  readonly visitors: Pick<Visitors, 'peopleChanges'>
  /** Is the server about to stop, so that nothing new begins? */
  readonly isClosing: () => boolean
}

/** A challenge that a player wants to make, with the id of its opponent. */
export type Offered = Omit<Wish, 'opponent'> & { readonly opponent?: PlayerCard['id'] | undefined }

/** Makes a challenge, unless the player has to wait or may not play on these terms. */
export async function offerChallenge(
  player: PlayerCard,
  { opponent, ...wish }: Offered,
  { lobby, fairness, ratings, players, visitors, isClosing }: MeetingDependencies,
): Promise<Result<Challenge, Refusal>> {
  if (isClosing()) return err({ code: 'closing' })
  const isByChance = isLeftToChance(wish.terms, wish.color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return err(refusal)
  const card = await ratings.carded(player, wish.terms)
  if (card === undefined) return err({ code: 'needsAccount' })
  const asked = opponent && (await players.cardOf(opponent))
  if (opponent !== undefined && asked === undefined) return err({ code: 'opponentAway' })
  const waitMs =
    asked === undefined || answersAtOnce(asked) ? 0 : visitors.peopleChanges.take(player.id)
  if (waitMs > 0) return err({ code: 'tooMany', retryAfterMs: Math.ceil(waitMs) })
  const offered = await lobby.offer(card, { ...wish, opponent: asked })
  return offered.ok ? offered : err({ code: offered.error })
}

/**
 * Begins the game of a challenge, unless the accepting player has to wait or may not play on its
 * terms.
 */
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
