import { formatSquare, isSingle, type Square } from '@hokito/rules'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { BoardTexts, SquareInfo } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { startOf } from '../../models/learn/judge.ts'
import type { Step } from '../../models/learn/lesson.ts'
import type { LessonModel } from '../../models/learn/lesson-model.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { startWords } from '../../words/learn.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'

/**
 * The board of a lesson. The learner is always Black. Every new task and hint moves the keyboard
 * focus to the board.
 */
export function LessonBoard({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const { settings, sounds } = useServices()
  const { animation, confirmation } = settings.settings.value
  const box = useRef<HTMLDivElement>(null)
  const step = model.step.value
  const texts = useLessonTexts(step)
  const isOpen = !model.isSolved.value && model.after.value === undefined
  // A learner who opens the lesson, or returns to it, reads its title first, so the focus stays
  // there.
  const shown = isOpen ? model.hint.value : undefined
  const before = useRef({ step, isOpen, shown })
  // Before the next paint, so that no key is lost between two tasks.
  useLayoutEffect(() => {
    const was = before.current
    const isNext = step !== was.step && !model.isResumed()
    const isNews = isNext || isOpen !== was.isOpen || shown !== was.shown
    if (isNews && isOpen) focusSquare(box.current, shown?.to ?? model.kept.peek())
    before.current = { step, isOpen, shown }
  }, [step, isOpen, shown, model])
  useEffect(() => {
    if (model.isSolved.value) sounds.play('own')
    else if (model.feedback.value.kind !== 'asking') sounds.play('refused')
  }, [model.feedback.value, model, sounds])
  return (
    <div class="lesson-board" ref={box}>
      <InspectableBoard
        key={step.key}
        position={model.position.value}
        orientation="black"
        movable={step.kind === 'move' && isOpen ? 'black' : 'none'}
        onMove={model.play}
        onPick={presses(model, () => model.refuse({ kind: 'byButtons' }))}
        lastMade={model.lastMade.value}
        hint={model.hint.value}
        initiallyChosen={model.kept.value}
        highlight={litIn(model)}
        missedPath={step.kind === 'move' && isOpen ? step.crossed : undefined}
        isAnimated={animation}
        confirmation={confirmation === 'button' ? 'two' : confirmation}
        isMain
        label={t('learn.boardLabel')}
        texts={texts}
        whyNot={(square) => whyNot(t, step, square)}
        onRefused={model.refuse}
        onChosen={model.choose}
      />
    </div>
  )
}

// --- internal ---

/**
 * The action of a press on the board if the step takes no moves; if only the buttons take the
 * answer, the press says so.
 */
function presses(
  model: LessonModel,
  tellToAnswer: () => void,
): ((square: Square) => void) | undefined {
  if (model.after.value !== undefined) return model.retryAt
  const { kind } = model.step.value
  if (model.isSolved.value || kind === 'move') return undefined
  return kind === 'pick' ? model.pick : tellToAnswer
}

/**
 * The board's texts without the answer: the value of a stack is not read out while the task is to
 * count it.
 */
function useLessonTexts(step: Step): BoardTexts {
  const t = useTranslate()
  const texts = useBoardTexts('black')
  return useMemo(() => {
    if (step.kind !== 'count') return texts
    const square = (info: SquareInfo) => {
      const { stack } = info
      if (stack === undefined || isSingle(stack) || !step.squares.includes(info.square)) {
        return texts.square(info)
      }
      const piece = texts.piece(stack.top)
      return t('learn.toCount', { square: formatSquare(info.square), piece, height: stack.height })
    }
    return { ...texts, square }
  }, [t, texts, step])
}

/** Refuses to choose a piece that cannot do the task, because its hops would mislead. */
function whyNot(t: Translate, step: Step, square: Square): string | undefined {
  const start = step.kind === 'move' ? startOf(step) : undefined
  return start === undefined || start === square ? undefined : startWords(t, step)
}

/** The squares highlighted by an open task; after a pick, the square picked. */
function litIn(model: LessonModel): readonly Square[] {
  const step = model.step.value
  const picked = model.picked.value
  if (picked !== undefined) return [picked]
  if (model.isSolved.value || model.after.value !== undefined) return []
  if (step.kind === 'count') return step.squares
  const chosen = model.choice.value?.from
  return step.kind === 'move' ? step.lit.filter((square) => square !== chosen) : []
}

/** Focuses a square; without one, the square that the keyboard was on last. */
function focusSquare(box: HTMLElement | null, square: Square | undefined): void {
  const name = square === undefined ? undefined : formatSquare(square)
  const cell = box?.querySelector(name ? `[data-square="${name}"]` : '[data-square][tabindex="0"]')
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true })
}
