import { type Position, parseRecord, replay } from '@hokito/rules'

/** A whole game as an example, played by the engine against itself. */
export const EXAMPLE_GAME = `[Event "Example game"]
[Deal "5034173.5152602"]
[EndRule "either"]
[Result "91-5"]
[Termination "normal"]

1. b3c3 b4a3 2. e1e4 c4b5 3. c1b2 e5e2 4. d3f2 c5f5 5. b1d2 b6d6 6. d2f2 a3d6
7. e3c2 b5d6 8. f2b2 a5d5 9. d1f4 d5e2 10. e4f5 a4f3 11. a1a2 e2f3 12. b2f3 e6a6
13. c3a2 d6a6 14. f5c2 c6f6 15. f3a6 f6f4 91-5
`

/**
 * A position of the example game, after at most 29 plies. The usual one is from its middle, with
 * singles, stacks and something at stake; Black is to move.
 */
export function examplePosition(ply = SHOWN_PLY): Position {
  if (positions === undefined) {
    const record = parseRecord(EXAMPLE_GAME)
    const replayed = record.ok ? replay(record.value) : undefined
    positions = replayed?.ok === true ? replayed.value : []
  }
  const shown = positions[ply]
  if (shown === undefined) throw new Error('the example game cannot be shown')
  return shown
}

// --- internal ---

const SHOWN_PLY = 16

/** All positions, once the game has been read. */
let positions: readonly Position[] | undefined
