import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { type Color, formatMove, formatRecord } from '@hokito/rules'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Exercise, slipsOf } from '../../models/review/exercise-model.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { analysisRoute } from '../../routes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { nameIn } from '../../words/record.ts'
import { describeJudged, describeMild } from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'
import { LegendButton } from '../game/LegendButton.tsx'
import { RecordScreen } from '../game/RecordScreen.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { JudgedMoves } from './JudgedMoves.tsx'
import { JudgementWords } from './JudgementWords.tsx'
import { ReviewGraph } from './ReviewGraph.tsx'
import { ReviewMoments } from './ReviewMoments.tsx'
import { ReviewNotice, ReviewProgress } from './ReviewProgress.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
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
export function ReviewScreen({ model, place, onClose, onRetry }: ReviewScreenProps) {
  const t = useTranslate()
  const { shownBest, showBest } = useShownBest(model)
  const column = useRef<HTMLDivElement>(null)
  const goOn = () => {
    if (place === undefined) return
    scrollTo(0, place.page)
    column.current?.scrollTo(0, place.column)
  }
  // Before the first paint, and again after the controls have scrolled the board into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens.
  useLayoutEffect(goOn, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens.
  useEffect(goOn, [])
  const isWhole = model.state.value === 'done'
  const retry = (wanted: Exercise) => {
    const { side } = wanted
    onRetry({ side, page: scrollY, column: column.current?.scrollTop ?? 0 }, wanted)
  }
  return (
    <RecordScreen
      title={t('review.title')}
      model={model}
      hint={shownBest?.line[0]}
      status={
        <ReviewStatus
          model={model}
          shownBest={shownBest}
          onShowBest={showBest}
          onRetry={model.canJudge ? retry : undefined}
        />
      }
      side={() => (
        <div ref={column} class="review-side">
          <ReviewNotice model={model} />
          <ReviewGraph model={model} />
          {/* The sums of all moves wait until all are judged. */}
          {isWhole && <ReviewSummary model={model} />}
          {isWhole && <ReviewMoments model={model} />}
          {isWhole && model.canJudge && (
            <Retry model={model} before={place?.side} onRetry={retry} />
          )}
          <JudgementWords />
          <JudgedMoves model={model} />
          <div class="button-row review-ways">
            <a
              class="button button-small"
              href={analysisRoute(formatRecord(model.record), model.ply.value)}
            >
              {t('end.analyse')}
            </a>
            <button type="button" class="button button-small" onClick={onClose}>
              {t('record.another')}
            </button>
          </div>
        </div>
      )}
    />
  )
}

// --- internal ---

/** The better move that the player asked to see, as long as its position is shown. */
function useShownBest(model: ReviewModel) {
  const [wanted, setWanted] = useState<JudgedMove | undefined>(undefined)
  const shownBest = wanted?.ply === model.ply.value ? wanted : undefined
  const showBest = (judged: JudgedMove) => {
    setWanted(judged)
    model.walk.go(judged.ply)
  }
  return { shownBest, showBest }
}

interface ReviewStatusProps {
  readonly model: ReviewModel
  readonly shownBest: JudgedMove | undefined
  readonly onShowBest: (judged: JudgedMove) => void
  /** Undefined if no engine can judge the tries. */
  readonly onRetry: ((wanted: Exercise) => void) | undefined
}

const OF_BOTH = { found: 'review.found', first: 'review.first', next: 'review.next' } as const
const OF_ONESELF = {
  found: 'review.foundOwn',
  first: 'review.firstOwn',
  next: 'review.nextOwn',
} as const

/** The move that led to the position shown, its judgement, and the better move. */
function ReviewStatus({ model, shownBest, onShowBest, onRetry }: ReviewStatusProps) {
  const t = useTranslate()
  const ply = model.ply.value
  const judged = model.judgedAt(ply)
  // The better move is shown on the position before the slip, with the words about the slip.
  const told = shownBest ?? judged
  const [better] = shownBest?.line ?? []
  // Until all moves are judged, new slips would come in between, and the button would change under
  // a finger.
  const side = firstSide(model)
  const words = side === 'both' ? OF_BOTH : OF_ONESELF
  const { value: state } = model.state
  const slips = state === 'done' ? slipsOf(model.judged.value, side) : []
  const next = slips.find((slip) => slip.ply >= (shownBest === undefined ? ply : ply + 1))
  const open =
    judged !== undefined && isSlip(judged) && shownBest === undefined ? judged : undefined
  const isLast = told !== undefined && told.ply === slips.at(-1)?.ply
  const isBefore = ply === 0 && told === undefined
  const isSummed = isBefore && slips.length > 0
  return (
    <div class="status-line review-status">
      <div class="status-words" data-testid="status" role="status">
        {isBefore && state === 'working' ? (
          <StatusText text={t('review.working')} note={t('review.workingNote')} />
        ) : (
          <StatusText
            text={
              told === undefined
                ? isSummed
                  ? t(words.found, { n: slips.length })
                  : t('replay.position', { ply, last: model.walk.last.value })
                : describeJudged(t, told, model.firstTurn)
            }
            note={
              isSummed
                ? describeMild(t, slips)
                : joinSentences(
                    better === undefined ? '' : t('review.better', { move: formatMove(better) }),
                    told?.isProved === true ? t('review.isProved') : '',
                    isLast ? t('review.last') : '',
                  )
            }
          />
        )}
      </div>
      <ReviewProgress model={model} />
      {open !== undefined && <SlipButtons slip={open} {...{ side, onShowBest, onRetry }} />}
      {open === undefined && next !== undefined && (
        <button
          type="button"
          class="button button-small"
          onClick={() => model.walk.go(next.ply + 1)}
        >
          {t(next === slips[0] ? words.first : words.next)}
        </button>
      )}
      {open === undefined && isLast && onRetry !== undefined && (
        <button type="button" class="button button-small" onClick={() => onRetry({ side })}>
          {t('review.retry.title')}
        </button>
      )}
      <LegendButton />
    </div>
  )
}

interface SlipButtonsProps extends Pick<ReviewStatusProps, 'onShowBest' | 'onRetry'> {
  readonly slip: JudgedMove
  readonly side: Color | 'both'
}

/** The actions at a slip: find the better move, or see it. */
function SlipButtons({ slip, side, onShowBest, onRetry }: SlipButtonsProps) {
  const t = useTranslate()
  const ofSlip = side === slip.mover ? side : 'both'
  return (
    <>
      {onRetry !== undefined && (
        <button
          type="button"
          class="button button-small button-main"
          onClick={() => onRetry({ side: ofSlip, from: slip.ply })}
        >
          {t('review.findBetter')}
        </button>
      )}
      <button type="button" class="button button-small" onClick={() => onShowBest(slip)}>
        {t(onRetry === undefined ? 'review.showBest' : 'review.showIt')}
      </button>
    </>
  )
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
  const judged = model.judged.value
  const [chosen, setChosen] = useState(before)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (before !== undefined) start.current?.focus({ preventScroll: true })
  }, [before])
  const side = chosen ?? firstSide(model)
  if (slipsOf(judged, 'both').length === 0) return null
  const count = slipsOf(judged, side).length
  // The list above has only the gravest slips.
  const more =
    count > slipsOf(model.moments.value, side).length ? t('review.retry.tasks', { n: count }) : ''
  return (
    <section class="review-retry" aria-labelledby="review-retry-title">
      <h2 id="review-retry-title">{t('review.retry.title')}</h2>
      <p>{joinSentences(t('review.retry.lead'), more)}</p>
      <Choice
        legend={t('review.retry.sides')}
        value={side}
        onChange={setChosen}
        options={[
          { value: 'both', label: t('review.retry.both') },
          { value: 'black', label: nameIn(t, model.record, 'black', model.own) },
          { value: 'white', label: nameIn(t, model.record, 'white', model.own) },
        ]}
      />
      <button
        ref={start}
        type="button"
        class="button button-main"
        disabled={count === 0}
        onClick={() => onRetry({ side })}
      >
        {t('review.retry.start')}
      </button>
    </section>
  )
}

/** The player's own slips come first, if there are any. */
function firstSide({ own, judged }: ReviewModel): Color | 'both' {
  return own !== undefined && slipsOf(judged.value, own).length > 0 ? own : 'both'
}
