import { type Color, formatMove, play, score } from '@hokito/rules'
import { computed } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { madeMove } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import {
  createExerciseModel,
  type Exercise,
  type ExerciseModel,
} from '../../models/review/exercise-model.ts'
import { type Answer, isBestLeft } from '../../models/review/exercise-state.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { useOwned } from '../../ui/hooks.ts'
import { useLook } from '../../ui/use-look.ts'
import {
  describeAnswer,
  describeClue,
  describeSolved,
  type Moment,
  whose,
} from '../../words/review.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { recordSeats } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'

interface ExerciseScreenProps {
  readonly review: ReviewModel
  readonly exercise: Exercise
  readonly onBack: () => void
}

/** The slips of a game one after another; the player looks for a better move in each. */
export function ExerciseScreen({ review, exercise, onBack }: ExerciseScreenProps) {
  useLook(onBack)
  const t = useTranslate()
  const model = useOwned(() => createExerciseModel(review, exercise))
  const [board] = useState(() => boardOf(model))
  const [orientation] = useOrientation(review.own ?? model.position.value.turn)
  const pointing = usePointing()
  const { value: index } = model.index
  // A refused press says nothing about the next position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each position.
  useLayoutEffect(() => {
    pointing.refused.value = undefined
  }, [index])
  // The button that leads here is far down the page on a phone.
  useLayoutEffect(() => scrollTo(0, 0), [])
  const position = board.position.value
  const points = score(position)
  return (
    <GameLayout
      title={t('review.retry.title')}
      orientation={orientation}
      seatOf={recordSeats({ record: review.record, own: review.own, position, points })}
      board={
        <GameBoard
          key={index}
          model={board}
          orientation={orientation}
          pointing={pointing}
          highlight={undefined}
          own={undefined}
        />
      }
      points={points}
      caption={
        model.isDone.value
          ? undefined
          : t('review.retry.exercise', { n: index + 1, count: model.count })
      }
      status={<ExerciseStatus model={model} own={review.own} pointing={pointing} />}
      actions={<ExerciseActions model={model} onBack={onBack} />}
      side={
        <div class="review-side">
          {!model.isDone.value && (
            <MoveField
              position={position}
              isMovable={model.canPlay.value}
              onMove={(move) => void model.play(move)}
            />
          )}
        </div>
      }
    />
  )
}

// --- internal ---

/** The board of the exercise; after a try it shows the move tried. */
function boardOf(model: ExerciseModel) {
  const tried = computed(() => triedIn(model.answer.value))
  return {
    position: computed(() => {
      const before = model.position.value
      return tried.value === undefined ? before : play(before, tried.value)
    }),
    movable: computed(() => (model.canPlay.value ? model.position.value.turn : 'none')),
    lastMade: computed(() => tried.value && madeMove(model.position.value, tried.value)),
    hint: computed(() =>
      model.answer.value?.kind === 'shown' ? model.answer.value.move : undefined,
    ),
    play: (move: { from: number; to: number }) => void model.play(move),
  }
}

/** The move tried; undefined if only the best one is shown. */
function triedIn(answer: Answer | undefined) {
  switch (answer?.kind) {
    case undefined:
    case 'shown':
    case 'same':
      return undefined
    case 'right':
    case 'wrong':
      return answer.judged.move
    default:
      return answer?.move
  }
}

interface ExerciseStatusProps {
  readonly model: ExerciseModel
  readonly own: Color | undefined
  readonly pointing: Pointing
}

/** The task, the player's present action, and the result. */
function ExerciseStatus({ model, own, pointing }: ExerciseStatusProps) {
  const t = useTranslate()
  const slip = model.slip.value
  const answer = model.answer.value
  const task =
    slip === undefined
      ? t('review.retry.done', { solved: model.solved.value, count: model.passed.value })
      : t(`review.retry.task.${whose(slip.mover, own)}`, { move: formatMove(slip.move) })
  const said = answer &&
    slip && {
      text: describeAnswer(t, answer),
      note: describeWhy(t, answer, { judged: slip, position: model.position.value, own }),
    }
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText {...(said ?? describeDoing(t, doingAt(pointing)) ?? { text: task })} />
      </div>
      <LegendButton />
    </div>
  )
}

/** Why the move tried is wrong, or the best one right. */
function describeWhy(t: Translate, answer: Answer, moment: Moment): string {
  switch (answer.kind) {
    case 'wrong':
      return describeClue(t, { ...moment, judged: answer.judged })
    case 'right':
    case 'shown':
      return describeSolved(t, moment)
    default:
      return ''
  }
}

/** The actions; the most likely one comes first, and has the focus once an answer is judged. */
function ExerciseActions({ model, onBack }: { model: ExerciseModel; onBack: () => void }) {
  const t = useTranslate()
  const first = useRef<HTMLButtonElement>(null)
  const { value: answer } = model.answer
  const kind = answer?.kind
  const isDone = model.isDone.value
  const isJudged = kind !== undefined && kind !== 'judging'
  useEffect(() => {
    if (isJudged || isDone) first.current?.focus({ preventScroll: true })
  }, [isJudged, isDone])
  const isSettled = kind === 'right' || kind === 'shown'
  return (
    <div class="actions review-actions">
      {!isDone && isJudged && !isSettled && (
        <button ref={first} type="button" class="button action button-main" onClick={model.again}>
          {t('review.retry.another')}
        </button>
      )}
      {!isDone && isSettled && (
        <button ref={first} type="button" class="button action button-main" onClick={model.next}>
          {t('review.retry.next')}
        </button>
      )}
      {!isDone && isBestLeft(answer) && (
        <button type="button" class="button action" onClick={model.showBest}>
          {t('review.retry.answer')}
        </button>
      )}
      {!isDone && !isSettled && (
        <button type="button" class="button action" onClick={model.next}>
          {t('review.retry.next')}
        </button>
      )}
      <button
        ref={isDone ? first : null}
        type="button"
        class={isDone ? 'button action button-main' : 'button action'}
        onClick={onBack}
      >
        {t('review.retry.back')}
      </button>
    </div>
  )
}
