import { formatMove, type Move, play } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { madeMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { KEEPS, type Searched } from '../../models/learn/course/chapters.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useBoardTexts } from '../../words/board-texts.ts'
import { describeSearched, searchedTask } from '../../words/course.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { LegendButton } from '../game/LegendButton.tsx'

interface SearchedExerciseProps {
  readonly exercise: Searched
  readonly title: string
  readonly caption: string
  /** The words for the next exercise, and the way back to the chapter. */
  readonly ways: { readonly nextWords: string; readonly back: string; readonly backWords: string }
  /** Does the next button lead back to the chapter? */
  readonly isLast: boolean
  readonly onSolved: () => void
  readonly onNext: () => void
}

/** A position to find a good move in; a deep search has judged every move. */
export function SearchedExercise(props: SearchedExerciseProps) {
  const { exercise, title, caption, ways, isLast, onSolved, onNext } = props
  const t = useTranslate()
  const texts = useBoardTexts(exercise.position.turn)
  const { settings, sounds } = useServices()
  const { animation, confirmation } = settings.settings.value
  const [tried, setTried] = useState<Move | undefined>(undefined)
  const [isShown, setShown] = useState(false)
  const isRight = tried !== undefined && exercise.lossOf(tried) <= KEEPS
  const onMove = (move: Move) => {
    setTried(move)
    const isSolved = exercise.lossOf(move) <= KEEPS
    sounds.play(isSolved ? 'own' : 'refused')
    if (isSolved) onSolved()
  }
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{title}</h1>
        <p class="note">{caption}</p>
        <LegendButton />
      </header>
      <p class="lesson-words lesson-task">{searchedTask(t, exercise)}</p>
      <div class="lesson-feedback" aria-live="polite">
        <p class={`feedback ${feedbackClass(tried, isRight)}`}>
          {tried !== undefined && <Icon name={isRight ? 'check' : 'close'} />}
          {tried === undefined ? t('course.searched.judged') : describeSearched(t, exercise, tried)}
        </p>
      </div>
      <div class="lesson-board">
        <InspectableBoard
          position={tried === undefined ? exercise.position : play(exercise.position, tried)}
          orientation={exercise.position.turn}
          movable={tried === undefined ? exercise.position.turn : 'none'}
          onMove={onMove}
          lastMade={tried && madeMove(exercise.position, tried)}
          hint={isShown && tried === undefined ? exercise.best : undefined}
          isAnimated={animation}
          confirmation={confirmation === 'button' ? 'two' : confirmation}
          isMain
          label={t('course.boardLabel', { title })}
          texts={texts}
        />
      </div>
      <Answers
        best={exercise.best}
        verdict={tried && (isRight ? 'right' : 'wrong')}
        isShown={isShown}
        ways={ways}
        isLast={isLast}
        onNext={onNext}
        onAgain={() => setTried(undefined)}
        onShow={() => {
          setTried(undefined)
          setShown(true)
        }}
      />
    </article>
  )
}

// --- internal ---

interface AnswersProps extends Pick<SearchedExerciseProps, 'ways' | 'isLast' | 'onNext'> {
  readonly best: Move
  /** On the move tried; undefined before one is. */
  readonly verdict: 'right' | 'wrong' | undefined
  /** Has the reader asked for the best move? */
  readonly isShown: boolean
  readonly onAgain: () => void
  readonly onShow: () => void
}

/** The ways on from a try. */
function Answers(props: AnswersProps) {
  const { best, verdict, isShown, ways, isLast, onNext, onAgain, onShow } = props
  const t = useTranslate()
  return (
    <div class="lesson-answers">
      <div class="lesson-buttons">
        {verdict === 'right' && (
          <button type="button" class="button button-main" onClick={onNext}>
            {ways.nextWords}
          </button>
        )}
        {verdict === 'wrong' && (
          <button type="button" class="button button-main" onClick={onAgain}>
            {t('course.searched.again')}
          </button>
        )}
        {verdict !== 'right' && (
          <button type="button" class="button" onClick={onShow}>
            {t('course.searched.show')}
          </button>
        )}
        {!(verdict === 'right' && isLast) && (
          <a class="button button-text lesson-all" href={ways.back}>
            {ways.backWords}
          </a>
        )}
      </div>
      {isShown && verdict !== 'right' && (
        <p role="status">{t('course.searched.shown', { move: formatMove(best) })}</p>
      )}
    </div>
  )
}

function feedbackClass(tried: Move | undefined, isRight: boolean): string {
  if (tried === undefined) return ''
  return isRight ? 'feedback-right' : 'feedback-wrong'
}
