import { useTranslate } from '../../i18n/i18n.ts'
import type { ReviewModel } from '../../models/review/review-model.ts'
import { describeJudged, describeLoss, shortNameIn } from '../../words/review.ts'

/**
 * The moments that decided the game, and what each of them cost. What would have been better is for
 * the player to find.
 */
export function ReviewMoments({ model }: { readonly model: ReviewModel }) {
  const t = useTranslate()
  const { own } = model
  const moments = model.moments.value
  if (moments.length === 0) return <p>{t('review.flawless')}</p>
  const isFaultless = own !== undefined && moments.every(({ mover }) => mover !== own)
  return (
    <section class="review-moments" aria-labelledby="review-moments-title">
      <h2 id="review-moments-title">{t('review.moments')}</h2>
      {isFaultless && <p>{t('review.faultless')}</p>}
      <ol>
        {moments.map((moment) => (
          <li key={moment.ply}>
            <button
              type="button"
              aria-current={model.ply.value === moment.ply + 1 ? 'step' : undefined}
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
