import type { Challenge, ChallengeId } from '@hokito/protocol'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Connection } from './connection.ts'
import type { LastSearch } from './last-search.ts'
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
  const open = signal<readonly Challenge[]>([])
  const search = computed(() => open.value.findLast(({ isListed }) => isListed))
  const isSearchOver = signal(false)
  /** The search when the previous page was left, until the server has said whether it continues. */
  let before = lastSearch.read()
  const declined = signal<Challenge | undefined>(undefined)
  /** Withdrawn here, but perhaps not received by the server yet. */
  const withdrawn = new Set<ChallengeId>()
  /** The number of additions, because an answer requested earlier may lack them. */
  let additions = 0
  const setOpen = (challenges: readonly Challenge[]) => {
    open.value = challenges
    lastSearch.keep(search.peek()?.id)
  }
  const close = (challenge: ChallengeId) => {
    if (before === challenge) before = undefined
    setOpen(open.peek().filter(({ id }) => id !== challenge))
  }
  const refresh = async (): Promise<void> => {
    const known = additions
    const reply = await connection.send({ type: 'myChallenges' })
    if (!reply?.ok) return
    if (additions !== known) return refresh()
    const still = reply.challenges.filter(({ id }) => !withdrawn.has(id))
    const searched = search.peek()?.id ?? before
    before = undefined
    if (searched !== undefined && still.every(({ id }) => id !== searched))
      isSearchOver.value = true
    setOpen(isSame(still, open.peek()) ? open.peek() : still)
  }
  const seeSearch = () => {
    isSearchOver.value = false
  }
  connection.whenOnline(() => void refresh())
  connection.on('started', ({ challenge }) => {
    if (challenge !== undefined) close(challenge)
    // A player who starts a game in another way may no longer be searching, which is no news.
    void refresh().then(seeSearch)
  })
  connection.on('challengeGone', ({ challenge, isDeclined }) => {
    if (isDeclined) declined.value = open.peek().find(({ id }) => id === challenge)
    close(challenge)
  })
  return {
    open,
    search,
    isSearchOver,
    seeSearch,
    declined,
    see: (challenge) => {
      if (declined.peek()?.id === challenge) declined.value = undefined
    },
    add: (challenge) => {
      additions++
      setOpen([...open.peek().filter(({ id }) => id !== challenge.id), challenge])
      seeSearch()
    },
    refresh,
    withdraw: async (challenge) => {
      withdrawn.add(challenge)
      close(challenge)
      await withdraw(connection, challenge).answered
      withdrawn.delete(challenge)
      await refresh()
    },
  }
}

// --- internal ---

/** Challenges never change, except that their maker, who is us, may take another name. */
function isSame(ones: readonly Challenge[], others: readonly Challenge[]): boolean {
  return ones.length === others.length && ones.every(({ id }, place) => id === others[place]?.id)
}
