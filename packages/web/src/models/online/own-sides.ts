import type { GameId } from '@hokito/protocol'
import { COLORS, type Color, type GameRecord, tagOf } from '@hokito/rules'
import * as v from 'valibot'
import { createKeptProgress } from '../device/kept-progress.ts'

/** The sides that this device's player had in the latest finished online games. */
export interface OwnSides {
  readonly keep: (game: GameId, side: Color) => void
  /** The player's side in a record; undefined if the game is unknown. */
  readonly in: (record: GameRecord) => Color | undefined
}

/** The sides that a device stores; `storage` may be forbidden. */
export function createOwnSides(storage: () => Storage): OwnSides {
  const kept = createKeptProgress<readonly OwnSide[]>(storage, {
    key: 'hokito:ownSides',
    none: [],
    read: (json) => {
      const shape = v.safeParse(SHAPE, json)
      return shape.success ? shape.output : undefined
    },
  })
  return {
    keep: (game, side) => {
      if (kept.value.peek().some((each) => each.game === game)) return
      kept.change((sides) => [...sides, { game, side }].slice(-MOST_KEPT))
    },
    in: (record) => {
      const id = tagOf(record, 'GameId')
      return kept.value.peek().find(({ game }) => game === id)?.side
    },
  }
}

// --- internal ---

/** More than anyone reviews later. */
const MOST_KEPT = 500

const SHAPE = v.array(v.object({ game: v.string(), side: v.picklist(COLORS) }))

type OwnSide = v.InferOutput<typeof SHAPE>[number]
