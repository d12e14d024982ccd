import { type ChallengeId, challengeIdSchema } from '@hokito/protocol'
import { unlessRefused } from '../device/unless-refused.ts'

/** Our search for an opponent as this tab last knew it, kept between pages. */
export interface LastSearch {
  readonly read: () => ChallengeId | undefined
  readonly keep: (search: ChallengeId | undefined) => void
}

/**
 * Kept in the tab's storage, which the browser may forbid: then nothing is known of the previous
 * page.
 */
export function createLastSearch(storage: () => Storage): LastSearch {
  return {
    read: () => challengeIdSchema.safeParse(unlessRefused(() => storage().getItem(KEY))).data,
    keep: (search) =>
      unlessRefused(() => {
        if (search === undefined) storage().removeItem(KEY)
        else storage().setItem(KEY, search)
      }),
  }
}

// --- internal ---

const KEY = 'hokito:search'
