import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import type { PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { NoPuzzle } from './NoPuzzle.tsx'
import { SolvePuzzle } from './SolvePuzzle.tsx'
import { useRefuter } from './use-refuter.ts'

interface OnePuzzleProps {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  readonly id: string
}

/** One puzzle by its id, opened by a link. */
export function OnePuzzle({ catalogue, store, id }: OnePuzzleProps) {
  const t = useTranslate()
  const refuter = useRefuter()
  const summary = catalogue.find(id)
  if (summary === undefined) return <NoPuzzle />
  return (
    <SolvePuzzle
      key={id}
      catalogue={catalogue}
      store={store}
      summary={summary}
      title={t('puzzles.one')}
      caption={t('puzzles.one')}
      refuter={refuter}
    />
  )
}
