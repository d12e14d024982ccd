import { isMissed } from '@hokito/engine/review'
import { formatMove, opposite, type Position } from '@hokito/rules'
import { useEffect } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Outlook } from '../../models/analysis/outlook.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import type { Why, WhyModel } from '../../models/review/why-model.ts'
import { describeOutlook } from '../../words/analysis.ts'
import { describeLineMove } from '../../words/played-line.ts'
import {
  describeCompared,
  describeGrowth,
  describeIdea,
  describeReply,
  type Moment,
  outlookOf,
} from '../../words/review.ts'
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
  const outlook = describeOutlook(t, outlookOfLine(line))
  const idea = isAtPoint || slip.reason === undefined ? describePoint(t, line, moment) : ''
  return (
    <div class="status-line review-status">
      <div class="status-words" data-testid="status" role="status">
        <StatusText text={describeStep(t, { why, line, moment })} note={idea || outlook} />
        {isAtPoint && isOfReason(line) && <ReasonChapter judged={slip} position={before} />}
      </div>
      {isInstead && !why.hasMore.value && onNext !== undefined ? (
        <button type="button" class="button button-small button-main" onClick={onNext}>
          {t('review.next')}
        </button>
      ) : (
        <button
          type="button"
          class="button button-small button-main"
          disabled={!why.hasMore.value}
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

/** What the line has shown: its idea, or how much better or worse it is than the other one. */
function describePoint(t: Translate, line: Why, moment: Moment): string {
  if (isOfReason(line)) return describeIdea(t, moment)
  if (line.slip.reason !== undefined) return ''
  return line.isInstead ? describeGrowth(t, moment) : describeCompared(t, moment)
}

/** Long enough to see a move land, and to hear it from a screen reader. */
const STEP_MS = 1800

interface Step extends Pick<WhyStatusProps, 'why' | 'line'> {
  readonly moment: Moment
}

/** The move of the line that stands on the board. The first one also says what it is for. */
function describeStep(t: Translate, { why, line, moment }: Step): string {
  const { isInstead, step, slip } = line
  const [first] = line.moves
  if (step !== 1 || first === undefined) {
    const mover = isInstead ? slip.mover : opposite(slip.mover)
    return describeLineMove(t, { line, first: mover, position: why.position.value })
  }
  return isInstead ? t('review.better', { move: formatMove(first) }) : describeReply(t, moment)
}
