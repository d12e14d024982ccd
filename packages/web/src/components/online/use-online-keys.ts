import type { RecordView } from '../../models/record-view.ts'
import { useKeys } from '../hooks.ts'
import type { GameVoice } from '../use-game-voice.ts'

interface OnlineKeyActions {
  readonly flip: () => void
  readonly keys: () => void
}

/** The keys of an online game that are not the board's own. */
export function useOnlineKeys(
  { ply, view }: RecordView,
  voice: GameVoice,
  { flip, keys }: OnlineKeyActions,
): void {
  useKeys((event) => {
    const act = {
      f: flip,
      '?': keys,
      l: voice.tellLastMove,
      s: voice.sayScore,
      c: voice.sayClocks,
      '[': () => view(ply.peek() - 1),
      ']': () => view(ply.peek() + 1),
    }[event.key]
    if (act === undefined) return
    act()
    event.preventDefault()
  })
}
