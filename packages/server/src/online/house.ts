import { Exhibition } from '../bots/exhibition.ts'
import { HouseBots } from '../bots/house-bots.ts'
import { Showcase } from '../bots/showcase.ts'
import { Thinkers } from '../bots/thinkers.ts'
import type { Admission } from './admission.ts'
import type { OnlineDependencies } from './dependencies.ts'
import type { Parts } from './post.ts'

/** What the server itself plays and shows. */
export interface House {
  readonly thinkers: Thinkers
  readonly houseBots: HouseBots
  readonly exhibition: Exhibition
  readonly showcase: Showcase
}

/** The house bots, which think on at most one of the machine's processors. */
export function createHouse(
  { visitors, chance, rhythm }: OnlineDependencies,
  parts: Parts & Admission,
): House {
  const { games, store, rooms, cluster, now, onFailure } = parts
  const thinkers = new Thinkers(1)
  const exhibition = new Exhibition({
    ...{ games, store, rooms, cluster, thinkers, chance, now, onFailure },
    paceMs: rhythm.exhibitionMs,
  })
  return {
    thinkers,
    exhibition,
    houseBots: new HouseBots({
      ...parts,
      ...{ visitors, thinkers },
      longWork: visitors.longWork,
      hasOthers: cluster.hasOthers,
    }),
    showcase: new Showcase({ games, rooms, cluster, exhibition, now }),
  }
}
