import type { LobbyDependencies } from '../../src/live/lobby.ts'
import { MOST_RUNNING } from '../../src/live/offer-limits.ts'

/** The surroundings of a lobby on a single node, in which nobody has blocked anyone. */
export const PEACEFUL: Pick<LobbyDependencies, 'cluster' | 'people' | 'gameOf' | 'mostRunningOf'> =
  {
    cluster: { hasOthers: false, tellChallenges: () => undefined, noteGone: () => undefined },
    people: {
      apartFrom: async () => new Set(),
      refusalToMeetAnyone: async () => undefined,
      refusalToMeet: async () => undefined,
      hasAccount: async () => true,
    },
    gameOf: async () => undefined,
    mostRunningOf: () => MOST_RUNNING,
  }
