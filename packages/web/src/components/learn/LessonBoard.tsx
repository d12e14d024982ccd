import type { Square } from '@hokito/rules'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Step } from '../../models/learn/lesson.ts'
import type { LessonModel } from '../../models/learn/lesson-model.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'

/** The board of a lesson. The learner is always Black, and gets the keyboard's focus at every new task. */
export function LessonBoard({ model }: { model: LessonModel }) {
  const t = useTranslate()
  const texts = useBoardTexts('black')
  const { settings, sounds } = useServices()
  const { animation, confirmation } = settings.settings.value
  const box = useRef<HTMLDivElement>(null)
  const step = model.step.value
  const isOpen = !model.isSolved.value && model.after.value === undefined
  // Whoever has just come to the lesson reads its title first.
  const before = useRef({ step, isOpen })
  // Before the next paint, so that no key is lost between two tasks.
  useLayoutEffect(() => {
    const isNews = step !== before.current.step || isOpen !== before.current.isOpen
    if (isNews && isOpen) focusCursor(box.current)
    before.current = { step, isOpen }
  }, [step, isOpen])
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
        onPick={step.kind === 'pick' && isOpen ? model.pick : undefined}
        lastMove={model.lastMove.value}
        hint={model.hint.value}
        highlight={isOpen ? litIn(step) : undefined}
        missedPath={step.kind === 'move' && isOpen ? step.crossed : undefined}
        isAnimated={animation}
        confirmation={confirmation === 'button' ? 'two' : confirmation}
        label={t('learn.boardLabel')}
        texts={texts}
        onRefused={model.refuse}
      />
    </div>
  )
}

// --- internal ---

/** The squares that a task speaks of. */
function litIn(step: Step): readonly Square[] | undefined {
  if (step.kind === 'count') return step.squares
  return step.kind === 'move' && step.lit !== undefined ? [step.lit] : undefined
}

function focusCursor(box: HTMLElement | null): void {
  const cell = box?.querySelector('[data-square][tabindex="0"]')
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true })
}
