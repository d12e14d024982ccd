import type {
  Challenge,
  ChallengeId,
  GameId,
  PlayerId,
  Refusal,
  Refused,
  Terms,
  TimeControl,
} from '@hokito/protocol'
import type { RandomBytes } from '@hokito/rules'
import { type Signal, signal } from '@preact/signals'
import { newCommandId } from '../online/command-id.ts'
import type { Send } from '../online/patience.ts'
import type { FollowedLobby } from './followed-lobby.ts'
import type { OwnChallenges } from './own-challenges.ts'
import type { OfferedTerms } from './terms-form.ts'

interface Dependencies {
  readonly press: Send
  readonly followed: Pick<FollowedLobby, 'add'>
  readonly ownChallenges: Pick<OwnChallenges, 'add'>
  readonly randomBytes: RandomBytes
}

/** The requests that the lobby sends for our player, and what they have led to. */
export interface LobbyRequests extends Dependencies {
  readonly refused: Signal<Refusal | undefined>
  /** The game to open. */
  readonly started: Signal<GameId | undefined>
  /** Our challenge for a friend, which has a page of its own. */
  readonly privateOffer: Signal<ChallengeId | undefined>
  /** The public challenge made on this page. */
  readonly madeHere: Signal<ChallengeId | undefined>
  /** The challenge to a bot made on this page. */
  readonly called: Signal<ChallengeId | undefined>
  /**
   * The number of requests in progress that may start a game, because the start is reported before
   * the answer.
   */
  readonly asking: Signal<number>
}

/** Nothing has been asked for yet. */
export function createLobbyRequests(dependencies: Dependencies): LobbyRequests {
  return {
    ...dependencies,
    refused: signal(),
    started: signal(),
    privateOffer: signal(),
    madeHere: signal(),
    called: signal(),
    asking: signal(0),
  }
}

/** The choices of quick pairing besides the time. */
export interface PairingWish {
  readonly isRated: boolean
  /** Is it a single game with the fair compensation instead of a match of two? */
  readonly isSingle: boolean
}

/** Searches for an opponent, and waits for one if there is none. */
export async function pair(
  requests: LobbyRequests,
  timeControl: TimeControl,
  { isRated, isSingle }: PairingWish,
): Promise<void> {
  const { press, randomBytes, started } = requests
  const id = newCommandId(randomBytes)
  const choices = { ...(isRated && { isRated }), ...(isSingle && { isSingle }) }
  const reply = await asked(requests, () =>
    press({ type: 'quickPair', id, timeControl, ...choices }),
  )
  if (reply?.ok !== true) return
  if ('started' in reply) started.value = reply.started
  else wait(requests, reply.challenge)
}

export async function offer(requests: LobbyRequests, offered: OfferedTerms): Promise<void> {
  const { press, randomBytes, privateOffer } = requests
  const reply = await press({ type: 'challenge', id: newCommandId(randomBytes), ...offered })
  note(requests, reply)
  if (reply?.ok !== true) return
  if (offered.isListed) wait(requests, reply.challenge)
  else privateOffer.value = reply.challenge.id
}

/** Challenges a house bot to a match, which begins straight away. */
export async function challengeBot(
  requests: LobbyRequests,
  terms: Terms,
  opponent: PlayerId,
): Promise<void> {
  const { press, randomBytes, called } = requests
  const id = newCommandId(randomBytes)
  const wish = { terms, color: 'random', isListed: false, opponent } as const
  const reply = await asked(requests, () => press({ type: 'challenge', id, ...wish }))
  if (reply?.ok === true) called.value = reply.challenge.id
}

export async function accept(requests: LobbyRequests, challenge: ChallengeId): Promise<void> {
  const { press, randomBytes, started } = requests
  const id = newCommandId(randomBytes)
  const reply = await asked(requests, () => press({ type: 'acceptChallenge', id, challenge }))
  if (reply?.ok) started.value = reply.started
}

// --- internal ---

/** Makes a request that may start a game. */
async function asked<R extends { readonly ok: true } | Refused | undefined>(
  requests: LobbyRequests,
  request: () => Promise<R>,
): Promise<R> {
  const { asking } = requests
  asking.value++
  const reply = await request()
  asking.value--
  note(requests, reply)
  return reply
}

/** Records the refusal of a request, or clears it. */
function note({ refused }: LobbyRequests, reply: { ok: true } | Refused | undefined): void {
  refused.value = reply?.ok === false ? reply.refusal : undefined
}

function wait({ madeHere, ownChallenges, followed }: LobbyRequests, challenge: Challenge): void {
  madeHere.value = challenge.id
  ownChallenges.add(challenge)
  followed.add(challenge)
}
