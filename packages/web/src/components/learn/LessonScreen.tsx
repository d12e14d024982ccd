import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Lesson } from '../../models/learn/lesson.ts'
import { createLessonModel, type LessonModel } from '../../models/learn/lesson-model.ts'
import { lessonRoute, ROUTES } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { describeWhy, lessonTitle, praiseOf, taskOf } from '../../words/learn.ts'
import { Answers } from './Answers.tsx'
import { LessonBoard } from './LessonBoard.tsx'

interface LessonScreenProps {
  readonly lesson: Lesson
  readonly n: number
  /** The lesson that follows. */
  readonly next: Lesson | undefined
  readonly onDone: () => void
}

/** One lesson: a task, a board to do it on, and at once what came of it. */
export function LessonScreen({ lesson, n, next, onDone }: LessonScreenProps) {
  const t = useTranslate()
  const [model] = useState(() => createLessonModel(lesson, onDone))
  const title = lessonTitle(t, lesson.id)
  const step = model.step.value
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{t('learn.lessonName', { n, title })}</h1>
        <StepDots model={model} />
      </header>
      <div class="lesson-words" aria-live="polite">
        <p class="lesson-task" key={step.key}>
          {taskOf(t, step)}
        </p>
        <FeedbackLine model={model} />
      </div>
      <LessonBoard model={model} />
      <div class="lesson-answers">
        <Answers model={model} />
        <LessonButtons model={model} next={next} />
      </div>
    </article>
  )
}

// --- internal ---

/** How far one is, as dots, for who would rather look than read. */
function StepDots({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const { count } = model
  const at = model.index.value
  return (
    <p class="lesson-dots" role="img" aria-label={t('learn.step', { n: at + 1, count })}>
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          class={
            index < at || (index === at && model.isSolved.value)
              ? 'dot dot-done'
              : index === at
                ? 'dot dot-here'
                : 'dot'
          }
        />
      ))}
    </p>
  )
}

function FeedbackLine({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const feedback = model.feedback.value
  const step = model.step.value
  // What the board refused it has said itself; here it is only shown.
  if (feedback.kind === 'refused') {
    return (
      <p class="feedback feedback-wrong" aria-live="off">
        <Icon name="close" />
        {feedback.text}
      </p>
    )
  }
  if (feedback.kind === 'asking') return <p class="feedback" />
  const { verdict } = feedback
  return verdict.isRight ? (
    <p class="feedback feedback-right">
      <Icon name="check" />
      {praiseOf(t, step, verdict.position)}
    </p>
  ) : (
    <p class="feedback feedback-wrong">
      <Icon name="close" />
      {describeWhy(t, verdict.why, step)}
    </p>
  )
}

interface LessonButtonsProps {
  readonly model: LessonModel
  readonly next: Lesson | undefined
}

/** Where to go from here; what is wanted next has the focus. */
function LessonButtons({ model, next }: LessonButtonsProps) {
  const t = useTranslate()
  const isSolved = model.isSolved.value
  const isLooking = model.after.value !== undefined
  const wanted = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isSolved || isLooking) wanted.current?.focus()
  }, [isSolved, isLooking])
  const setWanted = (element: HTMLElement | null) => {
    wanted.current = element
  }
  if (isSolved && model.isLast.value) {
    return (
      <div class="button-row">
        <a
          ref={setWanted}
          class="button button-main"
          href={next === undefined ? ROUTES.learn : lessonRoute(next.id)}
        >
          {next === undefined ? t('learn.all') : t('learn.nextLesson')}
        </a>
        {next !== undefined && (
          <a class="button" href={ROUTES.learn}>
            {t('learn.all')}
          </a>
        )}
      </div>
    )
  }
  return (
    <div class="button-row">
      {isSolved && (
        <button ref={setWanted} type="button" class="button button-main" onClick={model.next}>
          {t('learn.next')}
        </button>
      )}
      {isLooking && (
        <button ref={setWanted} type="button" class="button button-main" onClick={model.retry}>
          {t('learn.tryAgain')}
        </button>
      )}
      {!isSolved && model.step.value.kind === 'move' && (
        <button type="button" class="button" onClick={model.show}>
          {t('learn.showMe')}
        </button>
      )}
      <a class="button" href={ROUTES.learn}>
        {t('learn.all')}
      </a>
    </div>
  )
}
