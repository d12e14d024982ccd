import { formatSquare, isSameMove, type Move, ownerOf, type Square } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { madeMove, type Refused } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { hasMore, type PlayedLine, standingAfter } from '../../models/game/played-line.ts'
import type { Attack } from '../../models/learn/attack.ts'
import { isAccepted, type Searched, WRONG } from '../../models/learn/course/chapters.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useBoardTexts } from '../../words/board-texts.ts'
import {
  describeFacts,
  describeIdeaHint,
  describeOwnSide,
  describeRightMoves,
  describeSearched,
  describeSearchedFight,
  describeSearchedReason,
  describeSearchedVerdict,
  describeSpotted,
  searchedTask,
} from '../../words/course.ts'
import { describeStep } from '../../words/end-rule.ts'
import { joinSentences } from '../../words/sentences.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { useTheirLandings } from '../game/use-their-landings.ts'
import { SaidMoves, sidesIn } from './SaidMoves.tsx'

interface SearchedExerciseProps {
  readonly exercise: Searched
  readonly title: string
  readonly caption: string
  /** The idea of the chapter in one line. */
  readonly idea: string
  /** The words for the next exercise, and the way back to the chapter. */
  readonly ways: { readonly nextWords: string; readonly back: string; readonly backWords: string }
  /** Does the next button lead to the next chapter? Then it does not skip the exercise. */
  readonly isLast: boolean
  readonly onSolved: () => void
  readonly onNext: () => void
}

/** What stands on the board: no move yet, or a move tried or shown, and what follows it. */
type Verdict = 'right' | 'close' | 'wrong' | 'shown'

/**
 * A position to find a good move in; a proof or a deep search has judged every move, and its line
 * after a move is played on the board on request. Where an attack is to be stopped, the stack that it
 * aims at is to be found first.
 */
export function SearchedExercise(props: SearchedExerciseProps) {
  const { exercise, title, caption, idea, onSolved } = props
  const { position: start, best } = exercise
  const t = useTranslate()
  const texts = useBoardTexts(start.turn)
  const { settings, sounds } = useServices()
  const { animation, confirmation } = settings.settings.value
  const [line, setLine] = useState<PlayedLine>(NO_LINE)
  const [isShown, setShown] = useState(false)
  const [first] = line.moves
  const verdict = first && verdictOn(exercise, first, isShown)
  const { before, last, position } = standingAfter(start, line)
  const aids = useAids(exercise, last !== undefined)
  const { spotting } = aids
  const open = (move: Move) => setLine({ moves: [move, ...exercise.lineAfter(move)], step: 1 })
  return (
    <article class="lesson">
      <header class="lesson-head">
        <h1>{title}</h1>
        <p class="note">{caption}</p>
        <LegendButton />
      </header>
      <div class="lesson-words">
        {spotting.isOpen ? (
          <p class="lesson-task">
            {joinSentences(describeOwnSide(t, start.turn), t('course.spot.task'))}
          </p>
        ) : (
          <>
            <p class="lesson-task">{searchedTask(t, exercise)}</p>
            <p class="note">{idea}</p>
          </>
        )}
      </div>
      <div class="lesson-feedback" aria-live="polite">
        <Feedback exercise={exercise} line={line} verdict={verdict} asked={aids.words} />
      </div>
      <div class="lesson-board">
        <InspectableBoard
          position={position}
          orientation={start.turn}
          movable={last === undefined && !spotting.isOpen ? start.turn : 'none'}
          onPick={spotting.isOpen ? spotting.pick : undefined}
          onMove={(move) => {
            const isSolved = isAccepted(exercise, move)
            setShown(false)
            open(move)
            sounds.play(isSolved ? 'own' : 'refused')
            if (isSolved) onSolved()
          }}
          lastMade={last && madeMove(before, last)}
          isAnimated={animation}
          confirmation={confirmation === 'button' ? 'two' : confirmation}
          isMain
          highlight={aids.lit}
          onRefused={aids.refuse}
          label={t('course.boardLabel', { title })}
          texts={texts}
        />
      </div>
      <Answers
        {...props}
        isProved={exercise.isProved}
        verdict={verdict}
        line={line}
        isBest={first !== undefined && isSameMove(first, best)}
        onHint={aids.giveHint}
        onStep={() => setLine({ ...line, step: line.step + 1 })}
        onAgain={() => {
          setLine(NO_LINE)
          setShown(false)
        }}
        onShow={() => {
          setShown(true)
          spotting.skip()
          open(best)
        }}
      />
    </article>
  )
}

// --- internal ---

const NO_LINE: PlayedLine = { moves: [], step: 0 }
const FEEDBACK = {
  right: 'feedback-right',
  shown: '',
  close: '',
  wrong: 'feedback-wrong',
}

interface FeedbackProps {
  readonly exercise: Searched
  readonly line: PlayedLine
  readonly verdict: Verdict | undefined
  /** Before a move: where a pressed piece could land, whether the stack in danger was found, or a hint. */
  readonly asked: string | undefined
}

/** What the move on the board is worth and why, and what follows it. */
function Feedback({ exercise, line, verdict, asked }: FeedbackProps) {
  const t = useTranslate()
  const [first] = line.moves
  const { before, last, position } = standingAfter(exercise.position, line)
  const isReply = line.step > 1
  const reason = first && describeSearchedReason(t, exercise, first)
  // The reason may say already what the line comes to.
  const said = first && describeSearchedVerdict(t, exercise, first, position)
  const isPlayed = isReply && !hasMore(line)
  const end = isPlayed
    ? joinSentences(
        first === undefined ? '' : describeSearchedFight(t, exercise, first, reason ?? ''),
        said === undefined || reason?.includes(said) ? '' : said,
      )
    : ''
  const sides = sidesIn(exercise.position, [line.moves])
  const told = (text: string) => <SaidMoves text={text} sides={sides} />
  return (
    <div>
      <p class={`feedback ${verdict === undefined || isReply ? '' : FEEDBACK[verdict]}`}>
        {(verdict === 'right' || verdict === 'wrong') && !isReply && (
          <Icon name={verdict === 'wrong' ? 'close' : 'check'} />
        )}
        <span>
          {asked !== undefined && told(asked)}
          {last !== undefined &&
            told(
              isReply
                ? describeStep(t, before, last)
                : verdict === 'shown'
                  ? describeRightMoves(t, exercise)
                  : describeSearched(t, exercise, last),
            )}
        </span>
      </p>
      {reason !== undefined && (!isReply || !hasMore(line)) && (
        <p class="example-reason">{told(reason)}</p>
      )}
      {end !== '' && <p class="example-verdict">{told(end)}</p>}
      <p class="note">{describeFacts(t, position)}</p>
    </div>
  )
}

interface AnswersProps extends Pick<SearchedExerciseProps, 'ways' | 'isLast' | 'onNext'> {
  readonly isProved: boolean
  /** On the move on the board; undefined before one is made. */
  readonly verdict: Verdict | undefined
  readonly line: PlayedLine
  readonly isBest: boolean
  /** Shows where the best move begins; undefined if it is shown, or not asked for yet. */
  readonly onHint: (() => void) | undefined
  /** Plays the next move of the line. */
  readonly onStep: () => void
  readonly onAgain: () => void
  readonly onShow: () => void
}

/** The ways on from a try. */
function Answers(props: AnswersProps) {
  const { isProved, verdict, line, isBest, ways, isLast } = props
  const { onNext, onHint, onStep, onAgain, onShow } = props
  const t = useTranslate()
  const isRefused = verdict === 'wrong' || verdict === 'close'
  const why = isRefused ? t('puzzles.why') : t('puzzles.rest.why')
  return (
    <div class="lesson-answers">
      <div class="lesson-buttons">
        {isRefused && (
          <button type="button" class="button button-main" onClick={onAgain}>
            {t('course.searched.again')}
          </button>
        )}
        {(verdict === 'right' || verdict === 'shown') && (
          <button type="button" class="button button-main" onClick={onNext}>
            {ways.nextWords}
          </button>
        )}
        {verdict !== undefined && line.moves.length > 1 && (
          <button type="button" class="button" disabled={!hasMore(line)} onClick={onStep}>
            {line.step === 1 ? why : t('played.onward')}
          </button>
        )}
        {verdict === 'shown' && (
          <button type="button" class="button" onClick={onAgain}>
            {t('course.searched.again')}
          </button>
        )}
        {verdict === undefined && (
          <button type="button" class="button" disabled={onHint === undefined} onClick={onHint}>
            {t('game.hint')}
          </button>
        )}
        {!isBest && (
          <button type="button" class="button" onClick={onShow}>
            {t('puzzles.show')}
          </button>
        )}
        {verdict === undefined && !isLast && (
          <button type="button" class="button" onClick={onNext}>
            {t('puzzles.skip')}
          </button>
        )}
        <a class="button button-text lesson-all" href={ways.back}>
          {ways.backWords}
        </a>
      </div>
      <p class="note">{t(isProved ? 'course.searched.proved' : 'course.searched.judged')}</p>
    </div>
  )
}

function verdictOn(exercise: Searched, move: Move, isShown: boolean): Verdict {
  if (isShown) return 'shown'
  if (isAccepted(exercise, move)) return 'right'
  return exercise.lossOf(move) < WRONG ? 'close' : 'wrong'
}

/** What the board shows before a move: where a piece could land, a hint, or a stack in danger. */
function useAids(exercise: Searched, isTried: boolean) {
  const t = useTranslate()
  const [refused, setRefused] = useState<Refused | undefined>(undefined)
  const [hints, setHints] = useState(0)
  const spotting = useSpotting(exercise, setRefused)
  const { from } = exercise.best
  const hint = [
    undefined,
    // The idea first, and only then the square.
    { squares: [], words: describeIdeaHint(t, exercise) },
    { squares: [from], words: t('puzzles.hint', { square: formatSquare(from) }) },
  ][hints]
  const landings = useTheirLandings(isTried ? undefined : refused)
  const shown = landings ?? hint
  return {
    spotting,
    refuse: setRefused,
    words: isTried ? undefined : (shown?.words ?? spotting.words),
    lit: isTried ? undefined : (shown?.squares ?? spotting.lit),
    /** Undefined if both hints are given, or the stack in danger is still to be found. */
    giveHint:
      spotting.isOpen || hints === 2
        ? undefined
        : () => {
            setRefused(undefined)
            setHints(hints + 1)
          },
  }
}

/** The search for the stack that an attack aims at, which comes before the move that stops it. */
function useSpotting(exercise: Searched, setRefused: (refused: Refused | undefined) => void) {
  const t = useTranslate()
  const { sounds } = useServices()
  const { attack, position } = exercise
  const [picked, setPicked] = useState<Square | undefined>(undefined)
  const isFound = picked === attack?.square
  const pick = (square: Square) => {
    const stack = position.board[square]
    const isTheirs = stack !== undefined && ownerOf(stack) !== position.turn
    // As on every other board, a press on their piece shows where it could land.
    setRefused(
      isTheirs ? { kind: 'refused', refusal: { kind: 'theirs' }, square, position } : undefined,
    )
    if (isTheirs) return
    setPicked(square)
    sounds.play(square === attack?.square ? 'own' : 'refused')
  }
  return {
    isOpen: attack !== undefined && !isFound,
    pick,
    skip: () => setPicked(attack?.square),
    words: picked === undefined ? undefined : describeSpotted(t, exercise, picked),
    /** The square that was pressed, and the two moves that land there if it is the right one. */
    lit: attack !== undefined && isFound ? litBy(attack) : picked === undefined ? [] : [picked],
  }
}

function litBy({ first, square }: Attack): readonly Square[] {
  return [first.from, first.to, square]
}
