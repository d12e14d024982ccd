import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { describeJudged, describeLoss, shortNameIn } from '../../words/review.ts'

interface ReviewMomentsProps {
  readonly model: ReviewModel
  /** The slip that the page explains while the board shows another line. */
  readonly told: JudgedMove | undefined
}

/**
 * The moments that decided the game, and what each of them cost. What would have been better is for
 * the player to find.
 */
export function ReviewMoments({ model, told }: ReviewMomentsProps) {
  const t = useTranslate()
  const current = told?.ply ?? model.ply.value - 1
  const moments = model.moments.value
  if (moments.length === 0) return null
  return (
    <section class="review-moments" aria-labelledby="review-moments-title">
      <h2 id="review-moments-title">{t('review.moments')}</h2>
      {moments.some(isSlip) && <small>{t('review.chance')}</small>}
      <ol>
        {moments.map((moment) => (
          <li key={moment.ply}>
            <button
              type="button"
              aria-current={current === moment.ply ? 'step' : undefined}
              onClick={(event) => {
                model.walk.go(moment.ply + 1)
                // The step buttons scroll only when the position changes.
                const board = event.currentTarget.closest('.game')?.querySelector('.game-board')
                board?.scrollIntoView({ block: 'nearest' })
              }}
            >
              <b>{describeJudged(t, moment, model.firstTurn)}</b>
              <small>
                {t('review.lossOf', {
                  who: shortNameIn(t, model, moment.mover),
                  loss: describeLoss(t, moment),
                })}
              </small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
