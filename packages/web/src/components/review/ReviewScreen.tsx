import { isSlip, type JudgedMove, slipsOf } from '@hokito/engine/review'
import { type Color, endingOnBoard, opposite } from '@hokito/rules'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Outlook } from '../../models/analysis/outlook.ts'
import { type Exercise, movesOfSide } from '../../models/review/exercise-model.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { createWhyModel, type WhyModel } from '../../models/review/why-model.ts'
import { Choice } from '../../ui/Choice.tsx'
import { describeOutlook } from '../../words/analysis.ts'
import { describeEnd } from '../../words/game-end.ts'
import { outlookAfter, pointsOf } from '../../words/points.ts'
import { namesIn } from '../../words/record.ts'
import {
  describeBetter,
  describeClue,
  describeFlawless,
  describeJudged,
  describePointsLost,
  describeSlips,
  outlookOf,
  shortNameIn,
} from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'
import type { StatusWords } from '../../words/status.ts'
import { LegendButton } from '../game/LegendButton.tsx'
import { ShareDialog } from '../game/lazy-dialogs.ts'
import { OutlookBar } from '../game/OutlookBar.tsx'
import { RecordScreen } from '../game/RecordScreen.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { useTexts } from '../game/use-texts.ts'
import { JudgementWords } from './JudgementWords.tsx'
import { ReasonChapter } from './ReasonChapter.tsx'
import { ReviewGraph } from './ReviewGraph.tsx'
import { ReviewMoments } from './ReviewMoments.tsx'
import { ReviewMoves, ReviewStrip } from './ReviewMoves.tsx'
import { ReviewNotice, ReviewProgress } from './ReviewProgress.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
import { SlipButtons } from './SlipButtons.tsx'
import { outlookOfLine, WhyStatus } from './WhyStatus.tsx'
import './review.css'

/** The place in a review at which the player left it to retry slips. */
export interface ReviewPlace {
  readonly side: Color | 'both'
  /** The scroll positions of the page and of the column beside the board. */
  readonly page: number
  readonly column: number
}

interface ReviewScreenProps {
  readonly model: ReviewModel
  /** The place to return to; undefined at the first visit. */
  readonly place: ReviewPlace | undefined
  /** Opens the page on which another game can be opened. */
  readonly onClose: () => void
  /** Starts retrying slips. */
  readonly onRetry: (left: ReviewPlace, wanted: Exercise) => void
}

/** A game with the judgements of its moves. */
export function ReviewScreen({ model: review, place, onClose, onRetry }: ReviewScreenProps) {
  const t = useTranslate()
  const [wanted, setWanted] = useState<JudgedMove | undefined>(undefined)
  // The better move that the player asked to see, as long as its position is shown.
  const shownBest = wanted?.ply === review.ply.value ? wanted : undefined
  const [why] = useState(() => createWhyModel(review))
  const [isSharing, setSharing] = useState(false)
  const model = useMemo(() => {
    // The position before a slip may be asked for while the better move is shown there: it follows
    // another slip.
    const go = (to: number) => {
      setWanted(undefined)
      why.putAway()
      review.walk.go(to)
    }
    return { ...review, walk: { ...review.walk, go } }
  }, [review, why])
  const board = useMemo(() => ({ ...model, ...why }), [model, why])
  const column = useRef<HTMLDivElement>(null)
  useReturn(place, column)
  const isWhole = model.state.value === 'done'
  const slip = why.shown.value?.slip ?? shownBest
  const retry = (wanted: Exercise) => {
    const { side } = wanted
    onRetry({ side, page: scrollY, column: column.current?.scrollTop ?? 0 }, wanted)
  }
  return (
    <RecordScreen
      title={t('review.title')}
      tab="review"
      model={board}
      hint={shownBest?.line[0]}
      bar={<OutlookBar outlook={outlookShown(model, why, shownBest)} />}
      status={
        <ReviewStatus
          model={model}
          why={why}
          shownBest={shownBest}
          onShowBest={(slip) => {
            setWanted(slip)
            review.walk.go(slip.ply)
          }}
          onRetry={model.canJudge ? retry : undefined}
        />
      }
      strip={<ReviewStrip model={model} />}
      side={(orientation) => (
        <div class="review-columns">
          <div ref={column} class="review-side">
            <ReviewNotice model={model} />
            <ReviewGraph model={model} />
            {/* What all moves show waits until all are judged. */}
            {isWhole && <ReviewMoments model={model} told={slip} />}
            {isWhole && model.canJudge && (
              <Retry model={model} before={place?.side} onRetry={retry} />
            )}
            {isWhole && <ReviewSummary model={model} />}
            <JudgementWords />
            <div class="button-row review-ways">
              <button type="button" class="button button-small" onClick={onClose}>
                {t('record.another')}
              </button>
              <button
                type="button"
                class="button button-small"
                aria-haspopup="dialog"
                onClick={() => setSharing(true)}
              >
                {t('end.share')}
              </button>
            </div>
            {isSharing && (
              <ShareDialog
                record={model.record}
                position={model.position.value}
                orientation={orientation}
                onClose={() => setSharing(false)}
              />
            )}
          </div>
          <ReviewMoves model={model} />
        </div>
      )}
    />
  )
}

// --- internal ---

/** Goes back to the place at which the player left. */
function useReturn(place: ReviewPlace | undefined, column: RefObject<HTMLElement | null>): void {
  const goOn = () => {
    if (place === undefined) return
    scrollTo(0, place.page)
    column.current?.scrollTo(0, place.column)
  }
  // Before the first paint, and again after the controls have scrolled the board into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useLayoutEffect(goOn, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(goOn, [])
}

/** What is expected in the position on the board; undefined as long as it is not judged. */
function outlookShown(
  model: ReviewModel,
  why: WhyModel,
  shownBest: JudgedMove | undefined,
): Outlook | undefined {
  const line = why.shown.value
  if (line !== undefined) return outlookOfLine(line)
  if (shownBest !== undefined) return outlookOf(shownBest.best, shownBest.mover)
  const ply = model.ply.value
  const points = pointsOf(model.judged.value)
  const led = model.judgedAt(ply)
  return led === undefined
    ? points.find((point) => point.ply === ply)?.outlook
    : outlookAfter(led, points)
}

interface ReviewStatusProps {
  readonly model: ReviewModel
  readonly why: WhyModel
  readonly shownBest: JudgedMove | undefined
  readonly onShowBest: (judged: JudgedMove) => void
  /** Undefined if no engine can judge the tries. */
  readonly onRetry: ((wanted: Exercise) => void) | undefined
}

/** The move that led to the position shown, its judgement, and the better move. */
function ReviewStatus(props: ReviewStatusProps) {
  const { model, why, shownBest, onShowBest, onRetry } = props
  const t = useTranslate()
  const hasWords = useTexts('played', true)
  const line = why.shown.value
  const ply = model.ply.value
  const judged = model.judgedAt(ply)
  // The better move is shown on the position before the slip, with the words about the slip.
  const told = line?.slip ?? shownBest ?? judged
  // Until all moves are judged, new slips would come in between, and the button would change under
  // a finger.
  const side = firstSide(model.own, model.moments.value)
  const slips = model.state.value === 'done' ? movesOfSide(model.moments.value, side) : []
  const next = slips.find((slip) => slip.ply > (told?.ply ?? -1))
  const onNext = next && (() => model.walk.go(next.ply + 1))
  if (line !== undefined && hasWords) return <WhyStatus {...{ model, why, line, onNext }} />
  const isOpen = judged !== undefined && (isSlip(judged) || slips.includes(judged))
  const open = isOpen && shownBest === undefined ? judged : undefined
  const at = slips.findIndex((slip) => slip.ply === told?.ply)
  // The opponent's slips are not the player's to try again, unless chosen below.
  const isOwn = model.own === undefined || side !== opposite(model.own)
  return (
    <div class="status-line review-status">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          {...(told === undefined
            ? describePlace(t, model)
            : describeTold(t, { told, shownBest, at, slips, model }))}
        />
        {shownBest !== undefined && (
          <ReasonChapter judged={shownBest} position={model.position.value} />
        )}
      </div>
      <ReviewProgress model={model} />
      {open !== undefined && (
        <SlipButtons
          slip={open}
          {...{ side, onShowBest }}
          // Only slips are exercises.
          onRetry={isSlip(open) ? onRetry : undefined}
          why={hasWords ? why : undefined}
        />
      )}
      {open === undefined && onNext !== undefined && (
        <button type="button" class="button button-small" onClick={onNext}>
          {t(next !== slips[0] ? 'review.next' : isOwn ? 'review.first' : 'review.firstOther')}
        </button>
      )}
      {isOwn &&
        open === undefined &&
        ((at >= 0 && next === undefined) || ply === 0) &&
        onRetry &&
        slips.some(isSlip) && (
          <button
            type="button"
            class="button button-small button-main"
            onClick={() => onRetry({ side })}
          >
            {t('review.retry.title')}
          </button>
        )}
      <LegendButton />
    </div>
  )
}

/** The words on a position without a judgement; at the beginning, those on the whole game. */
function describePlace(t: Translate, model: ReviewModel): StatusWords {
  const ply = model.ply.value
  if (ply === 0 && model.state.value === 'working') {
    return { text: t('review.working'), note: t('review.workingNote') }
  }
  if (ply > 0) return { text: t('replay.position', { ply, last: model.walk.last.value }) }
  return model.state.value === 'done' ? describeWhole(t, model) : { text: t('game.start') }
}

/** How the player played, or both sides, and how the game ended. */
function describeWhole(t: Translate, model: ReviewModel): StatusWords {
  const { own, record } = model
  const judged = movesOfSide(model.judged.value, own ?? 'both')
  const slips = slipsOf(judged)
  const accuracy = own && model.summary.value[own].accuracy
  const last = model.positions.value.at(-1)
  const ending = record.ending ?? (last && endingOnBoard(last))
  const tally = describeSlips(t, slips)
  const whole = own === undefined ? tally : `${shortNameIn(t, model, own)} · ${tally}`
  return {
    text: slips.length === 0 ? describeFlawless(t, judged, own) : whole,
    note: joinSentences(
      last && ending ? describeEnd(t, { ending, last, own, names: namesIn(t, record) }) : '',
      accuracy === undefined ? '' : t('review.accuracyOwn', { share: Math.round(accuracy) }),
    ),
  }
}

interface Told extends Pick<ReviewStatusProps, 'shownBest'> {
  readonly told: JudgedMove
  /** Its place among the slips that the buttons lead to; -1 if it is none of them. */
  readonly at: number
  readonly slips: readonly JudgedMove[]
  readonly model: ReviewModel
}

/** The words on a judged move, and on the better move if that is shown. */
function describeTold(t: Translate, { told, shownBest, at, slips, model }: Told): StatusWords {
  const position = model.positions.value[told.ply]
  const moment = position && { judged: told, position, own: model.own }
  // The better move is for the player to find, until it is shown.
  const isShown = shownBest !== undefined
  const describe = isShown ? describeBetter : describeClue
  const why = moment === undefined || !(isSlip(told) || isShown) ? '' : describe(t, moment)
  const outlook = outlookAfter(told, pointsOf(model.judged.value))
  const loss = describePointsLost(t, told)
  return {
    text: describeJudged(t, told, model.firstTurn) + (loss && ` (${loss})`),
    note: joinSentences(
      why,
      // A small phone has no room for both.
      why === '' ? describeOutlook(t, outlook) : '',
      at < 0 ? '' : t('review.retry.exercise', { n: at + 1, count: slips.length }),
    ),
  }
}

interface RetryProps {
  readonly model: ReviewModel
  /** The side whose slips were retried before, if the player comes back from there. */
  readonly before: Color | 'both' | undefined
  readonly onRetry: (wanted: Exercise) => void
}

/** Starts retrying slips, if there are any. */
function Retry({ model, before, onRetry }: RetryProps) {
  const t = useTranslate()
  const slips = slipsOf(model.judged.value)
  const [chosen, setChosen] = useState(before)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (before !== undefined) start.current?.focus({ preventScroll: true })
  }, [before])
  const side = chosen ?? firstSide(model.own, slips)
  if (slips.length === 0) return null
  const count = movesOfSide(slips, side).length
  return (
    <section class="review-retry" aria-labelledby="review-retry-title">
      <h2 id="review-retry-title">{t('review.retry.title')}</h2>
      <p>{joinSentences(t('review.retry.lead'), t('review.retry.tasks', { n: count }))}</p>
      <Choice
        legend={t('review.retry.sides')}
        value={side}
        onChange={setChosen}
        options={[
          { value: 'both', label: t('review.retry.both') },
          { value: 'black', label: shortNameIn(t, model, 'black') },
          { value: 'white', label: shortNameIn(t, model, 'white') },
        ]}
      />
      <button
        ref={start}
        type="button"
        // The words on the board's position have the one next step.
        class="button"
        disabled={count === 0}
        onClick={() => onRetry({ side })}
      >
        {t('review.retry.start')}
      </button>
    </section>
  )
}

/** The player's own moves come first; if there are none of these, those of the other side. */
function firstSide(own: Color | undefined, moves: readonly JudgedMove[]): Color | 'both' {
  if (own === undefined) return 'both'
  return movesOfSide(moves, own).length > 0 ? own : opposite(own)
}
