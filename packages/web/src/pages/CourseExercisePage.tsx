import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { wayAfter } from '../components/game/FromChapter.tsx'
import { SearchedExercise } from '../components/learn/SearchedExercise.tsx'
import { NoPuzzle } from '../components/puzzles/NoPuzzle.tsx'
import type { PuzzleWays } from '../components/puzzles/PuzzleScreen.tsx'
import { SolvePuzzle } from '../components/puzzles/SolvePuzzle.tsx'
import { useRefuter } from '../components/puzzles/use-refuter.ts'
import { WithCatalogue } from '../components/puzzles/WithCatalogue.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { CHAPTERS, type Chapter } from '../models/learn/course/chapters.ts'
import { createCourseProgress } from '../models/learn/course/course-progress.ts'
import type { Catalogue } from '../models/puzzles/catalogue.ts'
import { createPuzzleStore } from '../models/puzzles/puzzle-store.ts'
import { chapterRoute, exerciseRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { describeOwnSide } from '../words/course.ts'
import { joinSentences } from '../words/sentences.ts'
import { ChapterPage } from './ChapterPage.tsx'
import '../components/learn/learn.css'
import '../components/puzzles/puzzles.css'

/** An exercise of the strategy course, by its chapter and its number from 1. */
export function CourseExercisePage({ id, n }: { id: string; n?: string }) {
  const chapter = CHAPTERS.find((each) => each.id === id)
  const number = Number(n)
  if (chapter === undefined || chapter.exercises[number - 1] === undefined) {
    return <ChapterPage id={id} />
  }
  return <OneExercise key={`${id} ${n}`} chapter={chapter} n={number} />
}

// --- internal ---

interface OneExerciseProps {
  readonly chapter: Chapter
  readonly n: number
}

function OneExercise({ chapter, n }: OneExerciseProps) {
  const t = useTranslate()
  const at = useAddress()
  const { route } = useLocation()
  const { deviceStorage } = useServices()
  const [progress] = useState(() => createCourseProgress(deviceStorage))
  const { id, exercises, names } = chapter
  const [exercise, name] = [exercises[n - 1], names[n - 1]]
  const title = t(`chapters.${id}`)
  const caption = t('course.exercise', { n, count: exercises.length })
  useTitle(`${title} · ${caption}`)
  const isLast = n === exercises.length
  const after = wayAfter(t, id)
  const props = {
    title,
    caption,
    idea: t(`ideas.${id}`),
    ways: {
      nextWords: isLast ? after.words : t('course.nextExercise'),
      back: at(chapterRoute(id)),
      // Short, because it stands in a row with three other buttons.
      backWords: t('course.chapter'),
    },
    onSolved: () => name && void progress.finish(name),
    onNext: () => route(at(isLast ? after.route : exerciseRoute(id, n + 1))),
  }
  if (exercise === undefined) return null
  if (exercise.kind === 'searched') {
    return <SearchedExercise {...props} exercise={exercise} isLast={isLast} />
  }
  return (
    <WithCatalogue isPage>
      {(catalogue) => (
        <Proved
          {...props}
          // The heading of a puzzle is for screen readers only.
          caption={`${title} · ${caption}`}
          catalogue={catalogue}
          id={exercise.id}
        />
      )}
    </WithCatalogue>
  )
}

interface ProvedProps {
  readonly catalogue: Catalogue
  /** Of the puzzle. */
  readonly id: string
  readonly title: string
  readonly caption: string
  /** The idea of the chapter in one line. */
  readonly idea: string
  readonly ways: PuzzleWays
  readonly onSolved: () => void
  readonly onNext: () => void
}

/** A puzzle; its chapter hints at the solution, so it does not change the rating. */
function Proved({ id, onSolved, ...shown }: ProvedProps) {
  const t = useTranslate()
  const { deviceStorage } = useServices()
  const [store] = useState(() => createPuzzleStore(deviceStorage))
  const refuter = useRefuter()
  const summary = shown.catalogue.summaries.find((each) => each.id === id)
  if (summary === undefined) return <NoPuzzle />
  const { turn } = shown.catalogue.open(summary).position
  return (
    <SolvePuzzle
      {...shown}
      idea={joinSentences(describeOwnSide(t, turn), shown.idea)}
      store={store}
      summary={summary}
      refuter={refuter}
      isRated={false}
      onEnded={(end) => {
        if (end !== 'shown') onSolved()
      }}
    />
  )
}
