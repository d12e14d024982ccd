import type { RecordView } from '../../models/game/record-view.ts'
import { useKeys } from '../../ui/hooks.ts'
import type { GameVoice } from './use-game-voice.ts'

/**
 * The keys of a game page besides those of the board: `[` and `]` step; `l`, `s` and `c` announce
 * the last move, the score and the clocks. `more` has the keys that only this page has.
 */
export function useGameKeys(
  { ply, view }: Pick<RecordView, 'ply' | 'view'>,
  voice: GameVoice,
  more: Readonly<Record<string, () => void>>,
): void {
  useKeys((event) => {
    const acts: Readonly<Record<string, () => void>> = {
      ...more,
      l: voice.tellLastMove,
      s: voice.sayScore,
      c: voice.sayClocks,
      '[': () => view(ply.peek() - 1),
      ']': () => view(ply.peek() + 1),
    }
    const act = acts[event.key]
    if (act === undefined) return
    act()
    event.preventDefault()
  })
}
