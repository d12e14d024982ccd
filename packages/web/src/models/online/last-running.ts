import { type GameId, gameIdSchema } from '@hokito/protocol'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** The online games of ours that were running when this device last knew, kept between visits. */
export interface LastRunning {
  readonly read: () => readonly GameId[]
  readonly keep: (games: readonly GameId[]) => void
}

/** Kept in the browser's storage, which it may forbid: then nothing is known of earlier visits. */
export function createLastRunning(storage: () => Storage): LastRunning {
  return {
    read: () => {
      const kept = parseJson(unlessRefused(() => storage().getItem(KEY)) ?? '[]')
      const ids: readonly unknown[] = Array.isArray(kept) ? kept.slice(0, MOST) : []
      return ids.flatMap((id) => gameIdSchema.safeParse(id).data ?? [])
    },
    keep: (games) =>
      unlessRefused(() => {
        if (games.length === 0) storage().removeItem(KEY)
        else storage().setItem(KEY, JSON.stringify(games.slice(0, MOST)))
      }),
  }
}

// --- internal ---

const KEY = 'hokito:running'
/** Ends of games older than these are old news. */
const MOST = 20
