import type {
  Challenge,
  ColorChoice,
  PlayerCard,
  RefusalCode,
  Terms,
  TimeControl,
} from '@hokito/protocol'
import { err, FAIR_COMPENSATION, ok, type Result } from '@hokito/rules'
import type { Chance } from '../ground/chance.ts'
import type { EventStream } from './events.ts'
import { limitReached, MOST_FOR_ONE } from './offer-limits.ts'
import type { OpenChallenges } from './open-challenges.ts'
import { isAddressed } from './opponent.ts'

/** A challenge that a player wants to make. */
export interface Wish {
  readonly terms: Terms
  readonly color: ColorChoice
  readonly isListed: boolean
  /** The only player who may accept it; absent if anyone may. */
  readonly opponent?: PlayerCard | undefined
}

/** The choices of quick pairing. */
export interface Quick {
  readonly timeControl: TimeControl
  readonly isRated?: true | undefined
  /** Is it a single game with the fair compensation instead of a match of two? */
  readonly isSingle?: true | undefined
}

/** The choices of quick pairing that lead to these terms. */
export function quickOf({ timeControl, isRated, games }: Terms): Quick {
  return { timeControl, isRated, isSingle: games === 1 || undefined }
}

/**
 * The recommended terms for strangers: a match of two, or points for White, because the first mover
 * has a large advantage.
 */
export function quickWish({ timeControl, isRated, isSingle }: Quick): Wish {
  const terms: Terms = {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl,
    allowsTakebacks: false,
    ...(isSingle ? { games: 1, compensation: FAIR_COMPENSATION } : { games: 2 }),
    ...(isRated && { isRated }),
  }
  return { terms, color: 'random', isListed: true }
}

/** The parts of the server with which a wish becomes a challenge. */
export interface WishDependencies {
  readonly open: OpenChallenges
  readonly chance: Pick<Chance, 'challengeId'>
  readonly now: () => number
  readonly events: EventStream
}

/**
 * Opens a challenge without any wait, so that of two concurrent requests the second sees the first.
 */
export async function openWish(
  { open, chance, now, events }: WishDependencies,
  challenger: PlayerCard,
  { opponent, ...wish }: Wish,
): Promise<Result<Challenge, RefusalCode>> {
  if (limitReached(open.ofPlayer(challenger.id), wish)) return err('tooManyChallenges')
  if (opponent?.id === challenger.id) return err('ownChallenge')
  if (opponent !== undefined && open.forPlayer(opponent.id).length >= MOST_FOR_ONE) {
    return err('opponentBusy')
  }
  const displaced = open.displaced()
  if (displaced === undefined) return err('lobbyFull')
  const challenge: Challenge = {
    ...wish,
    ...(opponent && { opponent }),
    id: chance.challengeId(),
    challenger,
    createdAt: now(),
  }
  await open.add(challenge, displaced)
  if (isAddressed(challenge)) events.publish('challengeMade', challenge)
  return ok(challenge)
}
