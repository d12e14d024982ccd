import type { Challenge, ChallengeId } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from '../online/connection.ts'
import type { LastSearch } from './last-search.ts'
import {
  added,
  answered,
  closed,
  declined,
  lastKnown,
  listed,
  type OwnChallengesState,
  searchIn,
  seen,
  withdrawn,
} from './own-challenges-state.ts'
import { withdraw } from './withdraw.ts'

/** Our open challenges, on every page of the site. */
export interface OwnChallenges {
  /** The oldest first. */
  readonly open: ReadonlySignal<readonly Challenge[]>
  /** The newest public one: our search for an opponent. */
  readonly search: ReadonlySignal<Challenge | undefined>
  /**
   * Did our search end while we were away, because nobody was here to play? True until the player
   * has seen that, or another search begins.
   */
  readonly isSearchOver: ReadonlySignal<boolean>
  /** The player has seen that. */
  seeSearch(): void
  /** The latest challenge declined by the one player it was for, until our player has seen that. */
  readonly declined: ReadonlySignal<Challenge | undefined>
  /** The player has seen what became of a challenge. */
  see(challenge: ChallengeId): void
  /** Adds a challenge that the server has just confirmed. */
  add(challenge: Challenge): void
  /** Asks for them again: another page may have made or withdrawn some. */
  refresh(): Promise<void>
  withdraw(challenge: ChallengeId): Promise<void>
}

/** Knows our open challenges as long as the connection to the server lives. */
export function createOwnChallenges(
  connection: Pick<Connection, 'send' | 'status' | 'on' | 'whenOnline'>,
  lastSearch: LastSearch,
): OwnChallenges {
  const state = signal(lastKnown(lastSearch.read()))
  /** Changes which challenges are open. */
  const change = (next: OwnChallengesState) => {
    state.value = next
    lastSearch.keep(searchIn(next)?.id)
  }
  const refresh = async (): Promise<void> => {
    const { additions } = state.peek()
    const reply = await connection.send({ type: 'myChallenges' })
    if (!reply?.ok) return
    if (state.peek().additions !== additions) return refresh()
    change(listed(state.peek(), reply.challenges))
  }
  const seeSearch = () => {
    state.value = { ...state.peek(), isSearchOver: false }
  }
  connection.whenOnline(() => void refresh())
  connection.on('started', ({ challenge }) => {
    if (challenge !== undefined) change(closed(state.peek(), challenge))
    // A player who starts a game in another way may no longer be searching, which is no news.
    void refresh().then(seeSearch)
  })
  connection.on('challengeGone', ({ challenge, isDeclined }) =>
    change((isDeclined ? declined : closed)(state.peek(), challenge)),
  )
  return {
    open: computed(() => state.value.open),
    search: computed(() => searchIn(state.value)),
    isSearchOver: computed(() => state.value.isSearchOver),
    seeSearch,
    declined: computed(() => state.value.declined),
    see: (challenge) => {
      state.value = seen(state.peek(), challenge)
    },
    add: (challenge) => change(added(state.peek(), challenge)),
    refresh,
    withdraw: async (challenge) => {
      change(withdrawn(state.peek(), challenge))
      await withdraw(connection, challenge).answered
      state.value = answered(state.peek(), challenge)
      await refresh()
    },
  }
}
