import { formatSquare } from '@hokito/rules'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Choice } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { solvedPosition } from '../../models/learn/judge.ts'
import type { RefusedHere } from '../../models/learn/last-try-state.ts'
import type { Lesson, Step } from '../../models/learn/lesson.ts'
import { createLessonModel, type LessonModel } from '../../models/learn/lesson-model.ts'
import { lessonRoute, ROUTES } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useAddress } from '../../ui/links.ts'
import { describeRefused } from '../../words/board-texts.ts'
import { describeWhy, lessonTitle, praiseOf, startWords, taskOf } from '../../words/learn.ts'
import { joinSentences } from '../../words/sentences.ts'
import { IconButton } from '../game/IconButton.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { WhenUsed } from '../game/WhenUsed.tsx'
import { Answers } from './Answers.tsx'
import { LessonBoard } from './LessonBoard.tsx'
import { useKeptStep } from './use-kept-step.ts'

interface LessonScreenProps {
  readonly lesson: Lesson
  readonly n: number
  /** The lesson that follows. */
  readonly next: Lesson | undefined
  readonly onDone: () => void
}

/** One lesson: a task, a board to do it on, and immediate feedback. */
export function LessonScreen({ lesson, n, next, onDone }: LessonScreenProps) {
  const t = useTranslate()
  const [model] = useState(() => createLessonModel(lesson, onDone))
  useKeptStep(model)
  const title = lessonTitle(t, lesson.id)
  const step = model.step.value
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{t('learn.lessonName', { n, title })}</h1>
        <StepDots model={model} />
        <LegendButton />
      </header>
      <div class="lesson-words" aria-live="polite">
        <p class="lesson-task" key={step.key}>
          {taskOf(t, step)}
        </p>
        {/* Room for the longest task, so that the board does not move between steps. */}
        {lesson.steps.map(
          (other) =>
            other !== step && (
              <p key={`room ${other.key}`} class="lesson-task lesson-room" aria-hidden="true">
                {taskOf(t, other)}
              </p>
            ),
        )}
      </div>
      <div class="lesson-feedback" aria-live="polite">
        <FeedbackLine model={model} />
        {/* Room for the longest praise, so that the buttons do not move either. */}
        {lesson.steps.map((each) => (
          <p
            key={`room ${each.key}`}
            class="feedback feedback-right lesson-room"
            aria-hidden="true"
          >
            <Icon name="check" />
            {praiseOf(t, each, solvedPosition(each))}
          </p>
        ))}
      </div>
      <WhenUsed isSoon>{() => <LessonBoard model={model} />}</WhenUsed>
      <div class="lesson-answers">
        <Answers model={model} />
        <LessonButtons model={model} next={next} />
      </div>
    </article>
  )
}

// --- internal ---

/** The progress through the steps, as dots. */
function StepDots({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const { count } = model
  const at = model.index.value
  const reached = model.reached.value
  const classOf = (index: number) => {
    const isDone = index < reached || (index === at && model.isSolved.value)
    return `dot${isDone ? ' dot-done' : ''}${index === at ? ' dot-here' : ''}`
  }
  return (
    <p class="lesson-dots" role="img" aria-label={t('learn.step', { n: at + 1, count })}>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} class={classOf(index)} />
      ))}
    </p>
  )
}

function FeedbackLine({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const feedback = model.feedback.value
  const step = model.step.value
  // The board announces refusals and choices itself, so this line only shows them. A board that
  // takes no moves announces nothing.
  if (feedback.kind === 'refused') {
    return (
      <p class="feedback feedback-wrong" aria-live={step.kind === 'move' ? 'off' : undefined}>
        <Icon name="close" />
        {refusedWords(t, step, feedback.why, model.choice.value)}
      </p>
    )
  }
  if (feedback.kind === 'asking') {
    return (
      <p class="feedback" aria-live="off">
        {nextStep(t, model)}
      </p>
    )
  }
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

/**
 * Why a press did nothing. While no piece is chosen, it adds which piece to start with, if only one
 * will do.
 */
function refusedWords(
  t: Translate,
  step: Step,
  why: RefusedHere,
  choice: Choice | undefined,
): string {
  const start = startWords(t, step) ?? ''
  switch (why.kind) {
    case 'byButtons':
      return t('learn.now.answer')
    case 'unwanted':
      return start
    case 'refused': {
      const words = describeRefused(t, why)
      return choice === undefined ? joinSentences(words, start) : words
    }
  }
}

/** What to press next; empty if the task says it all. */
function nextStep(t: Translate, model: LessonModel): string {
  if (model.step.value.kind !== 'move') return ''
  const choice = model.choice.value
  if (choice === undefined) return t('learn.now.choose')
  const { trace, hops, from } = choice
  if (trace.length > 0) return t('game.hopped', { done: trace.length, hops })
  const shown = model.shown.value
  return shown?.from === from
    ? t('learn.now.shown', { square: formatSquare(shown.to) })
    : t('learn.now.land')
}

interface LessonButtonsProps {
  readonly model: LessonModel
  readonly next: Lesson | undefined
}

/** The ways on; the most likely one has the focus. */
function LessonButtons({ model, next }: LessonButtonsProps) {
  const t = useTranslate()
  const at = useAddress()
  const index = model.index.value
  const isSolved = model.isSolved.value
  const isLooking = model.after.value !== undefined
  const wanted = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (isSolved || isLooking) wanted.current?.focus()
  }, [isSolved, isLooking])
  const setWanted = (element: HTMLElement | null) => {
    wanted.current = element
  }
  // One action at a time, always in the same place, and the way out always in its own.
  return (
    <div class="lesson-buttons">
      {index > 0 && <ToStep model={model} index={index - 1} icon="previous" />}
      {isSolved ? (
        model.isLast.value ? (
          <a
            ref={setWanted}
            class="button button-main"
            href={at(next === undefined ? ROUTES.learn : lessonRoute(next.id))}
          >
            {next === undefined ? t('learn.all') : t('learn.nextLesson')}
          </a>
        ) : (
          <button ref={setWanted} type="button" class="button button-main" onClick={model.next}>
            {t('learn.next')}
          </button>
        )
      ) : isLooking ? (
        <button ref={setWanted} type="button" class="button button-main" onClick={model.retry}>
          {t('learn.tryAgain')}
        </button>
      ) : (
        model.step.value.kind === 'move' && (
          <button type="button" class="button" onClick={model.show}>
            {t('learn.showMe')}
          </button>
        )
      )}
      {index < model.reached.value && !isSolved && (
        <ToStep model={model} index={index + 1} icon="next" />
      )}
      {(next !== undefined || !isSolved || !model.isLast.value) && (
        <a class="button button-text lesson-all" href={at(ROUTES.learn)}>
          {t('learn.all')}
        </a>
      )}
    </div>
  )
}

interface ToStepProps {
  readonly model: LessonModel
  readonly index: number
  readonly icon: 'previous' | 'next'
}

/** A button to another step that the learner has reached. */
function ToStep({ model, index, icon }: ToStepProps) {
  const t = useTranslate()
  return (
    <IconButton
      class="button"
      icon={icon}
      label={t('learn.step', { n: index + 1, count: model.count })}
      isOff={false}
      onPress={() => model.goTo(index)}
    />
  )
}
