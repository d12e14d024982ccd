import { useState } from 'preact/hooks'
import { ratingChange } from '../../words/puzzles.ts'
import { CountsNote } from './CountsNote.tsx'
import { PuzzleActions, PuzzleFacts, PuzzleScreen, type PuzzleWays } from './PuzzleScreen.tsx'
import { type SolvingOptions, useSolving } from './use-solving.ts'

interface SolvePuzzleProps extends SolvingOptions {
  readonly title: string
  readonly caption: string
  readonly onNext?: () => void
  readonly ways?: PuzzleWays | undefined
  /** What to think of, in one line. */
  readonly idea?: string
}

/** One puzzle to solve; each puzzle needs its own `key`. */
export function SolvePuzzle(props: SolvePuzzleProps) {
  const { store, title, caption, onNext, ways, idea, isRated = true } = props
  const [isNew] = useState(() => store.value.peek().tried.length < FIRST_PUZZLES)
  const { model, tried, mayCount } = useSolving(props)
  const isWarned = mayCount && ways === undefined
  return (
    <PuzzleScreen
      title={title}
      caption={caption}
      model={model}
      change={ratingChange(tried)}
      idea={idea}
      // The course has explained stacks.
      isNew={isNew && ways === undefined}
      actions={<PuzzleActions {...{ model, onNext, ways, isWarned }} />}
      // Ratings and themes say nothing about an exercise of something else.
      side={
        ways === undefined && (
          <>
            {isWarned && <CountsNote />}
            <PuzzleFacts {...{ model, tried }} progress={store.value.value} isThemed={!isRated} />
          </>
        )
      }
    />
  )
}

// --- internal ---

/**
 * Until this number of puzzles has been tried, the page explains how puzzles differ from a game.
 */
const FIRST_PUZZLES = 3
