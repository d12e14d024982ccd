import type { GameId } from '@hokito/protocol'
import { COLORS, type Color, type GameRecord, tagOf } from '@hokito/rules'
import type { ReadonlySignal } from '@preact/signals'
import * as v from 'valibot'
import { createKeptProgress } from '../device/kept-progress.ts'

/** The sides that this device's player had in the latest finished online games. */
export interface OwnSides {
  readonly keep: (game: GameId, side: Color) => void
  /** The player's side in a record; undefined if the game is unknown. */
  readonly in: (record: GameRecord) => Color | undefined
  readonly all: ReadonlySignal<readonly OwnSide[]>
  /**
   * Adds the sides of another device; those known here stay. Returns a function that undoes it;
   * undefined if there is no room.
   */
  readonly takeIn: (sides: readonly OwnSide[]) => (() => void) | undefined
}

/** The sides that a device stores; `storage` may be forbidden. */
export function createOwnSides(storage: () => Storage): OwnSides {
  const kept = createKeptProgress<readonly OwnSide[]>(storage, {
    key: 'hokito:ownSides',
    none: [],
    read: readOwnSides,
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
    all: kept.value,
    takeIn: (sides) =>
      kept.takeIn((here) => {
        const known = new Set(here.map(({ game }) => game))
        return [...sides.filter(({ game }) => !known.has(game)), ...here].slice(-MOST_KEPT)
      }),
  }
}

/** Reads stored sides; undefined if they are none. */
export function readOwnSides(json: unknown): readonly OwnSide[] | undefined {
  const shape = v.safeParse(SHAPE, json)
  return shape.success ? shape.output : undefined
}

// --- internal ---

/** More than anyone reviews later. */
const MOST_KEPT = 500

const SHAPE = v.array(v.object({ game: v.string(), side: v.picklist(COLORS) }))

export type OwnSide = v.InferOutput<typeof SHAPE>[number]
