import type { Challenge, ChallengeId } from '@hokito/protocol'

/** What this page knows of our challenges. */
export interface OwnChallengesState {
  /** The open ones, the oldest first. */
  readonly open: readonly Challenge[]
  /** The search when the previous page was left, until the server has said whether it continues. */
  readonly before: ChallengeId | undefined
  /** Did our search end while we were away, and the player has not seen that? */
  readonly isSearchOver: boolean
  /** The latest one that was declined, until the player has seen that. */
  readonly declined: Challenge | undefined
  /** Withdrawn here, but perhaps not received by the server yet. */
  readonly withdrawn: readonly ChallengeId[]
  /** The number of additions, because an answer requested earlier may lack them. */
  readonly additions: number
}

/** Nothing but the search when the previous page was left. */
export function lastKnown(before: ChallengeId | undefined): OwnChallengesState {
  return {
    open: [],
    before,
    isSearchOver: false,
    declined: undefined,
    withdrawn: [],
    additions: 0,
  }
}

/** Our search for an opponent. */
export function searchIn({ open }: OwnChallengesState): Challenge | undefined {
  return open.findLast(({ isListed }) => isListed)
}

/** The server's answer to the question for our challenges. */
export function listed(
  state: OwnChallengesState,
  answer: readonly Challenge[],
): OwnChallengesState {
  const still = answer.filter(({ id }) => !state.withdrawn.includes(id))
  const searched = searchIn(state)?.id ?? state.before
  const hasEnded = searched !== undefined && still.every(({ id }) => id !== searched)
  return {
    ...state,
    open: isSame(still, state.open) ? state.open : still,
    before: undefined,
    isSearchOver: state.isSearchOver || hasEnded,
  }
}

/** The server has confirmed a challenge of ours. */
export function added(state: OwnChallengesState, challenge: Challenge): OwnChallengesState {
  return {
    ...state,
    open: [...without(state.open, challenge.id), challenge],
    isSearchOver: false,
    additions: state.additions + 1,
  }
}

/** A challenge is no longer open. */
export function closed(state: OwnChallengesState, challenge: ChallengeId): OwnChallengesState {
  return {
    ...state,
    open: without(state.open, challenge),
    before: state.before === challenge ? undefined : state.before,
  }
}

/** The player whom a challenge was for has declined it. */
export function declined(state: OwnChallengesState, challenge: ChallengeId): OwnChallengesState {
  const found = state.open.find(({ id }) => id === challenge)
  return closed({ ...state, declined: found }, challenge)
}

/** We withdraw a challenge. */
export function withdrawn(state: OwnChallengesState, challenge: ChallengeId): OwnChallengesState {
  return closed({ ...state, withdrawn: [...state.withdrawn, challenge] }, challenge)
}

/** The server has answered a withdrawal. */
export function answered(state: OwnChallengesState, challenge: ChallengeId): OwnChallengesState {
  return { ...state, withdrawn: state.withdrawn.filter((id) => id !== challenge) }
}

/** The player has seen what became of a challenge. */
export function seen(state: OwnChallengesState, challenge: ChallengeId): OwnChallengesState {
  return state.declined?.id === challenge ? { ...state, declined: undefined } : state
}

// --- internal ---

function without(challenges: readonly Challenge[], challenge: ChallengeId): readonly Challenge[] {
  return challenges.filter(({ id }) => id !== challenge)
}

/** Challenges never change, except that their maker, who is us, may take another name. */
function isSame(ones: readonly Challenge[], others: readonly Challenge[]): boolean {
  return ones.length === others.length && ones.every(({ id }, place) => id === others[place]?.id)
}
