import type { ClassTask, PupilProgress } from '@hokito/protocol'
import { chapterRoute, lessonRoute, ROUTES } from '../../routes.ts'
import { chapterNamed } from '../learn/course/chapter-ids.ts'
import { CHAPTERS, type Chapter } from '../learn/course/chapters.ts'

/** Has a pupil done a task? */
export function isDone(task: ClassTask, done: PupilProgress): boolean {
  switch (task.kind) {
    case 'lesson':
      return done.lessons.includes(task.lesson)
    case 'chapter': {
      // A later course may have fewer exercises than the task counts.
      const { chapter, exercises } = task
      const now = CHAPTERS.find(({ id }) => id === chapterNamed(chapter))
      const isDoneNow = now !== undefined && isWorkedThrough(now, done)
      return isDoneNow || exercisesOf(chapter, done) >= exercises
    }
    case 'puzzles':
      return done.puzzles >= task.count
    case 'level':
      return highestLevel(done) >= task.level
  }
}

/** Where a pupil does a task. */
export function taskRoute(task: ClassTask): string {
  switch (task.kind) {
    case 'lesson':
      return lessonRoute(task.lesson)
    case 'chapter':
      return chapterRoute(chapterNamed(task.chapter) ?? task.chapter)
    case 'puzzles':
      return ROUTES.puzzles
    case 'level':
      return `${ROUTES.newGame}?${new URLSearchParams({ opponent: 'computer', level: String(task.level) })}`
  }
}

/** The highest level of the computer that a pupil has beaten; 0 for none. */
export function highestLevel({ levels }: PupilProgress): number {
  return Math.max(0, ...levels)
}

/** How many chapters of the course a pupil has worked through. */
export function chaptersDone(done: PupilProgress): number {
  return CHAPTERS.filter((chapter) => isWorkedThrough(chapter, done)).length
}

/** The names in a list typed by a teacher; a question mark stands for a name to be drawn. */
export function namesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (line === '?' ? '' : line))
}

// --- internal ---

function isWorkedThrough({ id, exercises }: Chapter, done: PupilProgress): boolean {
  return exercisesOf(id, done) >= exercises.length
}

function exercisesOf(chapter: string, { exercises }: PupilProgress): number {
  return exercises.filter((name) => name.startsWith(`${chapter}.`)).length
}
