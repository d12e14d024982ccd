import type { JudgedMove } from '@hokito/engine/review'
import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Exercise } from '../../models/review/exercise-model.ts'
import type { WhyModel } from '../../models/review/why-model.ts'

interface SlipButtonsProps {
  readonly slip: JudgedMove
  /** Plays out what the slip leads to; undefined until its words are there. */
  readonly why: WhyModel | undefined
  /** The side under review. */
  readonly side: Color | 'both'
  readonly onShowBest: (judged: JudgedMove) => void
  /** Undefined if no engine can judge the tries. */
  readonly onRetry: ((wanted: Exercise) => void) | undefined
}

/** The actions at a slip: find the better move, see it, or see why the slip is one. */
export function SlipButtons({ slip, side, why, onShowBest, onRetry }: SlipButtonsProps) {
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
      {why !== undefined && (
        <button type="button" class="button button-small" onClick={() => why.ask(slip)}>
          {t('review.why')}
        </button>
      )}
    </>
  )
}
