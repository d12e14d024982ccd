import { THEMES, type Theme } from '@hokito/engine/puzzles'
import { formatRecord } from '@hokito/rules'
import type { ChapterId } from '../learn/course/chapter-ids.ts'
import { CHAPTERS } from '../learn/course/chapters.ts'
import type { ExerciseName } from '../learn/course/course-progress.ts'
import { type LevelGames, levelIn, nextLevel, resultOf } from '../local/next-level.ts'
import type { ComputerLevel } from '../local/seat.ts'
import type { PuzzleProgress } from '../puzzles/puzzle-store.ts'
import type { ReviewedGame } from '../review/accuracy-log.ts'
import { reviewKey } from '../review/review-text.ts'

/** Something for the player to do next, and the facts that it follows from. */
export type NextStep =
  /** Mistakes in reviewed games that a chapter is about. */
  | { readonly kind: 'mistakes'; readonly chapter: ChapterId; readonly n: number }
  /** Puzzles of a theme that were missed. */
  | { readonly kind: 'theme'; readonly theme: Theme; readonly n: number }
  /** The last game against a level; `next` is the level to play now. */
  | {
      readonly kind: 'lost' | 'won'
      readonly level: ComputerLevel
      readonly next: ComputerLevel
    }
  /** The last game was lost and is not reviewed yet. */
  | { readonly kind: 'unreviewed'; readonly record: string }
  /** The first chapter with open exercises that is not read yet, else the first with any. */
  | {
      readonly kind: 'next'
      readonly chapter: ChapterId
      readonly done: number
      readonly count: number
    }

/** What is known on this device about how a player plays. */
export interface PlayerFacts extends LevelGames {
  readonly reviewed: readonly ReviewedGame[]
  readonly puzzles: Pick<PuzzleProgress, 'missed'>
  readonly solved: ReadonlySet<ExerciseName>
  readonly read: ReadonlySet<ChapterId>
}

/** What the player does best next, most urgent first: three things at most. */
export function nextStepsFor(facts: PlayerFacts): readonly NextStep[] {
  const chapters = CHAPTERS.map(({ id, names }) => ({
    chapter: id,
    done: names.filter((name) => facts.solved.has(name)).length,
    count: names.length,
  }))
  const open = chapters.filter(({ done, count }) => done < count)
  const mistakes = mistakesStep(
    facts,
    open.map(({ chapter }) => chapter),
  )
  const unread = open.filter(({ chapter }) => !facts.read.has(chapter))
  const next = [...unread, ...open].find(({ chapter }) => chapter !== mistakes?.chapter)
  const urgent = [unreviewedStep(facts), mistakes, themeStep(facts), levelStep(facts)]
  // The course stays in reach until it is finished, whatever else there is to do.
  const course = next === undefined ? [] : [{ kind: 'next' as const, ...next }]
  return [
    ...urgent.filter((step) => step !== undefined).slice(0, MOST_STEPS - course.length),
    ...course,
  ]
}

// --- internal ---

const MOST_STEPS = 3
/** Older reviews say little about how a player plays now. */
const LATEST_REVIEWS = 10
/** One mistake, or one missed puzzle, is chance. */
const OFTEN = 2

function unreviewedStep({ games, reviewed }: PlayerFacts): NextStep | undefined {
  const last = games.find((game) => resultOf(game) !== undefined)
  if (last === undefined || resultOf(last) !== 'lost' || last.record.moves.length === 0) {
    return undefined
  }
  const key = reviewKey(last.record)
  const isReviewed = reviewed.some(({ game }) => game === key)
  return isReviewed ? undefined : { kind: 'unreviewed', record: formatRecord(last.record) }
}

function mistakesStep(
  { reviewed }: PlayerFacts,
  open: readonly ChapterId[],
): Extract<NextStep, { kind: 'mistakes' }> | undefined {
  const latest = reviewed.slice(-LATEST_REVIEWS)
  const [most] = open
    .map((chapter) => ({
      chapter,
      n: latest.reduce((sum, { mistakes }) => sum + (mistakes?.[chapter] ?? 0), 0),
    }))
    .sort((a, b) => b.n - a.n)
  return most === undefined || most.n < OFTEN ? undefined : { kind: 'mistakes', ...most }
}

function themeStep({ puzzles }: PlayerFacts): NextStep | undefined {
  const [most] = THEMES.map((theme) => ({
    theme,
    n: puzzles.missed.filter((themes) => themes.includes(theme)).length,
  })).sort((a, b) => b.n - a.n)
  return most === undefined || most.n < OFTEN ? undefined : { kind: 'theme', ...most }
}

function levelStep({ games, daily }: PlayerFacts): NextStep | undefined {
  const last = games.find((game) => levelIn(game) !== undefined && resultOf(game) !== undefined)
  const level = last && levelIn(last)
  const result = last && resultOf(last)
  if (level === undefined || level === 'best') return undefined
  if (result === undefined || result === 'drawn') return undefined
  return { kind: result, level, next: nextLevel({ games, daily }, undefined).level }
}
