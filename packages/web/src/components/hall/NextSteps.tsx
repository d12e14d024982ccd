import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { dailyResults } from '../../models/daily/daily-results.ts'
import { createDailyStore } from '../../models/daily/daily-store.ts'
import {
  createChaptersRead,
  createCourseProgress,
} from '../../models/learn/course/course-progress.ts'
import type { ComputerLevel } from '../../models/local/seat.ts'
import { quickTerms, startGame } from '../../models/local/start-game.ts'
import { createPuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { createAccuracyLog } from '../../models/review/accuracy-log.ts'
import { type NextStep, nextStepsFor } from '../../models/site/next-steps.ts'
import { chapterRoute, gameRoute, puzzleRoute, reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { NowPlay } from '../learn/NowPlay.tsx'
import { withTexts } from '../site/with-texts.tsx'
import './hall.css'

/**
 * What to do next, by how the player has played on this device: three things at most. Until the
 * lessons are done, their next one is the main thing to do; afterwards the first of these is, or a
 * game for a learner who has not played yet.
 */
export const NextSteps = withTexts(['chapters', 'course', 'puzzles'], () => {
  const t = useTranslate()
  const { store, deviceStorage, progress } = useServices()
  const [all] = useState(() =>
    nextStepsFor({
      games: store.list().games,
      daily: dailyResults(createDailyStore(deviceStorage).list()),
      reviewed: createAccuracyLog(deviceStorage).value.peek(),
      puzzles: createPuzzleStore(deviceStorage).value.peek(),
      solved: createCourseProgress(deviceStorage).done.peek(),
      read: createChaptersRead(deviceStorage).done.peek(),
    }),
  )
  const hasLessons = !progress.isComplete()
  const isEmpty = all.every(({ kind }) => kind === 'next')
  if (isEmpty) return hasLessons ? null : <NowPlay />
  // The strategy course comes after the lessons.
  const steps = hasLessons ? all.filter(({ kind }) => kind !== 'next') : all
  return (
    <section class="next-steps" aria-labelledby="path-title">
      <h2 id="path-title">{t('course.path.title')}</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.kind}>
            <p>{describeStep(t, step)}</p>
            <StepButton step={step} isMain={index === 0 && !hasLessons} />
          </li>
        ))}
      </ol>
    </section>
  )
})

interface PlayButtonProps {
  readonly level: ComputerLevel
  readonly look?: string
}

/** Starts a game against a level. */
export function PlayButton({ level, look = 'button' }: PlayButtonProps) {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  return (
    <button
      type="button"
      class={look}
      onClick={() => route(gameRoute(startGame(services, quickTerms(services, level))))}
    >
      {t('course.path.play', { level })}
    </button>
  )
}

// --- internal ---

/** Why a step is worth taking. */
function describeStep(t: Translate, step: NextStep): string {
  switch (step.kind) {
    case 'mistakes':
    case 'theme':
      return t(`course.path.${step.kind === 'theme' ? 'missed' : 'mistakes'}`, { n: step.n })
    case 'lost':
    case 'won':
      return t(`course.path.${step.kind}`, { level: step.level })
    case 'unreviewed':
      return t('course.path.unreviewed')
    case 'next':
      return t('course.path.next', { done: step.done, count: step.count })
  }
}

interface StepButtonProps {
  readonly step: NextStep
  readonly isMain: boolean
}

/** Starts a step. */
function StepButton({ step, isMain }: StepButtonProps) {
  const t = useTranslate()
  const at = useAddress()
  const look = isMain ? 'button button-main' : 'button'
  switch (step.kind) {
    case 'mistakes':
    case 'next':
      return (
        <a class={look} href={at(chapterRoute(step.chapter))}>
          {t(`chapters.${step.chapter}`)}
        </a>
      )
    case 'theme':
      return (
        <a
          class={look}
          href={`${puzzleRoute('practice')}?${new URLSearchParams({ theme: step.theme })}`}
        >
          {t('course.path.practise', { themes: t(`puzzles.themes.${step.theme}`) })}
        </a>
      )
    case 'unreviewed':
      return (
        <a class={look} href={reviewRoute(step.record)}>
          {t('course.path.review')}
        </a>
      )
    case 'lost':
    case 'won':
      return <PlayButton level={step.next} look={look} />
  }
}
