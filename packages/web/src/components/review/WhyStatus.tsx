import type { Worth } from '@hokito/engine/review'
import { formatMove, opposite, type Position } from '@hokito/rules'
import { useEffect } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import type { Why, WhyModel } from '../../models/review/why-model.ts'
import { describeOutlook } from '../../words/analysis.ts'
import { describeLineMove } from '../../words/played-line.ts'
import { describeCause, outlookOf } from '../../words/review.ts'
import { joinSentences } from '../../words/sentences.ts'
import { LegendButton } from '../game/LegendButton.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { ReasonChapter } from './ReasonChapter.tsx'

interface WhyStatusProps {
  readonly model: Pick<ReviewModel, 'positions' | 'own'>
  readonly why: WhyModel
  readonly line: Why
}

/** The line that shows why a move was a slip, played out on the board until its point is seen. */
export function WhyStatus({ model, why, line }: WhyStatusProps) {
  const t = useTranslate()
  const { slip, isInstead } = line
  const isAtPoint = why.isAtPoint.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step waits as long.
  useEffect(() => {
    if (isAtPoint) return
    const timer = setTimeout(why.stepOn, STEP_MS)
    return () => clearTimeout(timer)
  }, [isAtPoint, line, why])
  const [first] = line.moves
  const words =
    isInstead && line.step === 1 && first !== undefined
      ? t('review.better', { move: formatMove(first) })
      : describeLineMove(t, {
          line,
          first: isInstead ? slip.mover : opposite(slip.mover),
          position: why.position.value,
        })
  const before: Position | undefined = model.positions.value[slip.ply]
  const cause =
    isAtPoint && before !== undefined
      ? describeCause(t, { judged: slip, position: before, own: model.own })
      : ''
  const outlook = (worth: Worth) => describeOutlook(t, outlookOf(worth, slip.mover))
  const [best] = slip.line
  const note = cause === '' ? outlook(isInstead ? slip.best : slip.played) : cause
  // What the better move would have come to, for comparison.
  const better =
    isInstead || !isAtPoint || best === undefined
      ? ''
      : joinSentences(t('review.better', { move: formatMove(best) }), outlook(slip.best))
  return (
    <div class="status-line review-status">
      <div class="status-words" data-testid="status" role="status">
        <StatusText text={words} note={joinSentences(note, better)} />
        {isAtPoint && before !== undefined && <ReasonChapter judged={slip} position={before} />}
      </div>
      <button
        type="button"
        class="button button-small button-main"
        disabled={!why.hasMore.value}
        onClick={why.stepOn}
      >
        {t('puzzles.onward')}
      </button>
      <button type="button" class="button button-small" onClick={why.leave}>
        {t('review.retry.back')}
      </button>
      <LegendButton />
    </div>
  )
}

// --- internal ---

/** Long enough to see a move land, and to hear it from a screen reader. */
const STEP_MS = 1800
