import { type GameRecord, positionOf, replay } from '@hokito/rules'
import { signal } from '@preact/signals'
import { createRecordView } from '../models/game/record-view.ts'
import { createWalk } from '../models/game/walk.ts'

export type EmbeddedGame = ReturnType<typeof createEmbeddedGame>

/** A game in a frame, of which one position is looked at: a finished one from its beginning, a running one as it is. */
export function createEmbeddedGame(record: GameRecord, ply: number | undefined) {
  const replayed = replay(record)
  // The reader has played the moves; a record that breaks was none.
  const positions = replayed.ok ? replayed.value : [positionOf(record.beginning, record.endRule)]
  const view = createRecordView({
    positions: signal(positions),
    moves: signal(replayed.ok ? record.moves : []),
  })
  view.view(ply ?? (record.ending === undefined ? record.moves.length : 0))
  const walk = createWalk(view)
  return { record, view, walk, dispose: walk.dispose }
}
