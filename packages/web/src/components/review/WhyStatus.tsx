import { isMissed } from '@hokito/engine/review'
import { formatMove, type Position, play } from '@hokito/rules'
import { useEffect } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Outlook } from '../../models/analysis/outlook.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import type { Why, WhyModel } from '../../models/review/why-model.ts'
import { describeOutlook } from '../../words/analysis.ts'
import { describeLineStep } from '../../words/played-line.ts'
import {
  describeCompared,
  describeDifference,
  describeIdea,
  describeReply,
  type Moment,
  outlookOf,
} from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'
import { IconButton } from '../game/IconButton.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { ReasonChapter } from './ReasonChapter.tsx'

interface WhyStatusProps {
  readonly model: Pick<ReviewModel, 'positions' | 'own'>
  readonly why: WhyModel
  readonly line: Why
  /** Leads to the next slip, if there is one. */
  readonly onNext: (() => void) | undefined
}

/** The reply to a slip, or the better line, played out on the board until its point is seen. */
export function WhyStatus({ model, why, line, onNext }: WhyStatusProps) {
  const t = useTranslate()
  const { slip, isInstead } = line
  const isAtPoint = why.isAtPoint.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step waits as long.
  useEffect(() => {
    if (isAtPoint) return
    const timer = setTimeout(why.stepOn, STEP_MS)
    return () => clearTimeout(timer)
  }, [isAtPoint, line, why])
  const before: Position | undefined = model.positions.value[slip.ply]
  if (before === undefined) throw new Error('a slip has a position')
  const moment = { judged: slip, position: before, own: model.own }
  const hasMore = why.hasMore.value
  const note = describePoint(t, line, { moment, isAtPoint, hasMore })
  return (
    <div class="status-line review-status">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          text={describeStep(t, line, moment)}
          note={note || describeOutlook(t, outlookOfLine(line))}
        />
        {isAtPoint && isOfReason(line) && <ReasonChapter judged={slip} position={before} />}
      </div>
      {isInstead && !hasMore && onNext !== undefined ? (
        <button type="button" class="button button-small button-main" onClick={onNext}>
          {t('review.next')}
        </button>
      ) : (
        <button
          type="button"
          class="button button-small button-main"
          disabled={!hasMore}
          onClick={why.stepOn}
        >
          {t('played.onward')}
        </button>
      )}
      {!isInstead && (
        <button type="button" class="button button-small" onClick={() => why.showBetter(slip)}>
          {t('review.showBest')}
        </button>
      )}
      <IconButton
        class="button button-quiet"
        icon="close"
        label={t('review.retry.back')}
        isOff={false}
        onPress={why.leave}
      />
    </div>
  )
}

/** What is expected along the line. */
export function outlookOfLine({ slip, isInstead }: Pick<Why, 'slip' | 'isInstead'>): Outlook {
  return outlookOf(isInstead ? slip.best : slip.played, slip.mover)
}

// --- internal ---

/** Is the line the one that the reason for the slip is about? */
function isOfReason({ slip: { reason }, isInstead }: Why): boolean {
  return reason !== undefined && isMissed(reason.kind) === isInstead
}

interface Shown {
  readonly moment: Moment
  readonly isAtPoint: boolean
  readonly hasMore: boolean
}

/**
 * What the line has shown: its idea, and how the board differs from that of the other line; until
 * then, what a slip without a reason cost.
 */
function describePoint(t: Translate, line: Why, { moment, isAtPoint, hasMore }: Shown): string {
  const { isInstead, step, slip, point } = line
  const isIdea = isOfReason(line)
  const difference =
    isAtPoint && !(isIdea && hasMore)
      ? describeDifference(t, moment, isInstead, isInstead ? step : step + 1)
      : ''
  if (isIdea && isAtPoint) {
    // There is room for both only if the idea would not be seen otherwise.
    const idea = difference !== '' && step > point ? '' : describeIdea(t, moment)
    return joinSentences(idea, difference)
  }
  if (difference !== '' || isInstead || slip.reason !== undefined) return difference
  return describeCompared(t, slip)
}

/** Long enough to see a move land, and to hear it from a screen reader. */
const STEP_MS = 1800

/** The move of the line that stands on the board. The first one also says what it is for. */
function describeStep(t: Translate, { moves, step, isInstead }: Why, moment: Moment): string {
  const { judged, position } = moment
  const last = moves[step - 1]
  // The slip ended the game.
  if (last === undefined || (step === 1 && !isInstead)) return describeReply(t, moment)
  if (step === 1) return t('review.better', { move: formatMove(last) })
  const start = isInstead ? position : play(position, judged.move)
  return describeLineStep(t, moves.slice(0, step - 1).reduce(play, start), last)
}
