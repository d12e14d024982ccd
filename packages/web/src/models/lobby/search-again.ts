import {
  formatTimeControl,
  type GameId,
  offeredTerms,
  QUICK_TIME_CONTROLS,
  type Refusal,
  type Terms,
} from '@hokito/protocol'
import { FAIR_COMPENSATION, type RandomBytes } from '@hokito/rules'
import { newCommandId } from '../online/command-id.ts'
import type { Send } from '../online/patience.ts'
import type { OwnChallenges } from './own-challenges.ts'

interface SearchAgainDependencies {
  readonly send: Send
  readonly ownChallenges: Pick<OwnChallenges, 'add'>
  readonly randomBytes: RandomBytes
}

/**
 * The result of a search: a game, a place in the lobby, or a refusal; undefined without an answer.
 */
export type Searched = { readonly game: GameId } | 'waiting' | Refusal | undefined

/** Searches for another opponent on the terms of a game that was aborted. */
export async function searchAgain(
  terms: Terms,
  { send, ownChallenges, randomBytes }: SearchAgainDependencies,
): Promise<Searched> {
  const id = newCommandId(randomBytes)
  const { timeControl, isRated } = terms
  const reply = isQuick(terms)
    ? await send({
        type: 'quickPair',
        id,
        timeControl,
        ...(isRated && { isRated }),
        ...(terms.games === 1 && { isSingle: true }),
      })
    : await send({
        type: 'challenge',
        id,
        terms: offeredTerms(terms),
        color: 'random',
        isListed: true,
      })
  if (reply?.ok !== true) return reply?.refusal
  if ('started' in reply) return { game: reply.started }
  ownChallenges.add(reply.challenge)
  return 'waiting'
}

// --- internal ---

/** Would quick pairing give the same terms? */
function isQuick(terms: Terms): boolean {
  const { timeControl, setup, endRule, compensation, isDivided, allowsTakebacks, games } = terms
  const time = formatTimeControl(timeControl)
  const isOffered = QUICK_TIME_CONTROLS.some((quick) => formatTimeControl(quick) === time)
  const isPlain = setup.kind === 'standard' && endRule === 'either'
  const isFair = games === 2 || compensation === FAIR_COMPENSATION
  return isOffered && isPlain && !allowsTakebacks && isFair && isDivided !== true
}
