import { THEMES } from '@hokito/engine/puzzles'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { dayOf, isDay } from '../../models/device/days.ts'
import { type Catalogue, FIRST_PUZZLE_DAY } from '../../models/puzzles/catalogue.ts'
import { createPuzzleStore, type PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { useServices } from '../../services.ts'
import { DayPuzzle } from './DayPuzzle.tsx'
import { NoPuzzle } from './NoPuzzle.tsx'
import { OnePuzzle } from './OnePuzzle.tsx'
import { Practice } from './Practice.tsx'
import { Rush } from './Rush.tsx'
import { WithCatalogue } from './WithCatalogue.tsx'

/**
 * Puzzles to solve: today's (`daily`), a day's, one by its id, one after another (`practice`), or a
 * `rush`.
 */
export function Solving({ id }: { readonly id: string }) {
  const { deviceStorage } = useServices()
  const [store] = useState(() => createPuzzleStore(deviceStorage))
  return (
    <WithCatalogue isPage>
      {(catalogue) => <OneKind key={id} id={id} catalogue={catalogue} store={store} />}
    </WithCatalogue>
  )
}

// --- internal ---

interface OneKindProps {
  readonly id: string
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
}

function OneKind({ id, ...props }: OneKindProps) {
  const { query } = useLocation()
  const { now } = useServices()
  // A puzzle that is being solved at midnight stays.
  const [today] = useState(() => dayOf(now()))
  switch (id) {
    case 'daily':
      return <DayPuzzle {...props} day={today} />
    case 'practice':
      return <Practice {...props} theme={THEMES.find((theme) => theme === query.theme)} />
    case 'rush':
      return <Rush {...props} />
    default:
      if (!isDay(id)) return <OnePuzzle {...props} id={id} />
      return id >= FIRST_PUZZLE_DAY && id <= today ? (
        <DayPuzzle {...props} day={id} />
      ) : (
        <NoPuzzle />
      )
  }
}
